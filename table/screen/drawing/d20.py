"""A die of twenty sides: an icosahedron. Its numbers are strokes, so that they lie on the sides as these turn."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from msgspec import Struct
from pygame import Vector3

from table.screen.drawing.painted import Painted
from table.screen.drawing.palette import Colour, blend
from table.screen.drawing.vectors import Point, turned

SIDES = 20
REACH = 0.98
"""The distance of the corners from the centre, as a share of half the picture."""
REST = (0.12, -0.16)
TURNS = (1.5, 1.0)
STROKE = 0.07
IN_SIGHT = -0.03
LEGIBLE = -0.6
"""The limit of turning away, as the z of a side's normal, beyond which its number is too blurred to draw."""

STROKES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0.3, 0), (0.7, 0), (1, 0.3), (1, 0.7), (0.7, 1), (0.3, 1), (0, 0.7), (0, 0.3), (0.3, 0)),),
    "1": (((0.2, 0.25), (0.55, 0), (0.55, 1)),),
    "2": (((0, 0.25), (0.3, 0), (0.7, 0), (1, 0.25), (0.95, 0.45), (0, 1), (1, 1)),),
    "3": (((0, 0), (1, 0), (0.5, 0.4), (0.8, 0.45), (1, 0.7), (0.7, 1), (0.3, 1), (0, 0.85)),),
    "4": (((0.75, 1), (0.75, 0), (0, 0.7), (1, 0.7)),),
    "5": (((0.95, 0), (0.15, 0), (0.05, 0.45), (0.6, 0.38), (1, 0.65), (0.75, 1), (0.3, 1), (0, 0.85)),),
    "6": (((0.8, 0), (0.3, 0.25), (0, 0.65), (0.3, 1), (0.7, 1), (1, 0.7), (0.7, 0.45), (0.25, 0.45), (0, 0.65)),),
    "7": (((0, 0), (1, 0), (0.4, 1)),),
    "8": (
        ((0.5, 0.46), (0.1, 0.25), (0.3, 0), (0.7, 0), (0.9, 0.25), (0.5, 0.46)),
        ((0.5, 0.46), (0, 0.75), (0.3, 1), (0.7, 1), (1, 0.75), (0.5, 0.46)),
    ),
    "9": (((0.2, 1), (0.7, 0.75), (1, 0.35), (0.7, 0), (0.3, 0), (0, 0.3), (0.3, 0.55), (0.75, 0.55), (1, 0.35)),),
}
"""The strokes of the digits in a box of one by one."""


class DieFace(Struct, frozen=True):
    corners: tuple[Vector3, ...]
    middle: Vector3
    across: Vector3
    """The unit vector to the right on this side; `down` is the one downwards."""
    down: Vector3

    def point(self, u: float, v: float) -> Vector3:
        """Return the point at this offset to the right and down from the middle of this side."""
        return self.middle + u * self.across + v * self.down


@cache
def sides() -> tuple[DieFace, ...]:
    """Return all twenty sides, the first one facing the viewer with a corner up. x is to the right, y down, z away."""
    golden = (1 + math.sqrt(5)) / 2
    raw = [corner for a in (-1.0, 1.0) for b in (-golden, golden) for corner in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a))]
    corners = [Vector3(corner).normalize() for corner in raw]
    edge = min(a.distance_to(b) for a, b in combinations(corners, 2)) * 1.01
    found = [
        trio for trio in combinations(corners, 3) if all(a.distance_to(b) < edge for a, b in combinations(trio, 2))
    ]
    front = _side(found[0])
    axes = (front.across, front.down, -front.middle.normalize())
    return tuple(_side([Vector3([axis.dot(corner) for axis in axes]) for corner in trio]) for trio in found)


def _side(trio: Sequence[Vector3]) -> DieFace:
    middle = sum(trio, Vector3()) / 3
    down = (middle - trio[0]).normalize()
    return DieFace(tuple(trio), middle, middle.normalize().cross(down), down)


def d20_body(share: float, ground: Colour) -> Iterator[Painted]:
    """Yield the visible sides. `share` is the completed share of the roll; at 1 the first side is in front."""
    angles = _angles(share)
    for side in sides():
        if (away := _away(side, angles)) < IN_SIGHT:
            edge = blend((0, 0, 0), ground, _light(away) * 0.6)
            corners = tuple(_seen(corner, angles) for corner in side.corners)
            yield Painted(corners, blend((0, 0, 0), ground, _light(away)), edge=edge)


def d20_numbers(number: int, share: float, ground: Colour, sign: Colour) -> Iterator[Painted]:
    """Yield the legible numbers; `number` is on the first side."""
    angles = _angles(share)
    numbers = [number, *(other for other in range(1, SIDES + 1) if other != number)]
    for side, own in zip(sides(), numbers, strict=True):
        if (away := _away(side, angles)) < LEGIBLE:
            yield from _number(side, str(own), angles, blend(ground, sign, _light(away)))


def _angles(share: float) -> tuple[float, float]:
    left = (1 - share) ** 2
    return REST[0] + left * TURNS[0] * math.tau, REST[1] + left * TURNS[1] * math.tau


def _away(side: DieFace, angles: tuple[float, float]) -> float:
    """Return the z of a side's normal: -1 faces the viewer."""
    return turned(side.middle.normalize(), *angles).z


def _light(away: float) -> float:
    return 0.45 - 0.55 * away


def _number(side: DieFace, number: str, angles: tuple[float, float], colour: Colour) -> Iterator[Painted]:
    high = 0.34
    wide = high * 0.55
    pitch = wide * 1.45

    def drawn(points: Sequence[Point], width: float) -> Painted:
        return Painted(tuple(_seen(side.point(u, v), angles) for u, v in points), colour, width)

    for place, digit in enumerate(number):
        x0 = place * pitch - ((len(number) - 1) * pitch + wide) / 2
        for line in STROKES[digit]:
            yield drawn([(x0 + u * wide, (v - 0.5) * high + 0.03) for u, v in line], STROKE)
    if number in ("6", "9"):
        yield drawn([(u, high / 2 + 0.12) for u in (-wide / 2, wide / 2)], STROKE * 2 / 3)


def _seen(point: Vector3, angles: tuple[float, float]) -> Point:
    seen = turned(point, *angles)
    return seen.x * REACH, seen.y * REACH
