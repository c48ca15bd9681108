"""Two players with one reader lay their cards on it in turn. CONFIRM decides whose card it is."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.sealed import Sealed
from table.rules.seats import BLUE, RED, Seat
from table.view.published import ReaderState
from tests.session.kit import SessionTable

READER = "left"


class OneReader(SessionTable):
    def lays_tag(self, seat: Seat, uid: bytes) -> None:
        self.receives(hw.TagPlaced(READER, Sealed(hw.Tag(uid))))

    def lifts(self, seat: Seat) -> None:
        self.receives(hw.TagLifted(READER))


@pytest.fixture
def table(tmp_path: Path) -> OneReader:
    table = OneReader(tmp_path, shared_reader=READER).begun()
    assert table.asked()[:2] == ["card", "card"]
    return table


def readers(table: SessionTable) -> tuple[ReaderState, ReaderState]:
    return table.desk(BLUE).reader, table.desk(RED).reader


@pytest.mark.parametrize("first", [BLUE, RED])
def test_a_card_belongs_to_the_seat_that_locks_it(table: OneReader, first: Seat) -> None:
    table.lays(first, 3)
    assert readers(table) == (ReaderState.CARD, ReaderState.CARD)
    table.holds(first)
    assert table.desk(first).locked
    assert table.desk(first.opponent).reader is ReaderState.EMPTY
    table.holds(first.opponent)
    assert not table.desk(first.opponent).locked, "nobody locks the other's card"


def test_a_locked_card_makes_room_for_the_other_and_both_are_turned(table: OneReader) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.lifts(BLUE)
    assert table.desk(BLUE).locked
    table.lays(RED, 1)
    table.holds(RED)
    table.lifts(RED)
    journal = table.journal_text()
    assert b"skirmish.card.3" in journal
    assert b"skirmish.card.1" in journal
    assert b"SealBroken" not in journal


def test_the_next_round_begins_with_an_empty_reader(table: OneReader) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.lifts(BLUE)
    table.lays(RED, 1)
    table.holds(RED)
    table.lifts(RED)
    table.answers(BLUE, "next")
    assert readers(table) == (ReaderState.EMPTY, ReaderState.EMPTY)
    table.holds(BLUE)
    assert not table.desk(BLUE).locked


def test_a_reader_that_fails_and_comes_back_breaks_no_lock(table: OneReader) -> None:
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.receives(hw.ReaderGone(READER, hw.Fault("reader.no_daemon", READER)))
    assert readers(table) == (ReaderState.GONE, ReaderState.GONE)
    table.receives(hw.ReaderBack(READER))
    assert table.desk(BLUE).locked
    table.lays(RED, 1)
    table.holds(RED)
    assert not table.desk(BLUE).locked, "both were turned"


def test_a_card_that_is_lifted_before_its_lock_is_nobodys(table: OneReader) -> None:
    table.lays(BLUE, 3)
    table.lifts(BLUE)
    table.holds(BLUE)
    assert readers(table) == (ReaderState.EMPTY, ReaderState.EMPTY)
    assert not table.desk(BLUE).locked
