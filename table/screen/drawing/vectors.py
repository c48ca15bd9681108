"""Drawings as data: shapes on a field of 24 by 24, filled or cut out.

They are rendered large and reduced, for smooth edges.
"""

import math
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import pygame
from msgspec import Struct

from table.screen.drawing.palette import Colour

FIELD = 24
OVERSAMPLING = 4
KEPT_PICTURES = 400

Point: TypeAlias = tuple[float, float]


class Shape(Struct, frozen=True, tag="shape"):
    points: tuple[Point, ...]
    """The corners of a polygon, or the bends of a line."""
    width: float = 0
    """0 for a filled polygon; otherwise the width of a line with round ends."""
    cut: bool = False
    """True if the shape is cut out of the shapes below it."""


class Disc(Struct, frozen=True, tag="disc"):
    centre: Point
    radius: float
    width: float = 0
    """0 for a filled disc; otherwise the width of a ring, measured inwards."""
    cut: bool = False


Drawing: TypeAlias = tuple[Shape | Disc, ...]


def turned(vector: pygame.Vector3, tilt: float, turn: float) -> pygame.Vector3:
    """Return the vector after a turn about the upright axis, and then a tilt about the horizontal one, in radians."""
    return vector.rotate_y_rad(turn).rotate_x_rad(tilt)


def stroke(start: Point, end: Point, half: float) -> list[Point]:
    """Return the corners of a straight line that is twice `half` wide."""
    length = math.dist(start, end) or 1
    dx, dy = (end[1] - start[1]) / length * half, (start[0] - end[0]) / length * half
    across = ((start, 1), (end, 1), (end, -1), (start, -1))
    return [(x + side * dx, y + side * dy) for (x, y), side in across]


@lru_cache(KEPT_PICTURES)
def render(drawing: Drawing, size: int, colour: Colour) -> pygame.Surface:
    """Return a square picture with alpha, `size` pixels a side. It is cached, so do not draw on it."""
    scale = size * OVERSAMPLING / FIELD
    large = pygame.Surface((size * OVERSAMPLING, size * OVERSAMPLING), pygame.SRCALPHA)
    large.fill((*colour, 0))
    for shape in drawing:
        _draw(large, shape, scale, (*colour, 0 if shape.cut else 255))
    return pygame.transform.smoothscale(large, (size, size))


def _draw(surface: pygame.Surface, shape: Shape | Disc, scale: float, colour: tuple[int, int, int, int]) -> None:
    if isinstance(shape, Disc):
        centre = (shape.centre[0] * scale, shape.centre[1] * scale)
        pygame.draw.circle(surface, colour, centre, shape.radius * scale, max(0, round(shape.width * scale)))
        return
    points = [(x * scale, y * scale) for x, y in shape.points]
    if not shape.width:
        pygame.draw.polygon(surface, colour, points)
        return
    half = shape.width * scale / 2
    for start, end in pairwise(points):
        pygame.draw.polygon(surface, colour, stroke(start, end, half))
    for point in points:
        pygame.draw.circle(surface, colour, point, half)
