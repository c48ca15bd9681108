"""The title of a seat: the names of its player and army, if any, and the emblem of its faction."""

from pygame import Rect

from table.rules.seats import Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import LEAD

EMBLEM, SIZE = 28, 20
"""The width in units of an emblem with the gap behind it, and without."""


def seat_title(seat: Seat, player: str, side: str) -> Text | str:
    """Return the names of the player and of the army. A seat without names has the name of its colour."""
    if player and side:
        return text("player.side", player=player, side=side)
    return player or side or text(f"screen.seat.{seat}")


def draw_title(
    canvas: Canvas, box: Rect, title: Text | str, emblem: str, *, lines: int = 1, minor: bool = False
) -> None:
    """Draw a title, and before it the emblem, unless that would cut the title."""
    beside = Rect(box.x + canvas.px(EMBLEM), box.y, box.width - canvas.px(EMBLEM), box.height)
    if emblem and canvas.fits(title, beside, LEAD, bold=True, lines=lines):
        canvas.icon(emblem, (box.x + canvas.px(SIZE / 2), box.centery), SIZE, palette.INK)
        box = beside
    canvas.text(title, box, LEAD, bold=True, lines=lines, minor=minor)
