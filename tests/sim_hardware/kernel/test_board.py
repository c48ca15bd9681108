"""The parts at a real kernel's pins and bus, spoken to as the module speaks."""

import struct

import pytest

from sim_hardware.clock import MS, Clock, S
from sim_hardware.kernel.board import WiredBoard
from sim_hardware.kernel.messages import FrameOrder, MessageReader, PinChange, Pull
from sim_hardware.nfc.world import Place, ReaderWorld
from sim_hardware.panel import EmulatedPanels, PanelWires

HEAD = struct.Struct("<BBHIQ")
VERSION = 0x37 << 1 | 0x80
RESET, CONFIRM, RED = 25, 22, 5


def reported(pin: int, level: bool, output: bool = True, at_ns: int = 0, pull: int = 0) -> bytes:
    return HEAD.pack(ord("P"), pin, 0, level | output << 1 | pull << 2, at_ns)


def asked(number: int, mosi: bytes, select: int = 0) -> bytes:
    return HEAD.pack(ord("S"), select, len(mosi) + 4, number, 0) + struct.pack("<I", 1_000_000) + mosi


class Bench:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.readers = ReaderWorld(Clock(), {"blue": Place(0, 0), "red": Place(0, 1)}, versions={"red": 0x91})
        self.board = WiredBoard(self.readers, {"red": RESET}, self.sent.append)
        wires = {"blue": PanelWires(buttons={"confirm": CONFIRM}, lamp=(RED, 6, 13))}
        self.panels = EmulatedPanels(wires, Clock(), self.board.pins)

    def answer(self, number: int, mosi: bytes, select: int = 0) -> bytes:
        self.sent.clear()
        self.board.receive(asked(number, mosi, select))
        (stated,) = self.sent
        kind, line, size, of, _ = HEAD.unpack_from(stated)
        assert (kind, line, size, of) == (ord("s"), select, len(mosi), number)
        return stated[HEAD.size :]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_each_chip_select_has_its_own_chip(bench: Bench) -> None:
    assert bench.answer(7, bytes([VERSION, 0]))[1] == 0x92
    assert bench.answer(8, bytes([VERSION, 0]), 1)[1] == 0x91


def test_a_chip_that_is_held_in_reset_reports_nothing_until_its_line_is_high_or_let_go(bench: Bench) -> None:
    for again in (reported(RESET, True), reported(RESET, False, output=False)):
        bench.board.receive(reported(RESET, False))
        assert bench.answer(1, bytes([VERSION, 0]), 1)[1] == 0
        assert bench.answer(2, bytes([VERSION, 0]))[1] == 0x92
        bench.board.receive(again)
        bench.board.receive(reported(CONFIRM, True, output=False, at_ns=bench.board.now_ns + S))
        assert bench.answer(3, bytes([VERSION, 0]), 1)[1] == 0x91


def test_a_finger_moves_the_wire_of_its_button(bench: Bench) -> None:
    bench.panels.press("blue", "confirm")
    bench.panels.release("blue", "confirm")
    assert [HEAD.unpack(stated)[:4] for stated in bench.sent] == [(ord("p"), CONFIRM, 0, 0), (ord("p"), CONFIRM, 0, 1)]


def test_a_lamp_is_as_bright_as_the_time_that_its_pin_is_high(bench: Bench) -> None:
    assert bench.panels.lamp("blue") == (0.0, 0.0, 0.0)
    bench.board.receive(reported(RED, True))
    assert bench.panels.lamp("blue") == (1.0, 0.0, 0.0)
    for period in range(1, 40):
        bench.board.receive(
            reported(RED, False, at_ns=10 * MS * period) + reported(RED, True, at_ns=10 * MS * period + 7 * MS)
        )
    assert bench.panels.lamp("blue")[0] == pytest.approx(0.3, abs=0.05)
    bench.board.receive(reported(CONFIRM, True, output=False, at_ns=S))
    assert bench.panels.lamp("blue") == (1.0, 0.0, 0.0), "it is not switched any more"
    bench.board.receive(reported(RED, False, at_ns=2 * S))
    assert bench.panels.lamp("blue") == (0.0, 0.0, 0.0)


def test_a_stream_is_cut_into_messages_wherever_it_breaks() -> None:
    stream = reported(4, True, output=False, at_ns=99, pull=1) + asked(3, b"\x01\x02")
    reader = MessageReader()
    cut = [message for at in range(len(stream)) for message in reader.feed(stream[at : at + 1])]
    assert cut == [PinChange(4, 99, True, False, Pull.UP), FrameOrder(0, 3, 0, 1_000_000, b"\x01\x02")]


def test_what_is_no_stream_of_the_module_is_refused() -> None:
    with pytest.raises(ValueError, match="0x78"):
        list(MessageReader().feed(b"x" * HEAD.size))
