"""A die in three dimensions that comes to rest on a face which is known before the throw."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

import pygame

from table.rules.chance import RED_DEFENSE, Die
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.d20 import draw_d20
from table.screen.drawing.icons import ICONS
from table.screen.drawing.palette import Colour, blend
from table.screen.drawing.vectors import FIELD, Disc, Shape

DICE: dict[str, Die] = {RED_DEFENSE.name: RED_DEFENSE}
SIDES: dict[str, tuple[Colour, Colour]] = {RED_DEFENSE.name: (palette.DIE_SIDE, palette.PAPER)}
"""The colours of side and sign, by die."""
PLAIN: tuple[Colour, Colour] = (palette.PAPER, palette.PRINT)

REST = (0.32, -0.4)
"""The tilt and turn of a resting die, in radians about the horizontal and the upright axis."""
TURNS = (2.5, 1.5)
"""The whole turns, about the same two axes, before it rests."""

Vector: TypeAlias = tuple[float, float, float]
Place: TypeAlias = Callable[[float, float], tuple[float, float]]
"""A function from a point of a side (-1 to 1 each way) to its pixel in the picture."""

# Front, back, right, left, top, bottom: (outward, to the right on that side, down on that side); y is down, z away.
CUBE: tuple[tuple[Vector, Vector, Vector], ...] = (
    ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 1), (-1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((-1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
)


def face_words(face: str) -> Text | str:
    """Return the words for a face; a number is its own word."""
    return face if face.isdecimal() else text(f"screen.die.{face}")


def draw_die(die: str, face: str, px: int, share: float = 1.0) -> pygame.Surface:
    """Return a square picture with alpha. `share` of the roll is over; at 1 the die rests with `face` in front."""
    large = pygame.Surface((px * 2, px * 2), pygame.SRCALPHA)
    side, sign = SIDES.get(die, PLAIN)
    large.fill((*side, 0))
    if face.isdecimal():
        draw_d20(large, int(face), share, side, sign)
        return pygame.transform.smoothscale(large, (px, px))
    left = (1 - share) ** 2
    tilt, turn = REST[0] + left * TURNS[0] * math.tau, REST[1] + left * TURNS[1] * math.tau
    half, centre = px * 0.56, px * 1.0
    for faced, (outward, across, down) in zip(_faces(die, face), CUBE, strict=True):
        towards = -_turned(outward, tilt, turn)[2]
        if towards <= 0.02:
            continue
        light = 0.55 + 0.45 * towards
        o, a, d = (_turned(v, tilt, turn) for v in (outward, across, down))

        def at(u: float, v: float, o: Vector = o, a: Vector = a, d: Vector = d) -> tuple[float, float]:
            return centre + half * (o[0] + u * a[0] + v * d[0]), centre + half * (o[1] + u * a[1] + v * d[1])

        edge = [at(u, v) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        pygame.draw.polygon(large, blend((0, 0, 0), side, light * 0.8), edge)
        inner = [at(u, v) for u, v in _rounded(0.93, 0.22)]
        pygame.draw.polygon(large, blend((0, 0, 0), side, light), inner)
        _draw_sign(large, faced, blend(side, sign, light), blend((0, 0, 0), side, light), at)
    return pygame.transform.smoothscale(large, (px, px))


def _faces(die: str, face: str) -> tuple[str, ...]:
    """Return the six sides, beginning with the face that was thrown."""
    rest = list(DICE[die].faces) if die in DICE else ["blank"] * 6
    if face in rest:
        rest.remove(face)
    return (face, *rest[:5])


def _turned(v: Vector, tilt: float, turn: float) -> Vector:
    x, y, z = v
    x, z = x * math.cos(turn) + z * math.sin(turn), z * math.cos(turn) - x * math.sin(turn)
    y, z = y * math.cos(tilt) - z * math.sin(tilt), z * math.cos(tilt) + y * math.sin(tilt)
    return x, y, z


def _rounded(reach: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for quarter, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(5):
            angle = (quarter + step / 4) * math.pi / 2
            points.append(
                (x * (reach - radius) + radius * math.cos(angle), y * (reach - radius) + radius * math.sin(angle))
            )
    return points


def _draw_sign(surface: pygame.Surface, face: str, sign: Colour, ground: Colour, at: Place) -> None:
    for shape in ICONS.get(f"die.{face}", ()):
        colour = ground if shape.cut else sign
        for points in _outlines(shape):
            pygame.draw.polygon(
                surface, colour, [at((x / FIELD - 0.5) * 1.3, (y / FIELD - 0.5) * 1.3) for x, y in points]
            )


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
    half, outlines = shape.width / 2, []
    for (x0, y0), (x1, y1) in pairwise(shape.points):
        length = math.hypot(x1 - x0, y1 - y0) or 1
        dx, dy = (y1 - y0) / length * half, (x0 - x1) / length * half
        outlines.append([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)])
    return outlines
