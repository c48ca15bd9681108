"""Frames that are sound and senseless: each is answered, and the firmware continues."""

import binascii

import pytest

from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.main import run
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser


def frame(body: bytes) -> bytes:
    return b"$%s*%08x\n" % (body, binascii.crc32(body))


@pytest.mark.parametrize("body", [b"hello ", b"hello  x", b"x " + 105 * b"1", b"pay 1 2", b" ", b"ask " + 90 * b"9"])
def test_a_senseless_frame_is_answered_and_the_next_one_too(body: bytes) -> None:
    clock = Clock()
    dispenser = EmulatedDispenser(clock, [5, 5])
    clock.advance(500 * MS)
    dispenser.cable.plug()
    dispenser.cable.send_to_device(frame(body))
    clock.advance(50 * MS)
    assert b"$no " in dispenser.cable.read_by_host()
    dispenser.cable.send_to_device(frame(b"hello 7"))
    clock.advance(50 * MS)
    assert b"7" in dispenser.cable.read_by_host()


class Failing(Board):
    """A board whose clock breaks, with a motor that was left on."""

    hoppers = 3

    def __init__(self) -> None:
        self.driven = [1, 1, 1]

    def drive(self, hopper: int, direction: int) -> None:
        self.driven[hopper] = direction


def test_however_the_firmware_ends_no_motor_is_left_turning() -> None:
    board = Failing()
    with pytest.raises((NotImplementedError, AttributeError)):
        run(board, [])
    assert board.driven == [0, 0, 0]
