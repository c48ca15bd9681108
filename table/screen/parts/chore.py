"""The sign of a chore: it waits beside play, covers no question, and opens at a touch."""

from pygame import Rect

from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY
from table.screen.parts.asked import asked_of, pointed_at

WIDTH = 66
"""The width of the sign in units: a finger's breadth and a half."""


def draw_chore(canvas: Canvas, row: Rect, seat: Seat, prompts: tuple[AnyPrompt, ...]) -> int:
    """Draw the sign at the right end of a half's title row, and return the width that it takes."""
    chore = next((prompt for prompt in asked_of(prompts, seat) if prompt.chore), None)
    if chore is None:
        return 0
    inset = canvas.px(3)
    box = Rect(row.right - canvas.px(WIDTH), row.y + inset, canvas.px(WIDTH) - inset, row.height - 2 * inset)
    canvas.plate(box, palette.RAISED, seat, radius=8)
    canvas.icon("sign.giveback", (box.x + canvas.px(18), box.centery), 20, palette.ALERT)
    count = Rect(box.x + canvas.px(32), box.y, box.right - box.x - canvas.px(36), box.height)
    canvas.text(str(chore.chore), count, BODY, palette.ALERT, bold=True, align="centre")
    canvas.touchable(box, pointed_at(chore, seat))
    return row.right - box.x
