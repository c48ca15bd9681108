"""The messages of /dev/command-table-wires, in the format of `command_table_wires.c` beside this file."""

import struct
from collections.abc import Iterator
from enum import IntEnum

from msgspec import Struct

_HEAD = struct.Struct("<BBHIQ")
_SPEED = struct.Struct("<I")
_TRANSFER, _PIN, _ANSWER, _DRIVE = b"SPsp"


class Pull(IntEnum):
    """The resistor that the host has switched on at a pin."""

    NONE = 0
    UP = 1
    DOWN = 2


class Wire(IntEnum):
    """The level to which an outside wire drives a pin, or that it releases the pin."""

    LOW = 0
    HIGH = 1
    FREE = 2


class FrameOrder(Struct, frozen=True):
    """The host clocks these bytes out to a chip-select, and waits for as many. `at_ns` is as that of a pin."""

    at_ns: int
    number: int
    select: int
    speed_hz: int
    mosi: bytes


class PinChange(Struct, frozen=True):
    """The state of a pin as the host has set it, `at_ns` nanoseconds of the host's clock."""

    pin: int
    at_ns: int
    level: bool
    output: bool
    pull: Pull


class MessageReader:
    """Splits a stream of bytes into messages."""

    def __init__(self) -> None:
        self._gathered = bytearray()

    def feed(self, data: bytes) -> Iterator[FrameOrder | PinChange]:
        """Yield the complete messages. Raises ValueError for a stream that the module did not write."""
        self._gathered += data
        while len(self._gathered) >= _HEAD.size:
            kind, line, size, number, at_ns = _HEAD.unpack_from(self._gathered)
            if kind not in (_TRANSFER, _PIN):
                raise ValueError(f"the wires say {kind:#x}, which the module never does")
            if len(self._gathered) < _HEAD.size + size:
                return
            rest = bytes(self._gathered[_HEAD.size : _HEAD.size + size])
            del self._gathered[: _HEAD.size + size]
            if kind == _TRANSFER:
                (speed_hz,) = _SPEED.unpack_from(rest)
                yield FrameOrder(at_ns, number, line, speed_hz, rest[_SPEED.size :])
            else:
                yield PinChange(line, at_ns, bool(number & 1), bool(number & 2), Pull(number >> 2 & 3))


def answer(transfer: FrameOrder, miso: bytes) -> bytes:
    """Return the message that ends a transfer."""
    return _HEAD.pack(_ANSWER, transfer.select, len(miso), transfer.number, 0) + miso


def drive(pin: int, wire: Wire) -> bytes:
    """Return the message that moves a pin from outside."""
    return _HEAD.pack(_DRIVE, pin, 0, wire, 0)
