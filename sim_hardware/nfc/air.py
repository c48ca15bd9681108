"""Frames between reader and tag at 106 kbit/s, and their times (ISO 14443-3, type A)."""

from msgspec import Struct

FC_HZ = 13_560_000
PAUSE_CYCLES = 36
"""The length of a reader's pause. A reply's delay is counted from the end of the last one."""
DELAY_GRID = 9
"""Frame delay to a reply in bit times: exactly 9 for REQA, WUPA, ANTICOLLISION, SELECT; 9 or more for the others."""


def carrier_ns(cycles: int) -> int:
    return (cycles * 1_000_000_000 + FC_HZ // 2) // FC_HZ


def bits_ns(bits: int) -> int:
    return carrier_ns(bits * 128)


def reply_delay_ns(grid: int) -> int:
    """Return the nanoseconds from the end of the reader's last data bit to the reply's start bit."""
    return carrier_ns(grid * 128 + 20 + PAUSE_CYCLES)


class Frame(Struct, frozen=True):
    """Data bits in the order of sending, the first in bit 0. An odd parity bit follows each whole byte."""

    value: int
    bits: int
    align: int = 0
    """The bits of its first byte that the other side had already sent (a split byte in anticollision)."""
    bad_parity: int = 0
    """Bit i is set if the parity bit after byte i is wrong."""
    cipher: int | None = None
    """The Crypto1 session of an enciphered frame. Only its two ends can decrypt it."""

    @classmethod
    def of(cls, data: bytes, bits: int | None = None, *, cipher: int | None = None) -> "Frame":
        length = len(data) * 8 if bits is None else bits
        return cls(int.from_bytes(data, "little") & ((1 << length) - 1), length, cipher=cipher)

    @property
    def data(self) -> bytes:
        return self.value.to_bytes((self.bits + 7) // 8, "little")

    @property
    def whole(self) -> bool:
        """True if it has whole bytes with correct parity."""
        return self.bits % 8 == 0 and not self.bad_parity

    @property
    def air_ns(self) -> int:
        """Return the nanoseconds from the start bit to the end of the last data or parity bit."""
        return bits_ns(1 + self.bits + (self.bits + self.align) // 8)


GARBAGE = Frame(0, 3)
"""A frame that cannot be decoded: too short for any command, and not silence."""


class Reply(Struct, frozen=True):
    frame: Frame
    grid: int = DELAY_GRID
    """The frame delay in bit times."""


class Reception(Struct, frozen=True):
    """The reception at the reader's antenna when tags reply."""

    frame: Frame
    delay_ns: int
    collision: int | None = None
    """The first bit, from 0, at which the replies differ."""
    broken: bool = False
    """True if it stopped in the middle, or is not a frame."""


def mixed(replies: list[Reply]) -> Reception | None:
    """Return the reception of several replies at once.

    Where they differ both half-bits are modulated, and the receiver sees it.
    """
    if not replies:
        return None
    first = replies[0]
    if len(replies) == 1:
        return Reception(first.frame, reply_delay_ns(first.grid))
    grid = min(reply.grid for reply in replies)
    longest = max((reply.frame for reply in replies), key=lambda frame: frame.bits)
    value, differing, parity = 0, 0, 0
    for reply in replies:
        common = (1 << min(reply.frame.bits, longest.bits)) - 1
        value |= reply.frame.value
        differing |= (reply.frame.value ^ longest.value) & common
        parity |= reply.frame.bad_parity
    late = any(reply.grid != grid for reply in replies)
    collision = (differing & -differing).bit_length() - 1 if differing else None
    frame = Frame(value, longest.bits, longest.align, parity, longest.cipher)
    return Reception(frame, reply_delay_ns(grid), 0 if late else collision, broken=late)
