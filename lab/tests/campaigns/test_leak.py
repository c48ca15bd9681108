"""Two tables that differ only in a hidden card say the same to the world until the reveal: screen, sounds, lamps, log,
journal, serial line, files, and the time of it all. And whatever tag the card has."""

import logging
import sys
from functools import cache

import pytest
from msgspec.structs import replace

from hal.events import AskJob, LampColour, LampSetting
from lab.campaigns.leak.capture import LOCKING, OFF, Story, differing, hidden, locked, refused, since, spared, until
from lab.campaigns.leak.leak_campaign import USUAL, strange, tags
from table.emulation.virtual_table import VirtualTable
from table.rules.seats import BLUE
from table.rules.text import text
from table.session.held_seals import HeldSeals
from table.session.seat_state import SeatState
from table.view.published import CardNote, Notice

SPEAKING = "legion.card.somebody-has-to-save-our-skins"


@cache
def spoken(story: Story) -> bytes:
    return hidden(SPEAKING, story=story)


@pytest.mark.slow
def test_what_is_compared_is_all_there_is() -> None:
    spoken_lines = spoken(quiet)
    for part in (
        b" screen ",
        b" sound ",
        b" lamps ",
        b" serial to the host",
        b" serial from the host",
        b" log ",
        b" feed ",
        b" operations ",
    ):
        assert part in spoken_lines
    assert b"\nfile matches/" in spoken_lines
    assert b"SQLite format 3" in spoken_lines


def quiet(table: VirtualTable, card: str) -> None:
    locked(table, card)
    table.wait(0.2)


def glow(table: VirtualTable, _card: str) -> None:
    table._devices.send(LampSetting(table.config.seats.blue.panel, LampColour.WHITE))


def ask(table: VirtualTable, _card: str) -> None:
    table._devices.send(AskJob("j-1"))


def show(table: VirtualTable, _card: str) -> None:
    table._publish(replace(table.now, notice=Notice(BLUE, text("session.hold"))))


def store(table: VirtualTable, card: str) -> None:
    (table.config.state.path / "note").write_text(card)


def publishes(_table: VirtualTable, card: str) -> None:
    sys.stdout.write(card)


def stumble(_table: VirtualTable, card: str) -> None:
    try:
        raise KeyError(card)
    except KeyError:
        logging.getLogger("table.session.session").exception("the session thread failed")


@pytest.mark.slow
@pytest.mark.parametrize("leak", [glow, ask, show, store, publishes, stumble])
def test_a_table_that_lets_one_card_show_is_found_out(leak: Story) -> None:
    def leaky(table: VirtualTable, card: str) -> None:
        locked(table, card)
        leak(table, card)
        table.wait(0.2)

    assert differing(spoken(quiet), hidden(USUAL, story=leaky)) > 0


@pytest.mark.slow
@pytest.mark.rule("TB-48")
def test_a_table_that_lets_nothing_show_is_not() -> None:
    assert differing(spoken(quiet), hidden(USUAL, story=quiet)) == 0


def loses_its_readers(table: VirtualTable, card: str) -> None:
    """Each reader's wires come off under its card, which brings the last frames on them into the log."""
    locked(table, card)
    for name in ("blue", "red"):
        table.readers.fault("unplug", name)
    table.wait(3.0)


@pytest.mark.campaign
@pytest.mark.rule("TB-48")
def test_the_last_frames_of_a_lost_reader_say_nothing_of_its_card() -> None:
    stated = hidden(USUAL, story=loses_its_readers)
    assert stated.count(b"the last frames on the wire of reader") == 2
    assert differing(stated, hidden(SPEAKING, story=loses_its_readers)) == 0
    for tag in tags()[1:3]:
        assert differing(stated, hidden(USUAL, tag, story=loses_its_readers)) == 0


@pytest.mark.campaign
@pytest.mark.rule("LA-50")
def test_a_table_that_gives_the_reason_a_card_is_refused_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = strange()[:2]
    assert differing(hidden(one, story=refused), hidden(other, story=refused)) == 0
    usual_note = HeldSeals.note

    def names_card(sealing: HeldSeals, desk: SeatState, asked: bool) -> CardNote | None:
        described = usual_note(sealing, desk, asked)
        why = text("legion.illegal.discarded", card=str(desk.sealable()))
        return None if described is None else replace(described, words=why)

    monkeypatch.setattr(HeldSeals, "note", names_card)
    assert differing(hidden(one, story=refused), hidden(other, story=refused)) > 0


@pytest.mark.slow
@pytest.mark.rule("LA-50")
def test_a_refusal_is_all_that_distinguishes_a_card_that_may_not_be_played_from_one_that_may() -> None:
    may_not, may = hidden(strange()[0], story=refused), hidden(USUAL, story=spared)
    assert differing(until(LOCKING, may_not), until(LOCKING, may)) == 0
    assert differing(since(OFF, may_not), since(OFF, may)) == 0
    assert b"session.cannot_lock.unplayable" in may_not[: may_not.rindex(OFF.encode())]
    assert b"session.cannot_lock" not in may + since(OFF, may_not)


@pytest.mark.slow
@pytest.mark.rule("LA-50")
def test_a_table_that_writes_a_refusal_down_is_found_out() -> None:
    def notes(table: VirtualTable, card: str) -> None:
        refused(table, card)
        store(table, "a card was refused")

    assert differing(since(OFF, hidden(strange()[0], story=notes)), since(OFF, hidden(USUAL, story=spared))) > 0
