"""The frames of the host that the chip receives, and its own that it sends (UM0701-02, 6.2.1)."""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

ACK, NACK = bytes.fromhex("0000FF00FF00"), bytes.fromhex("0000FFFF0000")
ERROR = bytes.fromhex("0000FF01FF7F8100")
FROM_HOST, FROM_CHIP = 0xD4, 0xD5
LONGEST = 265


class HostMark(Enum):
    ACK = "ack"
    NACK = "nack"


class HostCommand(Struct, frozen=True):
    code: int
    data: bytes


HostFrame: TypeAlias = HostMark | HostCommand


def answer(code: int, data: bytes) -> bytes:
    """Return the frame of an answer to the command `code`."""
    body = bytes([FROM_CHIP, code + 1]) + data
    if len(body) < 256:
        head = bytes([len(body), -len(body) & 0xFF])
    else:
        size = len(body).to_bytes(2, "big")
        head = b"\xff\xff" + size + bytes([-sum(size) & 0xFF])
    return b"\x00\x00\xff" + head + body + bytes([-sum(body) & 0xFF, 0x00])


class HostBytes:
    """The chip's input.

    A frame with a wrong checksum is dropped silently; the host notices the missing acknowledgement.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()

    def clear(self) -> None:
        self._bytes.clear()

    def take(self, data: bytes) -> list[HostFrame]:
        self._bytes += data
        frames: list[HostFrame] = []
        while True:
            at = self._bytes.find(b"\x00\xff")
            if at < 0:
                del self._bytes[: max(0, len(self._bytes) - 1)]
                return frames
            del self._bytes[:at]
            used, frame = self._first()
            if not used:
                return frames
            del self._bytes[:used]
            if frame is not None:
                frames.append(frame)

    def _first(self) -> tuple[int, HostFrame | None]:
        """Return the number of consumed bytes, and their frame. An incomplete frame consumes no bytes."""
        held = self._bytes
        if len(held) < 4:
            return 0, None
        if held[2] == 0x00 and held[3] == 0xFF:
            return 4, HostMark.ACK
        if held[2] == 0xFF and held[3] == 0x00:
            return 4, HostMark.NACK
        size, head = held[2], 4
        if held[2] == held[3] == 0xFF:
            if len(held) < 7:
                return 0, None
            size, head = held[4] << 8 | held[5], 7
            if (held[4] + held[5] + held[6]) & 0xFF or size > LONGEST:
                return 2, None
        elif (held[2] + held[3]) & 0xFF:
            return 2, None
        if len(held) < head + size + 1:
            return 0, None
        body = bytes(held[head : head + size])
        if (sum(body) + held[head + size]) & 0xFF or size < 2 or body[0] != FROM_HOST:
            return 2, None
        return head + size + 1, HostCommand(body[1], body[2:])
