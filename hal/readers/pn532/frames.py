"""The frames between host and PN532 (UM0701-02, 6.2.1), without I/O: bytes in, frames out, and back."""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

TO_CHIP, TO_HOST = 0xD4, 0xD5
PREAMBLE, START, POSTAMBLE = b"\x00", b"\x00\xff", b"\x00"
ACK, NACK = b"\x00\x00\xff\x00\xff\x00", b"\x00\x00\xff\xff\x00\x00"
WAKE_UP = b"\x55\x55" + bytes(14)
"""The preamble that wakes a sleeping chip, which takes 1 ms to start, and receives nothing meanwhile."""
NORMAL_MOST = 255
"""The most bytes of a normal frame, with its first one. A longer one is an extended frame."""
LONGEST = 265
ERROR_FRAME = 0x7F


class ShortFrame(Enum):
    """The frames without data."""

    ACK = "ack"
    NACK = "nack"
    ERROR = "error"
    """The chip did not understand a command: an unknown one, or one with wrong arguments."""
    BROKEN = "broken"
    """A frame with a wrong checksum, or one that the chip did not send."""


class ChipAnswer(Struct, frozen=True):
    code: int
    """The code of the answer, which is the command's plus one."""
    data: bytes


ChipFrame: TypeAlias = ShortFrame | ChipAnswer


def information(code: int, data: bytes = b"") -> bytes:
    """Return the frame of a command. Raises ValueError if it is too long for one."""
    body = bytes([TO_CHIP, code]) + data
    if len(body) > LONGEST:
        raise ValueError(f"a frame has at most {LONGEST} bytes, not {len(body)}")
    if len(body) <= NORMAL_MOST:
        length = bytes([len(body), -len(body) & 0xFF])
    else:
        high, low = divmod(len(body), 256)
        length = b"\xff\xff" + bytes([high, low, -(high + low) & 0xFF])
    return PREAMBLE + START + length + body + bytes([-sum(body) & 0xFF]) + POSTAMBLE


class FrameParser:
    """Finds frames in the bytes of a chip, in pieces of any size, and skips stray bytes before them."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def clear(self) -> None:
        """Discard the received bytes."""
        self._bytes.clear()

    def feed(self, data: bytes) -> tuple[ChipFrame, ...]:
        """Take bytes in, and return the frames that they complete."""
        self._bytes += data
        found: list[ChipFrame] = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return tuple(found)

    def _next(self) -> ChipFrame | None:
        """Remove and return one frame from the bytes, or return None if none is complete."""
        start = self._bytes.find(START)
        if start < 0:
            del self._bytes[: max(0, len(self._bytes) - 1)]
            return None
        del self._bytes[:start]
        head = bytes(self._bytes[2:7])
        if len(head) < 2:
            return None
        if head[:2] in (ACK[3:5], NACK[3:5]):
            self._take(4)
            return ShortFrame.ACK if head[:2] == ACK[3:5] else ShortFrame.NACK
        extended = head[:2] == b"\xff\xff"
        if extended and len(head) < 5:
            return None
        length, size = (head[2] * 256 + head[3], 7) if extended else (head[0], 4)
        sound = not sum(head[2:5]) & 0xFF if extended else not sum(head[:2]) & 0xFF
        if not sound or length > LONGEST:
            self._take(2)  # the start of the next frame may lie within
            return ShortFrame.BROKEN
        if len(self._bytes) < size + length + 1:
            return None
        body = self._take(size + length + 1)[size:]
        return _information(body)

    def _take(self, size: int) -> bytes:
        taken = bytes(self._bytes[:size])
        del self._bytes[:size]
        return taken


def _information(body: bytes) -> ChipFrame:
    """Return the frame of a body with its checksum."""
    if sum(body) & 0xFF:
        return ShortFrame.BROKEN
    if body[0] == ERROR_FRAME:
        return ShortFrame.ERROR
    if body[0] != TO_HOST or len(body) < 3:
        return ShortFrame.BROKEN
    return ChipAnswer(body[1], body[2:-1])
