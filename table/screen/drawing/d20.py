"""A die of twenty sides: an icosahedron. Its numbers are strokes, so that they lie on the sides as these turn."""

import math
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise
from typing import TypeAlias

import pygame
from msgspec import Struct

from table.screen.drawing.palette import Colour, blend

SIDES = 20
REACH = 0.98
"""The distance of the corners from the middle, as a share of half the picture."""
REST = (0.12, -0.16)
TURNS = (1.5, 1.0)
STROKE = 0.07
LEGIBLE = -0.6
"""The limit of turning away, as the z of a side's normal, beyond which its number is left out as a smudge."""

Vector: TypeAlias = tuple[float, float, float]

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
    corners: tuple[Vector, Vector, Vector]
    middle: Vector
    across: Vector
    """The unit vector to the right on this side; `down` is the one downwards."""
    down: Vector


@cache
def sides() -> tuple[DieFace, ...]:
    """Return all twenty sides, the first one facing the viewer with a corner up. x is to the right, y down, z away."""
    golden = (1 + math.sqrt(5)) / 2
    raw: list[Vector] = []
    for a in (-1.0, 1.0):
        for b in (-golden, golden):
            raw += [(0, a, b), (a, b, 0), (b, 0, a)]
    reach = math.hypot(1, golden)
    corners = [(x / reach, y / reach, z / reach) for x, y, z in raw]
    edge = min(math.dist(a, b) for a, b in combinations(corners, 2)) * 1.01
    found = [trio for trio in combinations(corners, 3) if all(math.dist(a, b) < edge for a, b in combinations(trio, 2))]
    front = _side(found[0])
    away = tuple(-c for c in _unit(front.middle))
    frame = (front.across, front.down, away)
    return tuple(_side(_seen(trio, frame)) for trio in found)


def _seen(trio: Iterable[Vector], frame: tuple[Iterable[float], ...]) -> tuple[Vector, Vector, Vector]:
    a, b, c = ((_dot(v, frame[0]), _dot(v, frame[1]), _dot(v, frame[2])) for v in trio)
    return a, b, c


def _side(trio: tuple[Vector, Vector, Vector]) -> DieFace:
    top = trio[0]
    x, y, z = (sum(part) / 3 for part in zip(*trio, strict=True))
    middle = (x, y, z)
    down = _unit((x - top[0], y - top[1], z - top[2]))
    out = _unit(middle)
    across = (
        out[1] * down[2] - out[2] * down[1],
        out[2] * down[0] - out[0] * down[2],
        out[0] * down[1] - out[1] * down[0],
    )
    return DieFace(trio, middle, across, down)


def draw_d20(surface: pygame.Surface, number: int, share: float, ground: Colour, sign: Colour) -> None:
    """Draw the die on a square surface. `share` of the roll is over; at 1 it rests with the number in front."""
    left = (1 - share) ** 2
    tilt, turn = REST[0] + left * TURNS[0] * math.tau, REST[1] + left * TURNS[1] * math.tau
    centre = surface.get_width() / 2
    numbers = [number, *(other for other in range(1, SIDES + 1) if other != number)]
    for side, own in zip(sides(), numbers, strict=True):
        out = _turned(_unit(side.middle), tilt, turn)
        if out[2] >= -0.03:
            continue
        light = 0.45 - 0.55 * out[2]
        corners = [_at(_turned(corner, tilt, turn), centre) for corner in side.corners]
        pygame.draw.polygon(surface, blend((0, 0, 0), ground, light), corners)
        pygame.draw.aalines(surface, blend((0, 0, 0), ground, light * 0.6), True, corners)
        if out[2] < LEGIBLE:
            _draw_number(surface, side, str(own), (tilt, turn), blend(ground, sign, light))


def _draw_number(
    surface: pygame.Surface, side: DieFace, number: str, angles: tuple[float, float], colour: Colour
) -> None:
    centre, high = surface.get_width() / 2, 0.34
    wide = high * 0.55
    pitch = wide * 1.45
    for place, digit in enumerate(number):
        x0 = place * pitch - ((len(number) - 1) * pitch + wide) / 2
        for stroke in STROKES[digit]:
            points = [
                _at(_turned(_on(side, x0 + u * wide, (v - 0.5) * high + 0.03), *angles), centre) for u, v in stroke
            ]
            for start, end in pairwise(points):
                _draw_stroke(surface, start, end, STROKE / 2 * centre, colour)
    if number in ("6", "9"):
        ends = [_at(_turned(_on(side, u, high / 2 + 0.12), *angles), centre) for u in (-wide / 2, wide / 2)]
        _draw_stroke(surface, ends[0], ends[1], STROKE / 3 * centre, colour)


def _draw_stroke(
    surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float], half: float, colour: Colour
) -> None:
    length = math.dist(start, end) or 1
    dx, dy = (end[1] - start[1]) / length * half, (start[0] - end[0]) / length * half
    corners = [(start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)]
    pygame.draw.polygon(surface, colour, [*corners, (end[0] - dx, end[1] - dy), (start[0] - dx, start[1] - dy)])
    for point in (start, end):
        pygame.draw.circle(surface, colour, point, half)


def _on(side: DieFace, u: float, v: float) -> Vector:
    m, a, d = side.middle, side.across, side.down
    return m[0] + u * a[0] + v * d[0], m[1] + u * a[1] + v * d[1], m[2] + u * a[2] + v * d[2]


def _at(v: Vector, centre: float) -> tuple[float, float]:
    return centre + v[0] * centre * REACH, centre + v[1] * centre * REACH


def _turned(v: Vector, tilt: float, turn: float) -> Vector:
    x, y, z = v
    x, z = x * math.cos(turn) + z * math.sin(turn), z * math.cos(turn) - x * math.sin(turn)
    y, z = y * math.cos(tilt) - z * math.sin(tilt), z * math.cos(tilt) + y * math.sin(tilt)
    return x, y, z


def _dot(a: Iterable[float], b: Iterable[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _unit(v: Vector) -> Vector:
    length = math.hypot(*v)
    return v[0] / length, v[1] / length, v[2] / length
