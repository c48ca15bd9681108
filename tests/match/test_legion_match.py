"""Legion, played as a match: seals, refusals and the journal's codec around the real rules."""

from typing import Any

import pytest

from table.games.legion.rules.current import Legion2024
from table.rules.match import events as ev
from table.rules.match.codec import EventCodec
from table.rules.match.match import Match
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.legion.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, army
from tests.match.table import MatchTable


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


@pytest.mark.rule("TB-06")
def test_a_refusal_names_the_games_own_rule(table: MatchTable) -> None:
    """The match knows only that it is not asked; the game knows why."""
    assert refused_by(table.answers(BLUE, "orders", "2")) == "LG-42"
    table.locks(BLUE, "legion.card.push")
    table.locks(RED, "legion.card.assault")
    table.opens()
    table.answers(BLUE, "orders", "2")
    assert refused_by(table.answers(BLUE, "orders", "2")) == "LG-44"
    assert refused_by(table.answers(RED, "orders", "1")) == "LG-42"
    assert refused_by(table.answers(BLUE, "no such question")) == "TB-20"


def test_the_journal_can_tell_every_event_of_a_match_apart() -> None:
    match: Match[Any] = Match(Legion2024())
    names = [event.__name__ for event in match.events]
    assert len(set(names)) == len(names)
    codec = EventCodec(match.events)
    table = MatchTable(game=Legion2024(), sides=(army(VEERS, VADER), army(LEIA)), sealing="select").dialled()
    assert [codec.decode(codec.encode(event)) for event in table.events] == table.events
