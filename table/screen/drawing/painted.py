"""Coloured shapes in the order in which they are painted: solids that both the window and the pages show."""

from collections.abc import Iterable
from itertools import pairwise

import pygame
from msgspec import Struct

from table.screen.drawing.palette import Colour
from table.screen.drawing.vectors import Point, stroke


class Painted(Struct, frozen=True):
    """A shape on a square whose middle is (0, 0); x and y go from -1 to 1, y downwards."""

    points: tuple[Point, ...]
    colour: Colour
    width: float = 0
    """0 for a filled polygon; otherwise the width of a line with round ends."""
    edge: Colour | None = None
    """The colour of the thin edge around a polygon."""


def paint(surface: pygame.Surface, shapes: Iterable[Painted]) -> None:
    """Draw the shapes on a square surface."""
    half = surface.get_width() / 2
    for shape in shapes:
        points = [(half + x * half, half + y * half) for x, y in shape.points]
        if not shape.width:
            pygame.draw.polygon(surface, shape.colour, points)
            if shape.edge is not None:
                pygame.draw.aalines(surface, shape.edge, True, points)
            continue
        radius = shape.width / 2 * half
        for start, end in pairwise(points):
            pygame.draw.polygon(surface, shape.colour, stroke(start, end, radius))
        for point in points:
            pygame.draw.circle(surface, shape.colour, point, radius)
