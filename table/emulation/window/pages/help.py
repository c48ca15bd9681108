"""A short legend of the acts at the bench and their keys."""

from pygame import Rect

from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

ROWS = ("drag", "edge", "turn", "knobs", "plugs", "tokens", "bots", "keys", "screen")


def draw_help(canvas: Canvas, area: Rect) -> None:
    """Draw the legend, in two columns if they fit."""
    columns = 2 if area.width > canvas.px(560) else 1
    rows, gap = -(-len(ROWS) // columns), canvas.px(16)
    width, height = (area.width - gap * (columns - 1)) // columns, min(canvas.px(44), area.height // rows)
    for index, name in enumerate(ROWS):
        column, row = divmod(index, rows)
        box = Rect(area.x + column * (width + gap), area.y + row * height, width, height - canvas.px(3))
        canvas.text(text(f"bench.help.{name}"), box, 14.5, palette.INK, lines=2)
