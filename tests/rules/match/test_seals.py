"""TB-01 to TB-05, TB-14: seals and the reveal barrier, on a game that has nothing but a secret card."""

import itertools

import pytest

from examples.skirmish import Played
from table.rules.fairness import seal_commitment
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.rules.match.table import MatchTable


@pytest.fixture
def table() -> MatchTable:
    return MatchTable().dialled()


def refused_by(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.rule


@pytest.mark.rule("TB-05")
def test_nothing_is_opened_before_everybody_has_locked(table: MatchTable) -> None:
    table.locks(BLUE, "skirmish.card.3")
    assert not table.match.ready_to_open(table.state)
    assert refused_by(table.opens(BLUE)) == "TB-05"
    table.locks(RED, "skirmish.card.1")
    assert table.match.ready_to_open(table.state)


@pytest.mark.rule("TB-05")
def test_both_cards_are_revealed_in_one_batch(table: MatchTable) -> None:
    events = table.plays(blue=3, red=1)
    assert isinstance(events, tuple)
    kinds = [type(event) for event in events]
    assert kinds[:3] == [ev.SealOpened, ev.SealOpened, Played]
    assert table.state.seals == ()


@pytest.mark.rule("TB-02")
def test_lifting_a_locked_card_breaks_its_seal_and_the_other_stays(table: MatchTable) -> None:
    table.locks(BLUE, "skirmish.card.3")
    table.locks(RED, "skirmish.card.1")
    assert table.does(cmd.CardLifted(BLUE)) == (ev.SealBroken(BLUE),)
    assert not table.match.ready_to_open(table.state)
    assert table.state.sealed(RED)
    table.locks(BLUE, "skirmish.card.4")
    assert table.match.ready_to_open(table.state)


@pytest.mark.rule("TB-02")
def test_lifting_a_card_that_is_not_locked_is_nothing(table: MatchTable) -> None:
    assert table.does(cmd.CardLifted(BLUE)) == ()


@pytest.mark.rule("TB-03")
def test_a_locked_card_can_be_unlocked_before_the_reveal(table: MatchTable) -> None:
    table.locks(BLUE, "skirmish.card.3")
    assert table.answers(BLUE, "match.unlock") == (ev.SealWithdrawn(BLUE),)
    assert table.asked("card") is not None


@pytest.mark.rule("TB-03")
def test_nobody_unlocks_the_others_card(table: MatchTable) -> None:
    table.locks(BLUE, "skirmish.card.3")
    assert refused_by(table.answers(RED, "match.unlock")) == "TB-06"


@pytest.mark.rule("TB-04")
def test_after_a_restart_hidden_seals_are_void(table: MatchTable) -> None:
    table.locks(BLUE, "skirmish.card.3")
    events = table.does(cmd.Restarted())
    assert isinstance(events, tuple)
    assert events[0] == ev.SealVoided(BLUE)
    assert table.state.seals == ()


@pytest.mark.rule("TB-14")
def test_an_opening_must_fit_its_commitment(table: MatchTable) -> None:
    table.locks(BLUE, "skirmish.card.3")
    table.locks(RED, "skirmish.card.1")
    swapped = cmd.OpenSeals((cmd.Opening(BLUE, bytes(32), "skirmish.card.5"), cmd.Opening(RED, bytes(32), "x")))
    assert refused_by(table.does(swapped)) == "TB-14"
    assert table.state.sealed(BLUE)


@pytest.mark.rule("TB-14")
def test_a_commitment_reports_nothing_of_its_card_but_binds_it() -> None:
    salts = [bytes([n]) * 32 for n in range(4)]
    cards = ["skirmish.card.1", "skirmish.card.2"]
    all_of_them = {seal_commitment(salt, card) for salt, card in itertools.product(salts, cards)}
    assert len(all_of_them) == 8
    assert {len(commitment) for commitment in all_of_them} == {64}


@pytest.mark.slow
@pytest.mark.rule("TB-05")
def test_no_order_of_locks_lifts_and_restarts_reveals_early() -> None:
    """Every interleaving of six steps: cards are opened only when both lie locked at that moment."""
    steps = ("lock blue", "lock red", "lift blue", "unlock red", "restart")
    for order in itertools.product(steps, repeat=5):
        table = MatchTable().dialled()
        locked = {BLUE: False, RED: False}
        for step in order:
            match step:
                case "lock blue":
                    locked[BLUE] = not isinstance(table.locks(BLUE, "skirmish.card.2"), Refusal) or locked[BLUE]
                case "lock red":
                    locked[RED] = not isinstance(table.locks(RED, "skirmish.card.2"), Refusal) or locked[RED]
                case "lift blue":
                    table.does(cmd.CardLifted(BLUE))
                    locked[BLUE] = False
                case "unlock red":
                    table.answers(RED, "match.unlock")
                    locked[RED] = False
                case _:
                    table.does(cmd.Restarted())
                    locked = dict.fromkeys(locked, False)
            both = all(locked.values())
            assert table.match.ready_to_open(table.state) == both, order
        assert not any(isinstance(event, Played) for event in table.events)


@pytest.mark.rule("TB-01")
def test_a_game_that_reports_nothing_of_it_has_any_card_locked(table: MatchTable) -> None:
    """Skirmish has no `sealable`: a card of another game is worth nothing, once it is turned over."""
    before = table.state
    assert table.match.sealable(table.state, BLUE, "legion.card.ambush")
    table.plays(3, 1)
    assert not table.match.narrowed(before, table.state, BLUE)
