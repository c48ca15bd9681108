"""The help over the table's screen: what the three buttons do, by touch and by keys."""

from pygame import Rect

from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD
from table.view.published import Published

ROWS = (
    ("choose", ("sign.left", "sign.right")),
    ("answer", ("sign.done",)),
    ("hold", ("sign.done",)),
    ("card", ("sign.card",)),
    ("more", ("sign.more",)),
    ("keys", ()),
    ("functions", ()),
)
"""The lines by the last part of their keys, each with its icons."""
PAD, GAP, ICONS = 16, 12, 62


def draw_help(canvas: Canvas, area: Rect, _: Published) -> Rect:
    """Draw the panel over the dimmed table, and return its rectangle."""
    pad, gap = canvas.px(PAD), canvas.px(GAP)
    box = area.inflate(-2 * gap, -2 * gap)
    canvas.frame(box, palette.EDGE, palette.PANEL, radius=14)
    inner = box.inflate(-2 * pad, -2 * pad)
    head = Rect(inner.x, inner.y, inner.width, canvas.high(LEAD))
    canvas.text(text("screen.help"), head, LEAD, bold=True)
    height = (inner.bottom - head.bottom) // len(ROWS)
    for number, (name, icons) in enumerate(ROWS):
        row = Rect(inner.x, head.bottom + number * height, inner.width, height)
        for place, icon in enumerate(icons):
            centre = (row.x + canvas.px(16) + place * canvas.px(26), row.centery)
            canvas.icon(icon, centre, 22, palette.ALERT)
        words = Rect(row.x + canvas.px(ICONS), row.y, row.width - canvas.px(ICONS), row.height)
        canvas.text(text(f"screen.help.{name}"), words, BODY, palette.INK, lines=3)
    return box
