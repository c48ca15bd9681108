"""A seat without a reader, a spare reader, and parts that fail and work again."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.sealed import Sealed
from table.rules.match.seals import UNLOCK
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED, Seat
from table.session.answers.shown_hands import CARD, NO, SHOW, YES
from table.words import Words
from table.words.faults import fault_words
from tests.session.kit import READERS, SessionTable


@pytest.fixture
def one_reader(tmp_path: Path) -> SessionTable:
    """Red has no reader."""
    return SessionTable(tmp_path, readers={"left": BLUE}).begun()


def codes(table: SessionTable) -> list[tuple[str, str]]:
    return [(fault.code, fault.part) for fault in table.now.faults]


def test_a_seat_without_a_reader_is_shown_how_to_play_its_cards(one_reader: SessionTable) -> None:
    assert codes(one_reader) == [("reader.none", "red")]
    (note,) = one_reader.now.faults
    for language, words in (("en", "on a phone"), ("de", "auf einem Telefon"), ("es", "en un teléfono")):
        assert words in Words(language).say(fault_words(note.code, note.part, note.detail))


def test_the_lamp_of_a_seat_without_a_reader_shows_its_questions(one_reader: SessionTable) -> None:
    assert one_reader.desk(RED).reader == "gone"
    assert one_reader.desk(RED).lamp == ("red", "pulse")
    one_reader.receives(hw.ReaderGone("left", hw.Fault("reader.missing", "left")))
    assert one_reader.desk(BLUE).lamp == ("amber", "blink"), "a reader that fails is trouble"


def test_the_other_seat_locks_as_ever_and_reds_press_is_shown_how_to_go_on(one_reader: SessionTable) -> None:
    one_reader.lays(BLUE, 3)
    one_reader.holds(BLUE)
    one_reader.presses(RED, hw.Button.CONFIRM)
    assert one_reader.desk(BLUE).locked
    assert not one_reader.desk(RED).locked
    assert one_reader.now.notice is not None
    assert one_reader.now.notice.words.key == "session.cannot_lock.gone"


def choices(table: SessionTable, seat: Seat) -> list[str]:
    return [
        option.id
        for prompt in table.now.prompts
        if isinstance(prompt, ChooseOne) and prompt.key in (SHOW, CARD) and prompt.seat is seat
        for option in prompt.options
    ]


def plays_by_hand(table: SessionTable, seat: Seat, card: str) -> None:
    table.holds(seat)
    table.answers(seat, SHOW, YES)
    table.answers(seat, CARD, card)


@pytest.mark.rule("TB-126")
def test_a_seat_without_a_reader_is_asked_before_its_hand_is_shown(one_reader: SessionTable) -> None:
    assert choices(one_reader, RED) == []
    one_reader.holds(RED)
    assert choices(one_reader, RED) == [NO, YES]
    one_reader.answers(RED, SHOW, NO)
    assert choices(one_reader, RED) == []
    one_reader.holds(RED)
    one_reader.presses(RED, hw.Button.NEXT, hw.Button.CONFIRM)
    assert choices(one_reader, RED) == [f"skirmish.card.{n}" for n in range(1, 6)]


@pytest.mark.rule("TB-126")
@pytest.mark.rule("TB-05")
def test_the_card_chosen_on_the_screen_is_locked_and_turned_with_the_one_that_was_laid(
    one_reader: SessionTable,
) -> None:
    one_reader.lays(BLUE, 3)
    one_reader.holds(BLUE)
    plays_by_hand(one_reader, RED, "skirmish.card.5")
    journal = one_reader.journal_text()
    assert b"skirmish.card.3" in journal
    assert b"skirmish.card.5" in journal
    assert choices(one_reader, RED) == []
    assert one_reader.desk(RED).reader == "gone"


@pytest.mark.rule("TB-126")
def test_a_locked_card_closes_the_hand_and_can_be_taken_back(one_reader: SessionTable) -> None:
    plays_by_hand(one_reader, RED, "skirmish.card.5")
    assert one_reader.desk(RED).locked
    assert choices(one_reader, RED) == []
    assert b"skirmish.card.5" not in one_reader.journal_text()
    one_reader.answers(RED, UNLOCK)
    assert not one_reader.desk(RED).locked
    assert choices(one_reader, RED) == []


@pytest.mark.rule("TB-126")
def test_a_reader_that_is_back_closes_the_hand(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.receives(hw.ReaderGone("right", hw.Fault("reader.missing", "right")))
    table.holds(RED)
    table.answers(RED, SHOW, YES)
    table.receives(hw.ReaderBack("right"))
    assert choices(table, RED) == []
    table.answers(RED, CARD, "skirmish.card.5")
    assert not table.desk(RED).locked


@pytest.mark.rule("TB-126")
def test_without_any_reader_a_whole_match_is_played(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, readers={}).begun()
    for blue, red in ((1, 5), (2, 4), (3, 1)):
        plays_by_hand(table, BLUE, f"skirmish.card.{blue}")
        plays_by_hand(table, RED, f"skirmish.card.{red}")
        table.answers(BLUE, "next")
    journal = table.journal_text()
    assert all(f"skirmish.card.{n}".encode() in journal for n in range(1, 6))
    assert choices(table, BLUE) == choices(table, RED) == []


def test_a_spare_reader_belongs_to_nobody(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, readers=READERS).begun()
    before = table.now
    for event in (
        hw.TagPlaced("spare", Sealed(hw.Tag(bytes([4, 3, 0, 0, 0, 0, 0])))),
        hw.TagLifted("spare"),
        hw.ReaderBack("spare"),
    ):
        table.receives(event)
    assert table.now.desks == before.desks


def test_a_part_that_works_again_has_none_of_its_faults_left(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.receives(
        hw.PartFailed(hw.Fault("pin.busy", "panels.blue.confirm", "22: spi1 CS2")),
        hw.PartFailed(hw.Fault("sound.failed", "sound", "HDMI")),
    )
    assert codes(table) == [("pin.busy", "panels.blue.confirm"), ("sound.failed", "sound")]
    table.receives(hw.PartWorks("panels.blue.confirm"))
    assert codes(table) == [("sound.failed", "sound")]
