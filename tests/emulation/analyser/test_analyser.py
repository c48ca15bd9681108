"""The traffic on the wires in words, decoded only from the bytes that a logic analyser sees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_bridge.wire import encode
from hal.readers import Readers, ReaderSettings
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.crc import with_crc_a
from sim_hardware.nfc.frame_words import answered, asked
from sim_hardware.nfc.mfrc522.bus_analyser import Analyser, Transfer, registers
from sim_hardware.nfc.tags import NTAG215, Ntag
from sim_hardware.nfc.world import Place
from table.emulation.acts import Lay
from table.emulation.analyser.clips import SerialDecoder, WireTap, likeness
from table.emulation.analyser.event_log import CARD, HANDS, SERIAL, SPI, TABLE, EventLog
from table.emulation.analyser.table_lines import TableDecoder, new_lines
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import CardNote, Desk, Published, ReaderState

UID = bytes.fromhex("04A1B2C3D4E5F6")
ALL = frozenset({CARD, SPI, SERIAL, TABLE, HANDS})


class Bus:
    """A reader with its driver, and a tap on its wires."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {"blue": Place(0, 0)})
        self.readers = Readers(self.world.spidev, [ReaderSettings("blue")])
        self.tap = WireTap({(0, 0): "blue"}, lambda: self.clock.now_s)
        self.world.buses[0].heard = lambda at_ns, device, mosi, miso: self.tap.carried(
            0, Transfer(at_ns, device, tuple(mosi), tuple(miso))
        )

    def polls(self, count: int, wanted_registers: bool = False) -> list[str]:
        for _ in range(count):
            self.readers.poll(self.clock.now_s)
            self.clock.advance(40 * MS)
        self.tap.take_in(wanted_registers)
        return [line.words for line in self.tap.record.filtered(ALL, "", 1000)]


def test_a_card_is_identified_frame_by_frame() -> None:
    bus = Bus()
    bus.world.lay("blue", Ntag(UID, NTAG215))
    reported = bus.polls(6)
    assert "ANTICOLL CL1: UID part 88 04 A1 B2" in reported
    at = reported.index("ANTICOLL CL1: UID part 88 04 A1 B2")
    assert reported[at - 1] in ("REQA: ATQA 0044", "WUPA: ATQA 0044")
    assert reported[at + 1 : at + 4] == [
        "SELECT CL1 88 04 A1 B2: SAK 04, UID goes on",
        "ANTICOLL CL2: UID part C3 D4 E5 F6",
        "SELECT CL2 C3 D4 E5 F6: SAK 00",
    ]
    assert "HLTA" in reported[at:]
    assert any(line.startswith("READ ") for line in reported[at:]), "its record is read"


def test_an_empty_reader_is_one_line_that_counts() -> None:
    bus = Bus()
    before = len(bus.polls(10))
    assert len(bus.polls(100)) == before
    (line,) = bus.tap.record.filtered(ALL, "no answer", 1)
    assert line.times > 90


def test_two_cards_collide_in_the_log_too() -> None:
    bus = Bus()
    for number in (1, 2):
        bus.world.lay("blue", Ntag(bytes([4, number, 2, 3, 4, 5, 6]), NTAG215))
    assert any("collision" in line for line in bus.polls(6))


def test_register_accesses_are_reported_where_somebody_asks_for_them() -> None:
    bus = Bus()
    assert not any("FIFO_DATA" in line for line in bus.polls(3))
    reported = bus.polls(3, wanted_registers=True)
    assert any(line.startswith(("write FIFO_DATA 26", "write FIFO_DATA 52")) for line in reported)
    assert any(line.startswith("read COM_IRQ") for line in reported)


@pytest.mark.slow
@given(st.lists(st.tuples(st.binary(max_size=40), st.binary(max_size=40)), max_size=20))
def test_no_rubbish_on_the_bus_stops_the_analyser(transfers: list[tuple[bytes, bytes]]) -> None:
    analyser = Analyser()
    for number, (mosi, miso) in enumerate(transfers):
        transfer = Transfer(number, 0, tuple(mosi), tuple(miso))
        assert isinstance(registers(transfer), str)
        assert all(frame.words or not mosi for frame in analyser.feed(transfer))


@pytest.mark.parametrize(
    ("frame", "bits", "words"),
    [
        (b"\x26", 7, "REQA"),
        (b"\x52", 7, "WUPA"),
        (b"\x93\x20", 0, "ANTICOLL CL1"),
        (b"\x50\x00\x57\xcd", 0, "HLTA"),
        (with_crc_a(b"\x30\x04"), 0, "READ 04"),
        (with_crc_a(b"\xe0\x50"), 0, "RATS 50"),
    ],
)
def test_what_a_reader_sends_has_its_name(frame: bytes, bits: int, words: str) -> None:
    """ISO/IEC 14443-3, 6.4; NTAG21x data sheet, 9."""
    assert asked(frame, bits) == words


def test_a_tag_that_refuses_answers_nak() -> None:
    assert answered("DATA", b"\x00", 4) == "NAK 0"
    assert answered("DATA", b"\x0a", 4) == "ACK"


def test_the_serial_line_is_reported_in_frames_and_what_is_none_is_reported_too() -> None:
    tap, whole = SerialDecoder(), encode("pay", 4, "m1-1", 0, 2, 0)
    assert tap.feed(whole[:9]) == ()
    assert tap.feed(whole[9:]) == ("pay 4 m1-1 0 2 0",)
    (spoilt,) = tap.feed(whole.replace(b"m1", b"m2"))
    assert "outside any frame" in spoilt
    assert likeness("alive 7 77 1 0 0") == likeness("alive 8 77 1 0 0") != likeness("alive 8 77 1 3 0")


def test_a_record_keeps_the_newest_lines_and_no_more() -> None:
    record = EventLog(kept=50)
    for number in range(200):
        record.add(number, TABLE, "match", [f"line {number}"])
    assert len(record) == 50
    assert [line.words for line in record.filtered(ALL, "", 2)] == ["line 198", "line 199"]
    assert [line.words for line in record.filtered(ALL, "", 2, skipped=10)] == ["line 188", "line 189"]
    assert record.filtered(frozenset({SPI}), "", 10) == ()
    assert [line.words for line in record.filtered(ALL, "LINE 17", 3)] == ["line 177", "line 178", "line 179"]


def test_what_comes_again_after_a_while_is_a_line_of_its_own() -> None:
    record = EventLog()
    for at_s in (0.0, 0.2, 0.4, 5.0):
        record.add(at_s, CARD, "blue", ["WUPA", "HLTA"])
    assert [(line.at_s, line.words, line.times) for line in record.filtered(ALL, "", 9)] == [
        (0.0, "WUPA", 3),
        (0.0, "HLTA", 1),
        (5.0, "WUPA", 1),
        (5.0, "HLTA", 1),
    ]


def test_a_copy_stays_as_it_was() -> None:
    record = EventLog()
    record.add(0.0, TABLE, "match", ["first"])
    kept = record.copy()
    record.add(1.0, TABLE, "match", ["second"])
    assert [line.words for line in kept.filtered(ALL, "", 9)] == ["first"]


def test_acts_stand_in_the_log_with_all_that_they_say() -> None:
    tap = WireTap({}, lambda: 1.5)
    tap.did(Lay(BLUE, "blue/legion.card.push/0", 3.0))
    tap.take_in(False)
    (line,) = tap.record.filtered(ALL, "", 9)
    assert line.words == "lay reader=blue card=blue/legion.card.push/0 x_mm=3.0 y_mm=0.0"


def test_of_a_story_only_what_is_new_is_reported() -> None:
    one, two, three = (text(name) for name in ("a", "b", "c"))
    assert new_lines((), (one,)) == (one,)
    assert new_lines((one, two), (two, three)) == (three,)
    assert new_lines((one, two), (one, two)) == ()
    assert new_lines((one,), (two, three)) == (two, three)


def test_a_card_that_is_refused_is_reported_once_with_its_rule() -> None:
    reported: list[tuple[str, str]] = []
    lines = TableDecoder(lambda _channel, who, words: reported.append((who, words)))
    empty = Published("", None, (), (Desk(BLUE, ReaderState.CARD), Desk(RED, ReaderState.EMPTY)))
    lines.log_changes(empty)
    reported.clear()
    wanted = CardNote(text("session.cannot_lock.unplayable"), "LA-50")
    for notice in ("", "again"):
        desks = (Desk(BLUE, ReaderState.CARD, note=wanted), empty.desks[1])
        lines.log_changes(replace(empty, desks=desks, match=notice))
    assert reported == [("blue", "The card on your reader may not be played now. Lay another one. (LA-50)")]
