"""From the lobby to the last token, as the session sees it: devices speak, and the world is reported."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.events import Button
from table.rules.cards import KnownCard
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import BLUE, RED
from table.session.input import LetGo, Pointed, Touched
from table.view.published import Focus
from tests.session.kit import SessionTable


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path).begun()


def test_a_match_begins_with_three_buttons(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    assert table.asked() == ["system"]
    table.presses(RED, Button.CONFIRM)
    assert table.asked() == ["list", "list"]
    table.presses(BLUE, Button.CONFIRM)
    table.presses(RED, Button.NEXT, Button.CONFIRM)
    table.presses(BLUE, Button.CONFIRM)
    assert table.asked() == ["card", "card"]
    assert table.now.view is not None
    assert [seat.side for seat in table.now.view.seats] == ["north", "south"]


def test_a_broken_list_is_refused_in_the_lobby_and_another_can_be_chosen(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    table.answers(BLUE, "system", "skirmish")
    table.answers(BLUE, "list", "broken")
    assert table.now.notice is not None
    assert table.now.notice.rule == "XX-1"
    table.answers(BLUE, "list", "north")
    assert table.asked() == ["list"]


def test_both_cards_are_revealed_when_both_are_locked(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    assert table.desk(BLUE).locked
    assert table.now.view is not None
    assert table.now.view.seats[0].card is None
    table.lays(RED, 1)
    table.holds(RED)
    assert [seat.card and seat.card.pips for seat in table.now.view.seats] == [3, 1]
    assert not table.desk(BLUE).locked


def test_before_the_match_begins_an_army_and_the_game_can_be_chosen_again(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    table.answers(BLUE, "system", "skirmish")
    table.answers(BLUE, "list", "south")
    assert [p.seat for p in table.now.prompts if p.key == "change"] == [BLUE]
    table.answers(BLUE, "change")
    assert table.asked() == ["list", "list"], "and the other seat's choice stands as it was"
    table.answers(BLUE, "list", "north")
    table.answers(RED, "list", "south")
    assert table.asked() == ["begin"]
    table.answers(RED, "change")
    assert table.asked() == ["list"]
    table.answers(RED, "back")
    assert table.asked() == ["system"]


@pytest.mark.rule("TB-01")
def test_only_a_command_card_that_lies_alone_can_be_locked(table: SessionTable) -> None:
    table.holds(BLUE)
    assert table.now.notice is not None
    assert table.now.notice.rule == "TB-01"
    table.lays_tag(BLUE, b"\x04unknown")
    assert table.desk(BLUE).reader == "foreign"
    table.holds(BLUE)
    assert not table.desk(BLUE).locked
    table.receives(hw.TagUnclear("left", hw.Unclear.SEVERAL))
    table.holds(BLUE)
    assert not table.desk(BLUE).locked
    assert table.desk(BLUE).lamp == ("amber", "blink")


@pytest.mark.rule("TB-02")
def test_a_lifted_card_breaks_the_seal_and_reports_it(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.lifts(BLUE)
    assert not table.desk(BLUE).locked
    assert table.now.notice is not None
    assert table.now.notice.rule == "TB-02"


def test_a_card_that_another_program_holds_is_a_fault_until_it_is_read(table: SessionTable) -> None:
    table.receives(hw.TagUnclear("left", hw.Unclear.HELD, "ACR122U: scdaemon (process 812)"))
    assert [(note.code, note.detail) for note in table.now.faults] == [
        ("reader.card_held", "ACR122U: scdaemon (process 812)")
    ]
    table.lays(BLUE, 3)
    assert table.now.faults == ()


@pytest.mark.rule("TB-02")
def test_another_card_in_its_place_breaks_it_too_but_a_reader_that_came_back_does_not(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.receives(hw.ReaderGone("left", hw.Fault("reader.missing", "left")), hw.ReaderBack("left"))
    table.lays(BLUE, 3)
    assert table.desk(BLUE).locked
    table.lays(BLUE, 4)
    assert not table.desk(BLUE).locked


@pytest.mark.rule("TB-02")
def test_a_garbled_reading_is_no_lift(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.receives(hw.TagUnclear("left", hw.Unclear.UNREADABLE))
    assert table.desk(BLUE).locked


@pytest.mark.rule("TB-03")
def test_holding_again_unlocks(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.holds(BLUE)
    assert not table.desk(BLUE).locked


def test_a_short_press_locks_nothing_and_reports_hold(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.presses(BLUE, Button.CONFIRM)
    assert not table.desk(BLUE).locked
    assert table.now.notice is not None
    assert table.now.notice.words.key == "session.hold"


def test_nothing_of_a_card_is_in_the_journal_before_the_reveal(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    assert b"skirmish.card" not in table.journal_text()
    table.lays(RED, 1)
    table.holds(RED)
    assert b"skirmish.card.3" in table.journal_text()


def test_an_open_card_that_nobody_asked_for_is_refused_and_harms_nothing(table: SessionTable) -> None:
    table.cards[b"\x04unit..."] = KnownCard("skirmish.unit.7", "unit")
    table.lays_tag(BLUE, b"\x04unit...")
    assert table.now.notice is not None
    assert table.now.notice.rule == "TB-06"
    assert table.asked() == ["card", "card"]


def test_holding_next_leads_to_what_is_always_possible_and_back(table: SessionTable) -> None:
    asked = table.desk(BLUE).focus
    table.receives(hw.Held("west", Button.NEXT))
    focus = table.desk(BLUE).focus
    assert focus is not None
    prompt = next(each for each in table.now.prompts if each.key == focus.prompt)
    assert prompt.standing
    assert table.desk(RED).focus == asked, "each seat has its own"
    table.receives(hw.Held("west", Button.NEXT))
    assert table.desk(BLUE).focus == asked


def _proposes_undo(table: SessionTable) -> None:
    """Red wants to undo that the round is over."""
    table.plays(3, 1)
    table.answers(BLUE, "next")
    table.answers(RED, "match.undo")


@pytest.mark.rule("TB-71")
def test_both_are_notified_that_a_proposal_to_undo_lapsed(table: SessionTable) -> None:
    _proposes_undo(table)
    assert "match.undo.agree" in table.asked()
    for seat, card in ((BLUE, 2), (RED, 4)):
        table.lifts(seat)
        table.lays(seat, card)
        table.receives(Touched(seat, "card", None, hold=True))
    assert "match.undo.agree" not in table.asked()
    assert table.now.notice is not None
    assert (table.now.notice.seat, table.now.notice.words.key) == (None, "session.undo_lapsed")


@pytest.mark.rule("TB-71")
def test_a_proposal_that_is_answered_has_not_lapsed(table: SessionTable) -> None:
    _proposes_undo(table)
    table.answers(BLUE, "match.undo.agree", "no")
    assert table.now.notice is None


def test_a_token_is_asked_of_the_dispenser_once(table: SessionTable) -> None:
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    assert [type(request) for request in table.payouts()] == [hw.PayOut]
    job = table.now.handing[0].job
    table.receives(hw.TokenPassed(job, 1), hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE))
    assert table.now.handing == ()
    assert table.now.hoppers[0].content == 9


def test_after_a_crash_the_match_is_where_it_was_and_the_dispenser_is_asked_first(table: SessionTable) -> None:
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    job = table.now.handing[0].job
    table.crash()
    assert table.now.view is not None
    assert table.now.view.seats[0].card is not None
    assert table.payouts() == []
    table.receives(hw.DispenserUp(2, "1.0", 7, store=5))
    assert table.payouts() == [hw.AskJob(job)]
    table.receives(hw.PayoutUnheard(job))
    assert table.payouts() == [hw.AskJob(job), hw.PayOut(job, 0, 1)]


def test_after_a_crash_a_paid_job_is_not_paid_again(table: SessionTable) -> None:
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    job = table.now.handing[0].job
    table.crash()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5), hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE))
    assert [type(request) for request in table.payouts()] == [hw.AskJob]
    assert table.now.handing == ()


@pytest.mark.rule("TB-04")
def test_after_a_crash_a_hidden_seal_is_void_and_the_seat_locks_again(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.crash()
    assert not table.desk(BLUE).locked
    assert table.asked() == ["card", "card"]
    table.plays(3, 1)
    assert table.now.view is not None
    assert table.now.view.reveals == 1


def test_a_finished_match_goes_into_the_archive_and_the_lobby_opens(table: SessionTable) -> None:
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    assert table.asked() == ["next_match"]
    table.presses(BLUE, Button.CONFIRM)
    assert table.asked() == ["system"]
    assert list((table.folder / "matches").iterdir()) == []
    assert len(list((table.folder / "archive").glob("*.match"))) == 1


def test_a_missing_reader_is_a_fault_with_a_code_until_it_returns(table: SessionTable) -> None:
    table.receives(hw.ReaderGone("left", hw.Fault("reader.missing", "left")))
    assert [fault.code for fault in table.now.faults] == ["reader.missing"]
    assert table.desk(BLUE).reader == "gone"
    table.receives(hw.ReaderBack("left"))
    assert table.now.faults == ()


def test_a_damaged_journal_is_put_aside_and_the_screen_reports_it(table: SessionTable) -> None:
    (journal,) = (table.folder / "matches").glob("*.match")
    table.session.close()
    raw = bytearray(journal.read_bytes())
    raw[100:] = bytes(len(raw) - 100)
    journal.write_bytes(raw)
    table.crash()
    assert "journal.lost" in [fault.code for fault in table.now.faults]
    assert list((table.folder / "matches").glob("*.damaged-1"))
    assert table.asked() == ["system"]
    (system,) = (prompt for prompt in table.now.prompts if not prompt.standing)
    assert isinstance(system, ChooseOne)
    assert [option.id for option in system.options] == ["skirmish"], "what is lost is not offered"


def test_a_finger_moves_the_same_focus_and_gives_the_same_answers(table: SessionTable) -> None:
    table.receives(Pointed(BLUE, "match.end", 1))
    focus = table.desk(BLUE).focus
    assert focus is not None
    assert (focus.prompt, focus.cursor) == ("match.end", 1)
    table.receives(Touched(BLUE, "match.end", "abandon"), Touched(RED, "match.agree", "agree"))
    table.receives(Touched(None, "next_match"))
    assert table.asked() == ["system"]
    (system,) = (prompt for prompt in table.now.prompts if not prompt.standing)
    assert isinstance(system, ChooseOne)
    assert [option.id for option in system.options] == ["skirmish"], "what is lost is not offered"


def test_a_finger_that_stays_locks_the_card(table: SessionTable) -> None:
    table.lays(BLUE, 3)
    table.receives(Touched(BLUE, "card"))
    assert table.desk(BLUE).locked


def test_a_short_press_without_a_card_states_what_is_missing_and_not_to_hold(table: SessionTable) -> None:
    table.presses(RED, Button.CONFIRM)
    assert table.now.notice is not None
    assert table.now.notice.words.key == "session.cannot_lock.empty"
    table.lays(RED, 1)
    table.presses(RED, Button.CONFIRM)
    assert table.now.notice.words.key == "session.hold"


def test_a_finger_that_leaves_too_soon_is_asked_to_hold_and_moves_the_focus_there(table: SessionTable) -> None:
    _proposes_undo(table)
    assert table.desk(BLUE).focus == Focus("match.undo.agree", 0)
    table.receives(LetGo(BLUE, "match.undo.agree", "yes"))
    assert table.now.notice is not None
    assert (table.now.notice.seat, table.now.notice.words.key) == (BLUE, "session.hold")
    assert table.desk(BLUE).focus == Focus("match.undo.agree", 1)
    assert "match.undo.agree" in table.asked()


@pytest.mark.rule("TB-07")
def test_a_roll_for_which_the_numbers_are_asked_is_made_as_soon_as_they_are_there(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    table.session.begin("skirmish", {BLUE: "north", RED: "south"})
    table.plays(3, 3)
    assert table.asked() == ["tie"]
    table.answers(BLUE, "tie")
    assert table.asked() == ["match.number", "match.number"]
    assert table.now.dialling
    assert len(table.now.commitment) == 64
    for seat in (BLUE, RED):
        number = next(one for one in table.now.prompts if one.seat is seat and isinstance(one, Number))
        assert number.untouched is not None
        table.answers(seat, number.key, number.first)
    assert "match.number" not in table.asked()
    assert table.now.view is not None
    assert table.now.view.rolled is not None
