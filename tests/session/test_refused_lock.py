"""TB-01: a game can keep a card from being locked. Skirmish does not; this one does, of cards that were played."""

from pathlib import Path

import pytest

import hal.events as hw
from examples.skirmish import Skirmish, State
from hal.events import LampColour, LampPattern
from table.rules.seats import BLUE, RED, Seat
from tests.session.kit import SessionTable


class Strict(Skirmish):
    def sealable(self, state: State, seat: Seat, card: str) -> bool:
        return (seat, card) not in state.used


@pytest.fixture
def second_round(tmp_path: Path) -> SessionTable:
    """Blue's 3 and red's 1 were turned over, and lie there still."""
    return next_round(SessionTable(tmp_path, game=Strict()).begun())


def next_round(table: SessionTable) -> SessionTable:
    table.plays(3, 1)
    table.answers(BLUE, "next")
    assert table.asked()[:2] == ["card", "card"]
    return table


def reported(table: SessionTable) -> list[tuple[Seat, str, str]]:
    """What each half states of the card on its reader."""
    return [(desk.seat, desk.note.words.key, desk.note.rule) for desk in table.now.desks if desk.note is not None]


@pytest.mark.rule("TB-01")
def test_a_game_that_reports_nothing_of_it_locks_what_was_played(tmp_path: Path) -> None:
    table = next_round(SessionTable(tmp_path).begun())
    table.holds(BLUE)
    assert table.desk(BLUE).locked


@pytest.mark.rule("TB-01")
def test_a_card_that_lies_there_from_the_round_before_is_called_that(second_round: SessionTable) -> None:
    second_round.holds(BLUE)
    assert not second_round.desk(BLUE).locked
    assert reported(second_round) == [(BLUE, "session.cannot_lock.turned", "TB-01")]


@pytest.mark.rule("TB-01")
def test_one_that_was_taken_off_since_is_refused_like_any_other(second_round: SessionTable) -> None:
    second_round.lifts(BLUE)
    second_round.lays(BLUE, 3)
    second_round.holds(BLUE)
    assert reported(second_round) == [(BLUE, "session.cannot_lock.unplayable", "TB-01")]


@pytest.mark.rule("TB-01")
def test_one_that_the_reader_lost_and_found_again_still_lies_there(second_round: SessionTable) -> None:
    second_round.receives(hw.ReaderGone("left", hw.Fault("reader.missing", "left")), hw.ReaderBack("left"))
    second_round.lays(BLUE, 3)
    second_round.holds(BLUE)
    assert reported(second_round) == [(BLUE, "session.cannot_lock.turned", "TB-01")]


@pytest.mark.rule("TB-01")
def test_the_refusal_is_over_when_another_card_comes_to_lie_there(second_round: SessionTable) -> None:
    second_round.holds(BLUE)
    second_round.lays(RED, 2)
    assert reported(second_round), "the other seat's card takes nothing of it back"
    second_round.lays(BLUE, 4)
    assert not reported(second_round)
    second_round.holds(BLUE)
    assert second_round.desk(BLUE).locked


@pytest.mark.rule("TB-01")
def test_the_lamp_of_its_owner_reports_it_alone_and_the_line_at_the_foot_does_not(second_round: SessionTable) -> None:
    blue, red = second_round.desk(BLUE).lamp, second_round.desk(RED).lamp
    second_round.holds(BLUE)
    assert second_round.desk(BLUE).lamp == (LampColour.AMBER, LampPattern.BLINK) != blue
    assert second_round.desk(RED).lamp == red
    assert second_round.now.notice is None
    second_round.lays(BLUE, 4)
    assert second_round.desk(BLUE).lamp == blue


@pytest.mark.rule("TB-01")
def test_what_was_refused_is_not_judged_again_before_it_is_locked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the words that go away would tell which card became playable."""
    table = next_round(SessionTable(tmp_path, game=Strict()).begun())
    table.holds(BLUE)
    monkeypatch.setattr(Strict, "sealable", Skirmish.sealable)
    table.lays(RED, 2)
    assert reported(table)
    table.holds(BLUE)
    assert table.desk(BLUE).locked
    assert not reported(table)


@pytest.mark.rule("TB-01")
def test_nothing_of_a_refused_lock_is_written_down(second_round: SessionTable) -> None:
    before = second_round.journal_text()
    second_round.lifts(BLUE)
    second_round.lays(BLUE, 3)
    second_round.holds(BLUE)
    assert second_round.journal_text() == before
