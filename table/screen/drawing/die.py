"""A die in three dimensions that comes to rest on a predetermined face."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import pygame
from pygame import Vector3

from table.rules.chance import RED_DEFENSE, Die
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.icons import ICONS
from table.screen.drawing.painted import Painted, paint
from table.screen.drawing.palette import Colour, blend
from table.screen.drawing.vectors import FIELD, Disc, Point, Shape, stroke, turned

DICE: dict[str, Die] = {RED_DEFENSE.name: RED_DEFENSE}
SIDES: dict[str, tuple[Colour, Colour]] = {RED_DEFENSE.name: (palette.DIE_SIDE, palette.PAPER)}
"""The colours of side and sign, by die."""
PLAIN: tuple[Colour, Colour] = (palette.PAPER, palette.PRINT)

REST = (0.32, -0.4)
"""The tilt and turn of a resting die, in radians about the horizontal and the upright axis."""
TURNS = (2.5, 1.5)
"""The whole turns, about the same two axes, before it rests."""

HALF = 0.56
"""Half the edge of the cube, as a share of half the picture."""

Place: TypeAlias = Callable[[float, float], Point]
"""A function from a point of a side (-1 to 1 each way) to its place in the picture."""

# Front, back, right, left, top, bottom: (outward, to the right on that side, down on that side); y is down, z away.
CUBE = tuple(
    (Vector3(outward), Vector3(across), Vector3(down))
    for outward, across, down in (
        ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
        ((0, 0, 1), (-1, 0, 0), (0, 1, 0)),
        ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
        ((-1, 0, 0), (0, 0, -1), (0, 1, 0)),
        ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
        ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    )
)


def face_words(face: str) -> Text | str:
    """Return the words for a face; a number is its own word."""
    return face if face.isdecimal() else text(f"screen.die.{face}")


@lru_cache(1)
def resting_die(die: str, face: str, px: int) -> pygame.Surface:
    """Return the picture of a die at rest. The last one is cached, so do not draw on it."""
    return draw_die(die, face, px)


def draw_die(die: str, face: str, px: int, share: float = 1.0) -> pygame.Surface:
    """Return a square picture with alpha.

    `share` is the completed share of the roll; at 1 the die rests with `face` in front.
    """
    large = pygame.Surface((px * 2, px * 2), pygame.SRCALPHA)
    large.fill((*SIDES.get(die, PLAIN)[0], 0))
    paint(large, die_shapes(die, face, share))
    return pygame.transform.smoothscale(large, (px, px))


def die_shapes(die: str, face: str, share: float = 1.0) -> Iterator[Painted]:
    """Yield the shapes of a die. A face that is a number is one of twenty; any other is one of a cube."""
    side, sign = SIDES.get(die, PLAIN)
    if face.isdecimal():
        from table.screen.drawing.d20 import d20_body, d20_numbers

        yield from d20_body(share, side)
        yield from d20_numbers(int(face), share, side, sign)
        return
    left = (1 - share) ** 2
    tilt, turn = REST[0] + left * TURNS[0] * math.tau, REST[1] + left * TURNS[1] * math.tau
    for faced, axes in zip(_faces(die, face), CUBE, strict=True):
        o, a, d = (turned(axis, tilt, turn) for axis in axes)
        if -o.z <= 0.02:
            continue
        light = 0.55 - 0.45 * o.z

        def at(u: float, v: float, o: Vector3 = o, a: Vector3 = a, d: Vector3 = d) -> Point:
            point = o + u * a + v * d
            return HALF * point.x, HALF * point.y

        edge = tuple(at(u, v) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        yield Painted(edge, blend((0, 0, 0), side, light * 0.8))
        yield Painted(tuple(at(u, v) for u, v in _rounded(0.93, 0.22)), blend((0, 0, 0), side, light))
        yield from _sign(faced, blend(side, sign, light), blend((0, 0, 0), side, light), at)


def _faces(die: str, face: str) -> tuple[str, ...]:
    """Return the six sides, beginning with the face that was thrown."""
    rest = list(DICE[die].faces) if die in DICE else ["blank"] * 6
    if face in rest:
        rest.remove(face)
    return (face, *rest[:5])


def _rounded(reach: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for quarter, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(5):
            angle = (quarter + step / 4) * math.pi / 2
            points.append(
                (x * (reach - radius) + radius * math.cos(angle), y * (reach - radius) + radius * math.sin(angle))
            )
    return points


def _sign(face: str, sign: Colour, ground: Colour, at: Place) -> Iterator[Painted]:
    for shape in ICONS.get(f"die.{face}", ()):
        for points in _outlines(shape):
            corners = tuple(at((x / FIELD - 0.5) * 1.3, (y / FIELD - 0.5) * 1.3) for x, y in points)
            yield Painted(corners, ground if shape.cut else sign)


def _outlines(shape: Shape | Disc) -> list[list[tuple[float, float]]]:
    if isinstance(shape, Disc):
        x, y = shape.centre
        return [
            [
                (x + shape.radius * math.cos(a / 8 * math.pi), y + shape.radius * math.sin(a / 8 * math.pi))
                for a in range(16)
            ]
        ]
    if not shape.width:
        return [list(shape.points)]
    return [stroke(start, end, shape.width / 2) for start, end in pairwise(shape.points)]
