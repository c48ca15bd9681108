"""The strip above the footer: what belongs to no seat and no match, while there is any of it.

A phone that plays no seat has its sign there, and goes when a finger is held on it.
"""

from pygame import Rect

from table.rules.prompts import AnyPrompt
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import SMALL
from table.session.input import Touched
from table.view.published import AWAY_HELPER, HelperRole, Published

STRIP = 40
"""The height in units of the strip, with the gap below it."""
GAP = 4
ICON = 34
"""The width in units of a sign with its margins."""


def height_of_surroundings(published: Published) -> int:
    """Return the height of the strip in units; 0 while there is nothing in it."""
    return STRIP if published.helpers else 0


def draw_surroundings(canvas: Canvas, footer: Rect, published: Published) -> Rect:
    """Draw the strip at the top of the footer's box, and return the rest of the box."""
    if not height_of_surroundings(published):
        return footer
    strip = Rect(footer.x, footer.y, footer.width, canvas.px(STRIP - GAP))
    width = strip.width // len(published.helpers)
    for index, role in enumerate(published.helpers):
        place = Rect(
            strip.x + index * width,
            strip.y,
            width - (canvas.px(GAP) if index + 1 < len(published.helpers) else 0),
            strip.height,
        )
        _draw_helper(canvas, place, role, published.prompts)
    taken = canvas.px(STRIP)
    return Rect(footer.x, footer.y + taken, footer.width, footer.height - taken)


def _draw_helper(canvas: Canvas, box: Rect, role: HelperRole, prompts: tuple[AnyPrompt, ...]) -> None:
    """Draw the sign of a helper's phone, with how it is sent away where there is room for that."""
    canvas.plate(box, palette.RAISED, radius=8)
    canvas.icon("sign.phone", (box.x + canvas.px(ICON // 2), box.centery), 22, palette.ALERT)
    words = Rect(box.x + canvas.px(ICON), box.y, box.width - canvas.px(ICON + 6), box.height)
    whole, short = text(f"screen.helper.{role}"), text(f"screen.helper.{role}.short")
    said = whole if canvas.fits(whole, words, SMALL, minor=True) else short
    canvas.text(said, words, SMALL, palette.INK, minor=True)
    if any(prompt.key == AWAY_HELPER[role] for prompt in prompts):
        canvas.touchable(box, Touched(None, AWAY_HELPER[role], None, hold=True))
