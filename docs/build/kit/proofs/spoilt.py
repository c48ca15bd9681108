"""Spoilt parts, for the controls: each is the checked-in one with one thing wrong."""

from dataclasses import replace

from manifold3d import Manifold

from proofs.assembly import Hopper
from solids.places import Point


def thicker_disc(some: Hopper, by: float) -> Hopper:
    """Return the hopper with a disc whose upper faces lie so much higher; `by` is less than its thickness."""
    return replace(some, disc=some.disc + some.disc.translate((0, 0, by)))


def moved_hole(some: Hopper, at: Point, by: float) -> Hopper:
    """Return the hopper with this screw's hole elsewhere in its base."""
    m = some.measures
    top = m.gap if at in some.at.corners else 0.0
    plug = _upright(at, m.screw.countersunk / 2, -m.bowl.floor, top)
    hole = _upright((at[0], at[1] + by), m.screw.free / 2, -m.bowl.floor - 1, top + 1)
    return replace(some, base=some.base + plug - hole)


def beside(some: Hopper, part: str, by: float) -> Hopper:
    """Return the hopper with one of its bodies so much farther along x."""
    return replace(some, **{part: getattr(some, part).translate((by, 0, 0))})


def _upright(at: Point, radius: float, low: float, high: float) -> Manifold:
    return Manifold.cylinder(high - low, radius, circular_segments=64).translate((*at, low))
