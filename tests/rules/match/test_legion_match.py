"""Legion, played as a match: seals, refusals and the journal's codec around the real rules."""

from typing import Any

import pytest

from table.games.legion.rules.current import Legion2024
from table.rules.match import events as ev
from table.rules.match.codec import EventCodec
from table.rules.match.match import Match
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, army, card, own
from tests.rules.match.table import MatchTable


@pytest.fixture
def table() -> MatchTable:
    sides = (army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS))
    return MatchTable(game=Legion2024(), sides=sides, sealing="select").dialled()


def refused_by(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.rule


@pytest.mark.rule("TB-16")
def test_a_locked_card_whose_leader_falls_goes_back_unseen(table: MatchTable) -> None:
    table.locks(BLUE, "legion.card.ambush")
    events = table.answers(BLUE, "defeat", "1")
    assert isinstance(events, tuple)
    assert events[-1] == ev.SealWithdrawn(BLUE)
    assert table.state.seals == ()
    table.locks(RED, "legion.card.push")
    table.opens(RED)
    assert not any("ambush" in str(event) for event in events)
    assert [e.card for e in table.events if isinstance(e, ev.SealOpened)] == ["legion.card.push"]


@pytest.mark.rule("TB-16")
def test_the_fall_of_another_unit_leaves_a_locked_card_where_it_is(table: MatchTable) -> None:
    table.locks(BLUE, "legion.card.ambush")
    table.answers(BLUE, "defeat", "2")
    table.answers(RED, "defeat", "1")
    assert table.state.sealed(BLUE)


@pytest.mark.rule("TB-16")
@pytest.mark.parametrize("locked", ["ambush", "implacable"])
def test_a_lock_goes_back_unseen_when_a_card_of_the_seat_may_not_be_played_any_more(locked: str) -> None:
    rights = army(VEERS, VADER, SNOWTROOPERS, cards=[own("Vader", card("Implacable", 1))])
    table = MatchTable(game=Legion2024(), sides=(rights, army(LEIA, REBELS)), sealing="select").dialled()
    table.locks(BLUE, f"legion.card.{locked}")
    before = table.state
    table.answers(RED, "defeat", "2")
    assert table.state.sealed(BLUE), "no card of red's belongs to its Rebels, and none of blue's"
    assert not table.match.narrowed(before, table.state, RED)
    events = table.answers(BLUE, "defeat", "2")
    assert isinstance(events, tuple)
    assert events[-1] == ev.SealWithdrawn(BLUE)
    assert not table.state.sealed(BLUE)
    assert table.match.narrowed(before, table.state, BLUE)
    assert not table.match.narrowed(table.state, before, BLUE), "a card more takes nothing back"


@pytest.mark.rule("TB-16")
def test_so_it_does_when_the_answer_that_made_a_card_lawful_is_undone() -> None:
    rights = army(VEERS, VADER, SNOWTROOPERS, cards=[own("Vader", card("Implacable", 1))])
    table = MatchTable(game=Legion2024(), sides=(rights, army(LEIA, REBELS)), sealing="select").dialled()
    table.answers(BLUE, "defeat", "2")
    table.answers(BLUE, "restore", "2")
    table.answers(BLUE, "restore.why", "slip")
    table.locks(BLUE, "legion.card.implacable")
    table.answers(RED, "match.undo")
    events = table.answers(BLUE, "match.undo.agree", "yes")
    assert isinstance(events, tuple)
    assert ev.SealWithdrawn(BLUE) in events


@pytest.mark.rule("LA-50")
def test_nothing_is_opened_while_it_is_set_right_whether_the_other_seat_can_play(table: MatchTable) -> None:
    table.answers(RED, "defeat", "1")
    table.answers(RED, "restore", "1")
    table.locks(BLUE, "legion.card.ambush")
    assert not table.match.ready_to_open(table.state), "red is asked why Leia was not defeated"
    table.answers(RED, "restore.why", "slip")
    assert not table.match.ready_to_open(table.state), "red lays a card, and has not seen blue's"
    table.locks(RED, "legion.card.push")
    assert table.match.ready_to_open(table.state)


@pytest.mark.rule("LA-50")
def test_a_file_in_which_such_a_card_was_turned_over_does_not_follow_from_the_rules(table: MatchTable) -> None:
    table.locks(BLUE, "legion.card.implacable")
    table.locks(RED, "legion.card.push")
    assert refused_by(table.opens()) == "LA-50"
    assert table.state.sealed(BLUE)
    assert table.state.sealed(RED)


@pytest.mark.rule("TB-06")
def test_a_refusal_names_the_games_own_rule(table: MatchTable) -> None:
    """The match knows only that it is not asked; the game knows why."""
    assert refused_by(table.answers(BLUE, "orders", "2")) == "LG-42"
    table.locks(BLUE, "legion.card.push")
    table.locks(RED, "legion.card.assault")
    table.opens()
    table.answers(BLUE, "orders", ("2",))
    assert refused_by(table.answers(BLUE, "orders", ("2",))) == "LG-44"
    assert refused_by(table.answers(RED, "orders", "1")) == "LG-42"
    assert refused_by(table.answers(BLUE, "no such question")) == "TB-20"


def test_the_journal_can_distinguish_every_event_of_a_match() -> None:
    match: Match[Any] = Match(Legion2024())
    names = [event.__name__ for event in match.events]
    assert len(set(names)) == len(names)
    codec = EventCodec(match.events)
    table = MatchTable(game=Legion2024(), sides=(army(VEERS, VADER), army(LEIA)), sealing="select").dialled()
    assert [codec.decode(codec.encode(event)) for event in table.events] == table.events
