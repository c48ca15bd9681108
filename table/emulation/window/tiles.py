"""A card as the bench shows it: small, with its name, in its owner's shape and colour."""

from pygame import Rect

from table.emulation.bench_view import BenchCard
from table.rules.cards import CardKind
from table.rules.seats import Seat
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.icons import icon_of

COMMAND, UNIT = (96, 42), (146, 28)
COMMAND_IN_HAND = (146, 36)
"""The width and height of a command card in a hand, in units; in a wider hand cards are wider.

Names as long as "Coordinated Bombardment" stand whole.
"""
NAME = 14.5


def draw_tile(canvas: Canvas, rect: Rect, card: BenchCard, owner: Seat, *, down: bool = False) -> None:
    """Draw a card. `down`: it lies face down.

    Its name is legible all the same, because only the table's screen keeps secrets.
    """
    command = card.kind == CardKind.COMMAND
    ground, ink = (palette.PAPER, palette.PRINT) if command else (palette.RAISED, palette.INK)
    if card.spent:
        ground, ink = palette.PANEL, palette.QUIET
    if down:
        ground, ink = palette.DEEP[owner], palette.QUIET
    canvas.frame(rect, palette.SEAT[owner] if not card.spent else palette.EDGE, ground, owner, radius=6, width=1.6)
    mark = Rect(rect.x + canvas.px(3), rect.y, canvas.px(17 if command else 20), rect.height)
    if down:
        canvas.icon(f"seat.{owner}", mark.center, 17, palette.SEAT[owner])
    elif command and card.pips is not None:
        canvas.text(str(card.pips), mark, 22, ink, bold=True, align="centre")
    else:
        canvas.icon(icon_of(card.rank) if card.rank else "sign.card", mark.center, 17, ink)
    x = mark.right + canvas.px(2)
    name = Rect(x, rect.y + canvas.px(2), rect.right - canvas.px(2) - x, rect.height - canvas.px(4))
    canvas.text(card.name, name, NAME, ink, lines=3 if command else 2)


def draw_gap(canvas: Canvas, rect: Rect, owner: Seat) -> None:
    """Draw the empty place of a card that was taken."""
    canvas.frame(rect, palette.RAISED, palette.PANEL, owner, radius=6, width=1.4)
