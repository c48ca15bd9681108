"""A card reader on the table: its antenna, and the cards where they were dropped on it."""

import pygame
from pygame import Rect

from table.emulation.bench_view import BenchCard, BenchSeat
from table.emulation.window.places import CardPlace, Place, ReaderField
from table.emulation.window.tiles import COMMAND, draw_tile
from table.rules.seats import Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

PER_MM = 2.0
"""The units of the picture per millimetre."""
COIL_MM = (36, 28)
"""The width and height of the outermost turn, in millimetres, of a common board."""
TURNS = 4
WHOLE = 0.97
WEAK, LOST = 0.30, 0.12
"""The coupling below which replies get lost, and below which a card has no power (`sim_hardware.nfc.coupling`)."""


def draw_reader(
    canvas: Canvas,
    board: Rect,
    seat: BenchSeat,
    lying: tuple[tuple[Seat, BenchCard, bool], ...],
    over: bool,
    places: list[tuple[Rect, Place]],
) -> None:
    """Draw a reader.

    `lying` holds owner, card and whether it lies face down, the lowest first; `over`: a card is held above.
    """
    _draw_antenna(canvas, board, seat, over, bare=not lying)
    places.append((board, ReaderField(seat.seat)))
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(board.clip(before))
    for index, (owner, card, down) in enumerate(lying):
        rect = spot(canvas, board, card, index)
        draw_tile(canvas, rect, card, owner, down=down)
        _draw_coupling(canvas, rect, card)
        places.append((rect.clip(board), CardPlace(card.key)))
    canvas.surface.set_clip(before)


def spot(canvas: Canvas, board: Rect, card: BenchCard, index: int) -> Rect:
    """Return the place of a card. Cards on top are shifted, so that the ones below can be seen and taken."""
    rect = Rect(0, 0, min(board.width - canvas.px(22), canvas.px(COMMAND[0] * 1.25)), canvas.px(COMMAND[1] * 1.1))
    x_mm, y_mm = card.aside_mm
    rect.center = (
        board.centerx + round(x_mm * PER_MM * canvas.scale) + canvas.px(7) * index,
        board.centery + round(y_mm * PER_MM * canvas.scale) + canvas.px(17) * index,
    )
    return rect


def aside_mm(scale: float, board: Rect, point: tuple[int, int]) -> tuple[float, float]:
    """Return the millimetres from the antenna's middle to this point, to one decimal."""
    x_mm, y_mm = ((at - middle) / (PER_MM * scale) for at, middle in zip(point, board.center, strict=True))
    return (round(x_mm, 1), round(y_mm, 1))


def _draw_antenna(canvas: Canvas, board: Rect, seat: BenchSeat, over: bool, bare: bool) -> None:
    colour = palette.SEAT[seat.seat] if over else palette.EDGE
    canvas.frame(board, colour, palette.DEEP[seat.seat] if over else palette.GROUND, seat.seat, width=3 if over else 2)
    outer = Rect(0, 0, canvas.px(COIL_MM[0] * PER_MM), canvas.px(COIL_MM[1] * PER_MM))
    outer.center = board.center
    for turn in range(TURNS):
        pygame.draw.rect(
            canvas.surface,
            palette.blend(palette.GROUND, colour, 0.75 if seat.plugged else 0.3),
            outer.inflate(-canvas.px(7 * turn), -canvas.px(7 * turn)),
            canvas.px(1.5),
            canvas.px(8),
        )
    if bare:
        words = text("bench.reader") if seat.plugged else text("bench.reader.unplugged")
        box = Rect(board.x + canvas.px(8), board.y + canvas.px(3), board.width - canvas.px(16), canvas.px(20))
        canvas.text(words, box, 15, palette.QUIET if seat.plugged else palette.ALERT)


def _draw_coupling(canvas: Canvas, rect: Rect, card: BenchCard) -> None:
    """Draw the coupling of a card that does not lie in the middle."""
    if card.coupling >= WHOLE:
        return
    colour = palette.GOOD if card.coupling >= WEAK else palette.ALERT
    box = Rect(rect.right - canvas.px(38), rect.bottom - canvas.px(17), canvas.px(34), canvas.px(15))
    canvas.plate(box, palette.GROUND, radius=4)
    words = text("bench.coupling.none") if card.coupling < LOST else f"{card.coupling:.0%}"
    canvas.text(words, box.inflate(-canvas.px(4), 0), 12, colour, align="centre")
