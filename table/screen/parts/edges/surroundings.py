"""The optional strip above the footer, for items that belong to no seat and no match.

These are the clock of the hall's round, and the icon of a helper's phone, which a long touch disconnects.
"""

from pygame import Rect

from table.rules.prompts import AnyPrompt
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, SMALL
from table.screen.parts.edges.header import RUNS, minutes
from table.session.input import Touched
from table.view.published import AWAY_HELPER, HelperRole, Published, RoundTime

STRIP = 40
"""The height in units of the strip, with the gap below it."""
GAP = 4
ICON = 34
"""The width in units of an icon with its margins."""


def height_of_surroundings(published: Published) -> int:
    """Return the height of the strip in units; 0 while there is nothing in it."""
    return STRIP if published.helpers or published.round_time is not None else 0


def draw_surroundings(canvas: Canvas, footer: Rect, published: Published) -> Rect:
    """Draw the strip at the top of the footer's box, and return the rest of the box."""
    if not height_of_surroundings(published):
        return footer
    gap = canvas.px(GAP)
    strip = Rect(footer.x, footer.y, footer.width, canvas.px(STRIP - GAP))
    if published.round_time is not None:
        taken = _draw_round(canvas, strip, published.round_time, alone=not published.helpers) + gap
        strip = Rect(strip.x + taken, strip.y, strip.width - taken, strip.height)
    for left, role in zip(range(len(published.helpers), 0, -1), published.helpers, strict=True):
        place = Rect(strip.x, strip.y, (strip.width - (left - 1) * gap) // left, strip.height)
        _draw_helper(canvas, place, role, published.prompts)
        strip = Rect(place.right + gap, strip.y, strip.right - place.right - gap, strip.height)
    height = canvas.px(STRIP)
    return Rect(footer.x, footer.y + height, footer.width, footer.height - height)


def _draw_round(canvas: Canvas, strip: Rect, time: RoundTime, *, alone: bool) -> int:
    """Draw the clock of the round, and return its width in pixels. If it is `alone` it has the whole strip."""
    key = "screen.round_time" if alone else "screen.round_time.short"
    words = text(key, round=time.round, time=minutes(time.left_s) + RUNS * time.runs)
    width = strip.width if alone else canvas.text_width(words, BODY, bold=True) + canvas.px(ICON + 10)
    box = Rect(strip.x, strip.y, width, strip.height)
    canvas.plate(box, palette.RAISED, radius=8)
    canvas.icon("counter.round", (box.x + canvas.px(ICON // 2), box.centery), 20, palette.INK)
    room = Rect(box.x + canvas.px(ICON), box.y, box.width - canvas.px(ICON + 6), box.height)
    canvas.text(words, room, BODY, palette.ALERT if time.left_s < 0 else palette.INK, bold=True)
    return width


def _draw_helper(canvas: Canvas, box: Rect, role: HelperRole, prompts: tuple[AnyPrompt, ...]) -> None:
    """Draw the icon of a helper's phone, and if there is room, how to disconnect it."""
    canvas.plate(box, palette.RAISED, radius=8)
    canvas.icon("sign.phone", (box.x + canvas.px(ICON // 2), box.centery), 22, palette.ALERT)
    words = Rect(box.x + canvas.px(ICON), box.y, box.width - canvas.px(ICON + 6), box.height)
    whole, short = text(f"screen.helper.{role}"), text(f"screen.helper.{role}.short")
    line = whole if canvas.fits(whole, words, SMALL, minor=True) else short
    canvas.text(line, words, SMALL, palette.INK, minor=True)
    if any(prompt.key == AWAY_HELPER[role] for prompt in prompts):
        canvas.touchable(box, Touched(None, AWAY_HELPER[role], None, hold=True))
