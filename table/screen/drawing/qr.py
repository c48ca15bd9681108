"""A QR code, drawn so that a phone reads it from a screen."""

from functools import lru_cache

import pygame
from pygame import Rect

from table.screen.drawing import palette

QUIET = 3
"""The width of the white quiet zone in modules; phones read screens with fewer than the four that paper needs."""


def draw_qr(surface: pygame.Surface, box: Rect, content: str) -> Rect:
    """Draw the largest code that fits into the middle of the box, dark on white. Return its rectangle."""
    modules = _modules(content)
    side = len(modules) + 2 * QUIET
    px = max(1, min(box.size) // side)
    place = Rect(0, 0, px * side, px * side)
    place.center = box.center
    surface.fill(palette.PAPER, place)
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                x, y = place.x + (QUIET + column) * px, place.y + (QUIET + row) * px
                surface.fill(palette.GROUND, (x, y, px, px))
    return place


@lru_cache(maxsize=8)
def _modules(content: str) -> tuple[bytes, ...]:
    """Return its rows, with a byte for each module: 1 is dark."""
    from segno import make_qr  # it brings `urllib` and `ssl` along: 3 MB that a table without a code goes without

    return tuple(bytes(row) for row in make_qr(content, error="m").matrix)
