"""The panel after a power cut: the resumed match, and void locks.

No question can be answered until a player dismisses it.
"""

from pygame import Rect

from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import BODY, LEAD, TITLE
from table.view.published import Published

ROW, WIDTH, PAD = 54, 600, 20

Line = tuple[str, Text, Colour]
"""A line's icon, words and colour."""


def draw_resumed(canvas: Canvas, area: Rect, published: Published) -> Rect:
    """Draw the panel in the middle of the dimmed table, and return its rectangle."""
    lines = _lines(published)
    pad, row = canvas.px(PAD), canvas.px(ROW)
    box = Rect(0, 0, min(area.width - canvas.px(32), canvas.px(WIDTH)), 2 * pad + row * (len(lines) + 2) + pad)
    box.center = area.center
    canvas.frame(box, palette.EDGE, palette.PANEL, radius=14)
    inner = box.inflate(-2 * pad, -2 * pad)
    canvas.text(text("screen.goes_on"), Rect(inner.x, inner.y, inner.width, row), TITLE, bold=True)
    for number, (icon, words, colour) in enumerate(lines, 1):
        line = Rect(inner.x, inner.y + canvas.px(8) + number * row, inner.width, row)
        canvas.icon(icon, (line.x + canvas.px(14), line.centery), 26, colour)
        canvas.text(words, Rect(line.x + canvas.px(40), line.y, line.width - canvas.px(40), row), LEAD, colour, lines=2)
    foot = Rect(inner.x, inner.bottom - row, inner.width, row)
    canvas.text(text("screen.goes_on.press"), foot, BODY, palette.QUIET, lines=2)
    return box


def _lines(published: Published) -> list[Line]:
    lines: list[Line] = []
    view, resumed = published.view, published.resumed
    if view is not None:
        where = text("screen.goes_on.where", system=text(f"system.{view.system}"), round=view.round, phase=view.phase)
        lines.append(("sign.again", where, palette.INK))
    if resumed is not None and resumed.revised:
        lines.append(("sign.refused", text("screen.goes_on.revised"), palette.ALERT))
    for seat in resumed.void if resumed is not None else ():
        words = text("screen.goes_on.void", seat=text(f"screen.seat.{seat}"))
        lines.append((f"seat.{seat}", words, palette.SEAT[seat]))
    if resumed is not None and not resumed.void:
        lines.append(("sign.yes", text("screen.goes_on.whole"), palette.GOOD))
    if open_jobs := sum(one.count - one.passed for one in published.handing):
        lines.append(("sign.hopper", text("screen.goes_on.tokens", count=open_jobs), palette.INK))
    return lines
