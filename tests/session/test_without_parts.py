"""A seat without a reader, a spare reader, and parts that fail and work again."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.sealed import Sealed
from table.rules.seats import BLUE, RED
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
