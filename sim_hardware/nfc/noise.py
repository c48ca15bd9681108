"""The noise on a reply's way to the reader."""

import random

from msgspec import Struct
from msgspec.structs import replace

from sim_hardware.nfc.air import Frame
from sim_hardware.nfc.crc import with_crc_a

SELECT_BITS = 72
UID_PART_BITS = 40
"""Four bytes of a UID and their check byte."""


class Noise(Struct, frozen=True):
    """The rates of noise, from 0 to 1."""

    lost: float = 0.0
    mangled: float = 0.0
    """The rate at which a bit is flipped, and in half of the cases its parity bit."""
    misread: float = 0.0
    """The rate of wrong UID parts with right check byte, parity and CRC, as reported of neighbouring readers."""


QUIET = Noise()


def mangled(frame: Frame, chance: random.Random) -> Frame:
    bit = chance.randrange(frame.bits)
    byte = (bit + frame.align) // 8
    parity = frame.bad_parity ^ (1 << byte if chance.random() < 0.5 else 0)
    return replace(frame, value=frame.value ^ (1 << bit), bad_parity=parity)


class Misreading(Struct, frozen=True):
    """A misread part of a UID.

    It lasts until the next wake: the tag treats the SELECT with the wrong part as the correct one.
    """

    true: bytes
    seen: Frame

    @classmethod
    def of(cls, frame: Frame, chance: random.Random) -> "Misreading | None":
        """Return a misreading of this reply, or None if it is not a part of a UID."""
        if frame.bits != UID_PART_BITS or frame.align:
            return None
        bit = chance.randrange(8)
        one, other = chance.sample(range(1, 4), 2)
        return cls(frame.data, replace(frame, value=frame.value ^ (1 << 8 * one + bit) ^ (1 << 8 * other + bit)))

    def undone(self, frame: Frame) -> Frame:
        """Return the reader's next frame as the tag receives it."""
        data = frame.data
        if frame.bits != SELECT_BITS or data[2:7] != self.seen.data:
            return frame
        return Frame.of(with_crc_a(data[:2] + self.true), cipher=frame.cipher)
