"""A seat's cards, face up. The mouse wheel scrolls them if they do not fit."""

import pygame
from pygame import Rect

from table.emulation.bench_view import BenchCard, BenchSeat
from table.emulation.window.places import CardPlace, HandArea, Place
from table.emulation.window.tiles import COMMAND_IN_HAND, NAME, UNIT, draw_gap, draw_tile
from table.rules.cards import CardKind
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

GAP, BAR = 4, 6
STEP = 36
"""The units that one click of the wheel scrolls."""


def draw_hand(
    canvas: Canvas,
    area: Rect,
    seat: BenchSeat,
    scrolled: int,
    carried: str,
    turned: frozenset[str],
    places: list[tuple[Rect, Place]],
) -> int:
    """Draw the hand, and return how far it can be scrolled. `scrolled` and the result are in pixels.

    Cards are face up, except those in `turned`.
    """
    tiles, height = _laid_out(canvas, area, seat.cards)
    most = max(0, height - area.height)
    down = min(scrolled, most)
    places.append((Rect(area), HandArea(seat.seat)))
    surface = canvas.surface
    before = surface.get_clip()
    surface.set_clip(area)
    for rect, card in tiles:
        seen = rect.move(0, -down)
        if seen.colliderect(area):
            if card.reader is not None or card.key == carried:
                draw_gap(canvas, seen, seat.seat)
                continue
            draw_tile(canvas, seen, card, seat.seat, down=card.key in turned)
            places.append((seen.clip(area), CardPlace(card.key)))
    if not tiles:
        canvas.text(text("bench.hand.empty"), area.inflate(-canvas.px(16), 0), NAME, palette.QUIET, lines=3)
    surface.set_clip(before)
    if most:
        _draw_bar(canvas, area, down, most)
    return most


def _laid_out(canvas: Canvas, area: Rect, cards: tuple[BenchCard, ...]) -> tuple[list[tuple[Rect, BenchCard]], int]:
    """Return the place of each card, and the height of all. Command cards come first, then units, each in rows."""
    gap = canvas.px(GAP)
    width = area.width - canvas.px(BAR) - gap
    tiles: list[tuple[Rect, BenchCard]] = []
    top = area.y
    for units, commands in ((COMMAND_IN_HAND, True), (UNIT, False)):
        kind = [card for card in cards if (card.kind == CardKind.COMMAND) is commands]
        columns = max(1, (width + gap) // (round(units[0] * canvas.scale * 0.92) + gap))
        each = (width - gap * (columns - 1)) // columns
        height = canvas.px(units[1])
        for index, card in enumerate(kind):
            row, column = divmod(index, columns)
            tiles.append((Rect(area.x + column * (each + gap), top + row * (height + gap), each, height), card))
        top += -(-len(kind) // columns) * (height + gap)
    return tiles, max(0, top - gap - area.y)


def _draw_bar(canvas: Canvas, area: Rect, down: int, most: int) -> None:
    track = Rect(area.right - canvas.px(BAR), area.y, canvas.px(BAR), area.height)
    pygame.draw.rect(canvas.surface, palette.RAISED, track, border_radius=canvas.px(3))
    height = max(canvas.px(20), area.height * area.height // (area.height + most))
    thumb = Rect(track.x, area.y + (area.height - height) * down // most, track.width, height)
    pygame.draw.rect(canvas.surface, palette.EDGE, thumb, border_radius=canvas.px(3))
