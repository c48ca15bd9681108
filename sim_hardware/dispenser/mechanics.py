"""The times of a hopper's mechanics: of the printed one, from its measures, and of a bought one."""

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sim_hardware.clock import MS
from sim_hardware.dispenser.feeding import FINDS, FREES, JAMS

if TYPE_CHECKING:
    from sim_hardware.dispenser.kit import HopperMeasures


class HopperMechanics(Struct, frozen=True):
    """A disc's speed, and a token's way from its pocket through the light barrier, in nanoseconds."""

    pocket_ns: int
    """The time from one pocket to the next at full speed."""
    fall_ns: int
    """The time from the pocket to the barrier."""
    dark_ns: int
    """The time of a token in the barrier."""
    pockets: int
    """The pockets of the disc."""
    jitter_ns: int = 5 * MS
    """A pocket comes early or late by this at most."""
    finds: tuple[tuple[int, float], ...] = ((1, 1.0),)
    """The share of pockets that come with a token, if at most so many are in the bowl. The last one is for all more."""
    jams: float = 0.0
    """The share of pockets at which the disc sticks."""
    frees: float = 1.0
    """The share of turns back that free it."""
    holds_two: bool = False
    """True if two tokens fit into a pocket under the roof, so that each pocket pays two."""

    def found(self, tokens: int) -> float:
        """Return the share of pockets that come with a token while so many are in the bowl."""
        return next((share for most, share in self.finds if tokens <= most), self.finds[-1][1])


def printed(some: "HopperMeasures") -> HopperMechanics:
    """Return the mechanics of a hopper that was printed with these measures."""
    return replace(
        PRINTED,
        pocket_ns=some.pocket_ns,
        fall_ns=some.fall_ns,
        dark_ns=some.dark_ns,
        pockets=some.disc.pockets,
        holds_two=some.holds_two,
    )


PRINTED = HopperMechanics(400_000_000, 175_130_132, 18_398_465, pockets=5, finds=FINDS, jams=JAMS, frees=FREES)
"""The hopper of the kit with its usual token: that of an emulated table.

A test compares it with the kit's measures, which take longer to read than the whole dispenser takes to start.
"""
COIN_HOPPER = HopperMechanics(120 * MS, 15 * MS, 20 * MS, pockets=8)
"""A bought hopper: at least 8 tokens a second, with the barrier right beneath the disc; 25 mm at 1.2 m/s."""
