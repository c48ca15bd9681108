"""Where screws go through parts that lie on each other. Each place is written once, for all parts that it joins."""

from dataclasses import dataclass
from math import cos, radians, sin

from sim_hardware.dispenser.kit import HopperMeasures

Point = tuple[float, float]
Move = tuple[float, float, float]

MOUNT_ANGLES = (100.0, 150.0, 210.0, 260.0)
CORNER = 5.0
"""From the corner's edges to its screw."""
TONGUE = 11.0
"""The base reaches so much farther on the chute's side."""
BESIDE = 3.0
"""From the outside of a wall of the chute to the screw beside it."""


@dataclass(frozen=True, slots=True)
class Places:
    """The screws of one hopper, in x and y; those of the cover in x and z."""

    corners: tuple[Point, ...]
    mount: tuple[Point, ...]
    chute: tuple[Point, ...]
    cover: tuple[Point, ...]
    half: float
    """Half the side of the square base."""


def on_ramp(m: HopperMeasures, s: float, n: float) -> Point:
    """Return x and z of a place down the ramp (s) and away from it (n)."""
    angle = radians(m.chute.angle)
    x = m.pitch_radius - m.hole / 2 + s * cos(angle) + n * sin(angle)
    return x, -m.bowl.floor - s * sin(angle) + n * cos(angle)


def sides(m: HopperMeasures) -> tuple[float, float, float, float]:
    """Return y of the chute's outer side, of its wide part's inner side, of its narrow part's, and of its cover's."""
    half = m.hole / 2
    return -half - m.chute.dwell - m.chute.wall, -half - m.chute.dwell, -half, half


def places(m: HopperMeasures) -> Places:
    half = m.pit_radius + m.bowl.rim
    corner = half - CORNER
    mount = tuple((m.pitch_radius * cos(radians(a)), m.pitch_radius * sin(radians(a))) for a in MOUNT_ANGLES)
    beside = m.chute.wall + BESIDE
    _, roof_z = on_ramp(m, m.narrow_at, m.gap)
    return Places(
        corners=((corner, corner), (-corner, corner), (-corner, -corner), (corner, -corner)),
        mount=mount,
        chute=((half + TONGUE / 2, m.hole / 2 - 4.0), (half + TONGUE / 2, -m.hole / 2)),
        cover=(
            on_ramp(m, 12.0, -beside),
            on_ramp(m, m.end_at - 5.0, -beside),
            on_ramp(m, m.end_at - 5.0, m.gap + beside),
            (m.pitch_radius + m.hole / 2 + beside, roof_z + 6.0),
        ),
        half=half,
    )
