"""What is always possible: one line at the foot of a seat's half, opened by a touch or by CONFIRM."""

from pygame import Rect

from table.choosing import CLOSED
from table.games.prompts import AnyPrompt, Confirm
from table.games.seats import Seat
from table.games.text import text
from table.screen import palette
from table.screen.asking import pointed_at
from table.screen.canvas import Canvas
from table.screen.lettering import SMALL
from table.screen.touch import Pointed, Touch, Touched

LID, ARROW = 42, 44
"""Units: the line's height, and the breadth of what leads to the one before and after."""


def draw_lid(canvas: Canvas, box: Rect, prompt: AnyPrompt, mine: tuple[AnyPrompt, ...], seat: Seat) -> int:
    """At the foot of the box; the height that it takes."""
    height = canvas.px(LID)
    line = Rect(box.x, box.bottom - height, box.width, height)
    standing = [one for one in mine if one.standing]
    at = [one.key for one in standing].index(prompt.key)
    if len(standing) > 1:
        for sign, step, x in (("left", -1, line.x), ("right", 1, line.right - canvas.px(ARROW))):
            arrow = Rect(x, line.y, canvas.px(ARROW), line.height)
            canvas.plate(arrow, palette.RAISED, seat, radius=8)
            canvas.icon(f"sign.{sign}", arrow.center, 18, palette.INK)
            canvas.touchable(arrow, Pointed(seat, standing[(at + step) % len(standing)].key, CLOSED))
        line = line.inflate(-2 * canvas.px(ARROW + 4), 0)
    canvas.frame(line, palette.SEAT[seat], palette.PANEL, seat, radius=8)
    ask = text("screen.hold", action=prompt.ask) if isinstance(prompt, Confirm) and prompt.hold else prompt.ask
    canvas.text(ask, line.inflate(-canvas.px(16), -canvas.px(2)), SMALL, palette.INK, align="centre", lines=2)
    canvas.touchable(line, _opened(prompt, seat))
    return height + canvas.px(4)


def _opened(prompt: AnyPrompt, seat: Seat) -> Touch:
    """A question that has only one answer is answered at once."""
    if isinstance(prompt, Confirm):
        return Touched(prompt.seat and seat, prompt.key, None, prompt.hold)
    return pointed_at(prompt, seat)
