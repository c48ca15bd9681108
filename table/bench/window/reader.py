"""A card reader as it lies on the table: its antenna, its cable, and the cards on it."""

import pygame
from pygame import Rect

from table.bench.window.bench import BenchCard, BenchSeat
from table.bench.window.places import Antenna, Cable, Carried, Place
from table.bench.window.tiles import COMMAND, draw_tile
from table.games.seats import Seat
from table.games.text import text
from table.screen import palette
from table.screen.canvas import Canvas

COIL = 4
CABLE_ROW = 24


def draw_reader(
    canvas: Canvas,
    area: Rect,
    seat: BenchSeat,
    lying: tuple[tuple[Seat, BenchCard], ...],
    over: bool,
    places: list[tuple[Rect, Place]],
) -> None:
    """`lying` are the cards with their owners, the lowest first; `over`: a card is held over the antenna."""
    cable = Rect(area.x, area.bottom - canvas.px(CABLE_ROW), area.width, canvas.px(CABLE_ROW))
    board = Rect(area.x, area.y, area.width, area.height - cable.height - canvas.px(4))
    _draw_antenna(canvas, board, seat, over, bare=not lying)
    places.append((board, Antenna(seat.seat)))
    for index, (owner, card) in enumerate(lying):
        rect = _place(canvas, board, index, len(lying))
        draw_tile(canvas, rect, card, owner)
        places.append((rect, Carried(card.key)))
    draw_cable(canvas, cable, Cable(seat.seat, seat.plugged), places)


def _place(canvas: Canvas, board: Rect, index: int, count: int) -> Rect:
    """Cards lie across the antenna's middle; further ones so that a part of each can still be seen."""
    rect = Rect(0, 0, min(board.width - canvas.px(22), canvas.px(COMMAND[0] * 1.4)), canvas.px(COMMAND[1] * 1.15))
    pitch = min(rect.height + canvas.px(3), (board.height - rect.height - canvas.px(10)) // max(1, count - 1))
    rect.center = (board.centerx, board.centery - pitch * (count - 1) // 2 + pitch * index)
    return rect


def _draw_antenna(canvas: Canvas, board: Rect, seat: BenchSeat, over: bool, bare: bool) -> None:
    colour = palette.SEAT[seat.seat] if over else palette.EDGE
    canvas.frame(board, colour, palette.DEEP[seat.seat] if over else palette.GROUND, seat.seat, width=3 if over else 2)
    for turn in range(COIL):
        coil = board.inflate(-canvas.px(16 + 9 * turn), -canvas.px(16 + 9 * turn))
        pygame.draw.rect(
            canvas.surface,
            palette.blend(palette.GROUND, colour, 0.75 if seat.plugged else 0.3),
            coil,
            canvas.px(1.5),
            canvas.px(10),
        )
    if not bare:
        return
    words = text("bench.reader") if seat.plugged else text("bench.reader.unplugged")
    box = board.inflate(-canvas.px(60), -canvas.px(40))
    canvas.text(words, box, 17, palette.QUIET if seat.plugged else palette.ALERT, align="centre", lines=2)


def draw_cable(canvas: Canvas, rect: Rect, cable: Cable, places: list[tuple[Rect, Place]]) -> None:
    """The plug: what a click does to it stands on it."""
    colour = palette.QUIET if cable.plugged else palette.ALERT
    canvas.frame(rect, palette.EDGE if cable.plugged else palette.ALERT, palette.RAISED, radius=6, width=1.4)
    canvas.icon("sign.link", (rect.x + canvas.px(15), rect.centery), 16, colour)
    words = Rect(rect.x + canvas.px(28), rect.y, rect.width - canvas.px(32), rect.height)
    canvas.text(text("bench.cable.pull" if cable.plugged else "bench.cable.plug"), words, 15, colour)
    places.append((rect, cable))
