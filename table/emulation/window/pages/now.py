"""The drawer's first page: what both hands do now, for who has never seen the table."""

from pygame import Rect

from table.emulation.bench_view import BenchState
from table.emulation.window.chips import draw_chip
from table.emulation.window.places import Place, Switch, SwitchOf
from table.rules.seats import SEATS
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

SIZE = 17
CLOSE = Switch(SwitchOf.GUIDE, "close")


def draw_now(canvas: Canvas, area: Rect, state: BenchState, places: list[tuple[Rect, Place]]) -> None:
    """Draw a sentence for each seat or for both, what holds always, and the button that ends it."""
    words = text("bench.now.close")
    width, height = canvas.text_width(words, 14.5, bold=True) + canvas.px(24), canvas.px(24)
    draw_chip(
        canvas,
        Rect(area.right - width, area.bottom - height, width, height),
        words,
        CLOSE,
        places,
        on=False,
        colour=palette.INK,
    )
    row = (area.height - height) // 3
    if len(state.guide) == 1:
        both = Rect(area.x, area.y, area.width, 2 * row)
        canvas.text(state.guide[0], both, SIZE, palette.INK, bold=True, lines=3)
    for place, (seat, said) in enumerate(zip(SEATS, state.guide, strict=False) if len(state.guide) > 1 else ()):
        line = Rect(area.x, area.y + place * row, area.width, row)
        canvas.icon(f"seat.{seat}", (line.x + canvas.px(12), line.centery), 20, palette.SEAT[seat])
        inner = Rect(line.x + canvas.px(28), line.y, line.width - canvas.px(28), line.height)
        canvas.text(said, inner, SIZE, palette.SEAT[seat], bold=True, lines=2)
    tip = Rect(area.x, area.y + 2 * row, area.width - width - canvas.px(12), area.height - 2 * row)
    canvas.text(text("bench.now.tip"), tip, 14.5, palette.QUIET, lines=3)
