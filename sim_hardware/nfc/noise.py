"""What may happen to a reply on its way to the reader."""

import random
from dataclasses import dataclass, replace

from sim_hardware.nfc.air import Frame
from sim_hardware.nfc.crc import with_crc_a

SELECT_BITS = 72
UID_PART_BITS = 40
"""Four bytes of a UID and their check byte."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Rates between 0 and 1."""

    lost: float = 0.0
    mangled: float = 0.0
    """A bit is flipped, and its parity bit as often as not."""
    misread: float = 0.0
    """Part of a UID comes in wrong with check byte, parity and CRC all right, as reported of neighbouring readers."""


QUIET = Noise()


def mangled(frame: Frame, chance: random.Random) -> Frame:
    bit = chance.randrange(frame.bits)
    byte = (bit + frame.align) // 8
    parity = frame.bad_parity ^ (1 << byte if chance.random() < 0.5 else 0)
    return replace(frame, value=frame.value ^ (1 << bit), bad_parity=parity)


@dataclass(frozen=True, slots=True)
class Misreading:
    """It lasts until the next wake: the SELECT that repeats the wrong part is heard as the right one."""

    true: bytes
    seen: Frame

    @classmethod
    def of(cls, frame: Frame, chance: random.Random) -> "Misreading | None":
        """None: this reply is no part of a UID."""
        if frame.bits != UID_PART_BITS or frame.align:
            return None
        bit = chance.randrange(8)
        one, other = chance.sample(range(1, 4), 2)
        return cls(frame.data, replace(frame, value=frame.value ^ (1 << 8 * one + bit) ^ (1 << 8 * other + bit)))

    def undone(self, frame: Frame) -> Frame:
        """What the tag hears of the reader's next frame."""
        data = frame.data
        if frame.bits != SELECT_BITS or data[2:7] != self.seen.data:
            return frame
        return Frame.of(with_crc_a(data[:2] + self.true), cipher=frame.cipher)
