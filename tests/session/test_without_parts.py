"""A seat without a reader, a spare reader, and parts that fail and work again."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.sealed import Sealed
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.words import Words
from table.words.faults import fault_words
from tests.session.kit import READERS, SessionTable


@pytest.fixture
def one_reader(tmp_path: Path) -> SessionTable:
    """Red has no reader."""
    return SessionTable(tmp_path, readers={"left": BLUE}).begun()


def codes(table: SessionTable) -> list[tuple[str, str]]:
    return [(fault.code, fault.part) for fault in table.now.faults]


def test_a_seat_without_a_reader_is_told_how_to_play_its_cards(one_reader: SessionTable) -> None:
    assert codes(one_reader) == [("reader.none", "red")]
    (note,) = one_reader.now.faults
    for language, words in (("en", "on a phone"), ("de", "auf einem Telefon"), ("es", "en un teléfono")):
        assert words in Words(language).say(fault_words(note.code, note.part, note.detail))


def test_the_lamp_of_a_seat_without_a_reader_shows_its_questions(one_reader: SessionTable) -> None:
    assert one_reader.desk(RED).reader == "gone"
    assert one_reader.desk(RED).lamp == ("red", "pulse")
    one_reader.hears(hw.ReaderGone("left", hw.Fault("reader.missing", "left")))
    assert one_reader.desk(BLUE).lamp == ("amber", "blink"), "a reader that fails is trouble"


def test_the_other_seat_locks_as_ever_and_red_is_refused_with_the_fault_beside_it(one_reader: SessionTable) -> None:
    one_reader.lays(BLUE, 3)
    one_reader.holds(BLUE)
    one_reader.holds(RED)
    assert one_reader.desk(BLUE).locked
    assert not one_reader.desk(RED).locked
    assert one_reader.now.notice is not None
    assert one_reader.now.notice.words.key == "session.cannot_lock.gone"


def test_a_spare_reader_belongs_to_nobody(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, readers=READERS).begun()
    before = table.now
    for event in (
        hw.TagPlaced("spare", Sealed(hw.Tag(bytes([4, 3, 0, 0, 0, 0, 0])))),
        hw.TagLifted("spare"),
        hw.ReaderBack("spare"),
    ):
        table.hears(event)
    assert table.now.desks == before.desks


def test_a_part_that_works_again_has_none_of_its_faults_left(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.hears(
        hw.PartFailed(hw.Fault("pin.busy", "panels.blue.confirm", "22: spi1 CS2")),
        hw.PartFailed(hw.Fault("sound.failed", "sound", "HDMI")),
    )
    assert codes(table) == [("pin.busy", "panels.blue.confirm"), ("sound.failed", "sound")]
    table.hears(hw.PartWorks("panels.blue.confirm"))
    assert codes(table) == [("sound.failed", "sound")]


@pytest.fixture
def shared(tmp_path: Path) -> SessionTable:
    """Both seats use the reader `left`."""
    return SessionTable(tmp_path, readers={"left": BLUE}, shared="left").begun()


def lays(table: SessionTable, seat: Seat, n: int) -> None:
    table.hears(hw.TagPlaced("left", Sealed(hw.Tag(bytes([4, n, *(5 * [SEATS.index(seat)])])))))


@pytest.mark.rule("TB-02")
def test_two_seats_lock_their_cards_at_one_reader_one_after_the_other(shared: SessionTable) -> None:
    assert codes(shared) == [("reader.shared", "readers")]
    lays(shared, BLUE, 3)
    assert (shared.desk(BLUE).reader, shared.desk(RED).reader) == ("card", "empty")
    shared.holds(BLUE)
    shared.hears(hw.TagLifted("left"))
    assert shared.desk(BLUE).locked, "the card is taken back, and counts"
    lays(shared, RED, 4)
    assert shared.desk(RED).reader == "card"
    shared.holds(RED)
    assert shared.now.view is not None
    assert shared.now.view.reveals == 1
    shared.hears(hw.TagLifted("left"))
    assert [desk.reader for desk in shared.now.desks] == ["empty", "empty"]


@pytest.mark.rule("TB-02")
def test_a_card_that_is_lifted_from_a_shared_reader_before_its_lock_is_gone(shared: SessionTable) -> None:
    lays(shared, BLUE, 3)
    shared.hears(hw.TagLifted("left"))
    assert shared.desk(BLUE).reader == "empty"
    shared.holds(BLUE)
    assert not shared.desk(BLUE).locked


@pytest.mark.rule("TB-03")
def test_a_card_that_is_unlocked_after_it_was_taken_back_is_laid_again(shared: SessionTable) -> None:
    lays(shared, BLUE, 3)
    shared.holds(BLUE)
    shared.hears(hw.TagLifted("left"))
    shared.holds(BLUE)
    assert (shared.desk(BLUE).locked, shared.desk(BLUE).reader) == (False, "empty")
    lays(shared, BLUE, 2)
    shared.holds(BLUE)
    assert shared.desk(BLUE).locked


def test_whose_turn_it_is_at_a_shared_reader_does_not_depend_on_the_card(shared: SessionTable) -> None:
    """Red's card before blue has locked one counts as blue's, whichever it is: a hand must not show."""
    lays(shared, RED, 4)
    assert [desk.reader for desk in shared.now.desks] == ["card", "empty"]
    shared.hears(hw.TagUnclear("left", hw.Unclear.SEVERAL))
    assert [desk.reader for desk in shared.now.desks] == ["several", "empty"]


def test_a_shared_reader_that_fails_is_trouble_at_both_seats_and_a_locked_card_stays(shared: SessionTable) -> None:
    lays(shared, BLUE, 3)
    shared.holds(BLUE)
    shared.hears(hw.ReaderGone("left", hw.Fault("reader.missing", "left")))
    assert (shared.desk(BLUE).locked, shared.desk(RED).reader) == (True, "gone")
    shared.hears(hw.ReaderBack("left"), hw.TagLifted("left"))
    assert (shared.desk(BLUE).locked, shared.desk(RED).reader) == (True, "empty")
