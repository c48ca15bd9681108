"""Tokens handed out by players: the table records them as taken, shows a sign to each seat, and waits for nothing."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.events import Button
from lab.campaigns.dispense.payout_game import OwedTokens, PayoutGame
from table.rules.match.events import ClockMode, ClockSet
from table.rules.match.payouts import HAND, TOKENS_BACK
from table.rules.match.undo import TAKE_BACK, UNDO
from table.rules.prompts import AnyPrompt, Confirm
from table.rules.seats import BLUE, RED, SEATS
from table.rules.text import Text
from table.rules.tokens import HandBack
from table.session.answers.by_hand import TokensByHand
from table.session.answers.recalled_codes import CODES
from table.session.focus import SeatFocus
from table.session.seat_lamps import OFF, lamp
from table.session.seat_state import SeatState
from table.view.published import Focus, HandingState
from table.words import Words
from tests.session.kit import SessionTable


class RedsTurn(PayoutGame):
    def prompts(self, state: OwedTokens) -> tuple[AnyPrompt, ...]:
        return (Confirm(key="turn", seat=RED, ask=Text("turn"), rule="R"), *super().prompts(state))


def notes(table: SessionTable) -> list[AnyPrompt]:
    return [prompt for prompt in table.now.prompts if prompt.key.startswith(HAND)]


def keys(table: SessionTable) -> list[str]:
    return [prompt.key for prompt in table.now.prompts if prompt.key != CODES]


def out(table: SessionTable) -> int:
    """Return the tokens that the ledger has on the table. No pay-out may be open beside."""
    assert table.session.play is not None
    ledger = table.session.play.state.ledger
    assert ledger.jobs == ()
    return sum(n for _, _, n in ledger.out)


def owing(folder: Path) -> SessionTable:
    """A game that owes blue what it orders, at a table without a dispenser."""
    return SessionTable(folder, (), game=PayoutGame()).begun()


def won(folder: Path) -> SessionTable:
    """Blue has won a round of the skirmish, and takes a token for it from the supply."""
    table = SessionTable(folder, ()).begun()
    table.plays(3, 1)
    return table


@pytest.mark.rule("TB-09")
def test_all_that_a_seat_takes_is_noted_at_once_and_reported_by_one_sign_beside_play(tmp_path: Path) -> None:
    table = owing(tmp_path)
    for order in ("corps-2", "heavy-1", "corps-4"):
        table.answers(BLUE, "order", order)
    assert out(table) == 7
    (note,) = notes(table)
    assert (note.seat, note.standing, note.hold, note.chore) == (BLUE, True, True, 7)
    assert Words().say(note.ask) == "Take from the supply: 6\u00a0× corps, 1\u00a0× heavy"
    assert [one.state for one in table.now.handing] == 3 * [HandingState.BY_HAND]
    assert lamp(SeatState(BLUE), SeatFocus(BLUE, (note,)), locked=False) == OFF, "and no lamp shines for it"


@pytest.mark.rule("TB-09")
@pytest.mark.rule("TB-94")
def test_who_leaves_the_sign_alone_takes_an_answer_back_as_ever_and_what_was_taken_goes_back(tmp_path: Path) -> None:
    table = owing(tmp_path)
    table.answers(BLUE, "order", "corps-2")
    table.answers(BLUE, "order", "heavy-1")
    assert notes(table)
    assert {TAKE_BACK, UNDO} <= {*keys(table)}
    table.answers(BLUE, TAKE_BACK)
    assert table.session.play is not None
    assert table.session.play.state.ledger.called_back == (HandBack(BLUE, "heavy", 1),)
    game = table.session.play.state.game
    assert isinstance(game, OwedTokens)
    assert game.orders == (2, 0)


@pytest.mark.rule("TB-09")
@pytest.mark.rule("TB-97")
def test_the_clock_of_who_is_asked_runs_beside_the_sign(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, (), game=RedsTurn(), clock_set=ClockSet(ClockMode.EACH, 120_000)).begun()
    table.answers(BLUE, "order", "corps-2")
    assert notes(table)
    assert table.now.clock is not None
    assert table.now.clock.running == (RED,)


@pytest.mark.rule("TB-09")
def test_it_goes_with_its_round_and_the_next_one_has_its_own(tmp_path: Path) -> None:
    table = won(tmp_path)
    (first,) = notes(table)
    table.answers(BLUE, "next")
    assert notes(table) == []
    for seat in SEATS:
        table.lifts(seat)
    table.plays(4, 2)
    (second,) = notes(table)
    assert (second.chore, second.key == first.key) == (1, False)
    assert out(table) == 2


@pytest.mark.rule("TB-09")
def test_once_the_match_has_ended_only_what_goes_back_is_asked(tmp_path: Path) -> None:
    table = won(tmp_path)
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    assert keys(table) == [TOKENS_BACK]
    table.answers(BLUE, TOKENS_BACK)
    assert keys(table) == ["next_match"]


@pytest.mark.rule("TB-09")
def test_at_a_table_without_hardware_nobody_puts_tokens_away(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, (), phones_alone=True).begun()
    table.plays(3, 1)
    assert out(table)
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    assert keys(table) == ["next_match"]


@pytest.mark.rule("TB-09")
def test_one_hold_puts_it_away_and_leaves_the_question_where_it_was(tmp_path: Path) -> None:
    table = won(tmp_path)
    (note,) = notes(table)
    asked = table.desk(BLUE).focus
    assert asked == Focus("next", 0), "the game's question, and no other"
    table.receives(hw.Held("west", Button.NEXT))
    while (focus := table.desk(BLUE).focus) is None or focus.prompt != note.key:
        table.presses(BLUE, Button.NEXT)
    table.presses(BLUE, Button.CONFIRM)
    assert notes(table) == [note], "a press opens it"
    table.holds(BLUE)
    assert (notes(table), table.desk(BLUE).focus, out(table)) == ([], asked, 1)


@pytest.mark.rule("TB-09")
def test_the_key_of_any_of_its_payouts_puts_it_away_and_later_it_is_refused_like_what_nobody_asks(
    tmp_path: Path,
) -> None:
    table = owing(tmp_path)
    table.answers(BLUE, "order", "corps-2")
    table.answers(BLUE, "order", "heavy-1")
    *_, last = table.now.handing
    table.answers(RED, HAND + last.job)
    table.answers(BLUE, HAND + last.job, "yes")
    assert len(notes(table)) == 1, "neither the other seat nor another answer does"
    table.answers(BLUE, HAND + last.job)
    assert (notes(table), table.now.notice) == ([], None)
    table.answers(BLUE, HAND + last.job)
    assert table.now.notice is not None
    assert table.now.notice.rule == "TB-06"


@pytest.mark.rule("TB-09")
def test_after_a_restart_the_sign_is_gone_and_the_tokens_are_taken(tmp_path: Path) -> None:
    table = won(tmp_path).crash()
    assert (notes(table), out(table)) == ([], 1)


@pytest.mark.rule("TB-09")
def test_what_an_earlier_program_left_open_is_noted_when_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(TokensByHand, "take", lambda _: False)
        table = won(tmp_path)
        assert notes(table) == []
    table.crash()
    (note,) = notes(table)
    assert (note.chore, out(table)) == (1, 1)
