"""The times of a hopper's mechanics: of the printed one, from its measures, and of a bought one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim_hardware.clock import MS

if TYPE_CHECKING:
    from sim_hardware.dispenser.kit import HopperMeasures


@dataclass(frozen=True, slots=True)
class HopperMechanics:
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
    finds: float = 1.0
    """The share of pockets that come with a token while there are some."""
    jams: float = 0.0
    """The share of pockets at which the disc sticks until it has turned back once."""
    holds_two: bool = False
    """True if two tokens fit into a pocket under the roof, so that each pocket pays two."""


def printed(some: "HopperMeasures") -> HopperMechanics:
    """Return the mechanics of a hopper that was printed with these measures."""
    return HopperMechanics(
        some.pocket_ns, some.fall_ns, some.dark_ns, some.disc.pockets, finds=FINDS, jams=JAMS, holds_two=some.holds_two
    )


FINDS, JAMS = 0.76, 0.031
"""Shares of the pockets in the kept pours (`docs/build/kit/poured/pours.jsonl`). A test compares them."""
PRINTED = HopperMechanics(400_000_000, 175_130_132, 18_398_465, pockets=5, finds=FINDS, jams=JAMS)
"""The hopper of the kit with its usual token: that of an emulated table.

A test compares it with the kit's measures, which take longer to read than the whole dispenser takes to start.
"""
COIN_HOPPER = HopperMechanics(120 * MS, 15 * MS, 20 * MS, pockets=8)
"""A bought hopper: at least 8 tokens a second, with the barrier right beneath the disc; 25 mm at 1.2 m/s."""
