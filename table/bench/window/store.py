"""The dispenser on the bench: its hoppers with what they hold, its cable, and the tray."""

from pygame import Rect

from table.bench.window.bench import BenchHopper, BenchState
from table.bench.window.places import Cable, Place, Tray
from table.bench.window.reader import draw_cable
from table.games.text import Text, text
from table.screen import palette
from table.screen.canvas import Canvas
from table.screen.icons import icon_of

ROW, TOKEN = 30, 22


def draw_store(canvas: Canvas, area: Rect, state: BenchState, places: list[tuple[Rect, Place]]) -> None:
    canvas.plate(area, palette.PANEL, radius=8)
    pad = canvas.px(6)
    inside = area.inflate(-2 * pad, -2 * pad)
    upper = Rect(inside.x, inside.y, inside.width, canvas.px(ROW))
    if state.plugged is not None:
        cable = Rect(upper.right - canvas.px(112), upper.y, canvas.px(112), upper.height)
        draw_cable(canvas, cable, Cable(None, state.plugged), places)
        upper.width -= cable.width + pad
    _draw_hoppers(canvas, upper, state.hoppers)
    lower = Rect(inside.x, upper.bottom + pad, inside.width, inside.bottom - upper.bottom - pad)
    _draw_tray(canvas, lower, state.tray, places)


def _draw_hoppers(canvas: Canvas, row: Rect, hoppers: tuple[BenchHopper, ...]) -> None:
    gap = canvas.px(4)
    width = min(canvas.px(84), (row.width + gap) // max(1, len(hoppers)) - gap)
    tight = width < canvas.px(56)
    for index, hopper in enumerate(hoppers):
        rect = Rect(row.x + index * (width + gap), row.y, width, row.height)
        colour = palette.ALERT if hopper.fault or not hopper.content else palette.INK
        edge = palette.ALERT if hopper.fault else palette.EDGE
        canvas.frame(rect, edge, palette.GROUND, radius=6, width=1.4)
        middle, size, letters, margin = (10, 14, 14, canvas.px(2)) if tight else (15, 19, 16, gap)
        mark = canvas.icon(icon_of(hopper.kind), (rect.x + canvas.px(middle), rect.centery), size, colour)
        box = Rect(mark.right + margin, rect.y, rect.right - mark.right - 2 * margin, rect.height)
        words: Text | str = text("bench.hopper", number=hopper.number, content=hopper.content)
        if not canvas.fits(words, box, letters):
            words = str(hopper.content)
        canvas.text(words, box, letters, colour)


def _draw_tray(canvas: Canvas, row: Rect, tray: tuple[str, ...], places: list[tuple[Rect, Place]]) -> None:
    canvas.frame(row, palette.EDGE, palette.GROUND, radius=8)
    label = Rect(row.x + canvas.px(8), row.y, canvas.px(44), row.height)
    canvas.text(text("bench.tray"), label, 16, palette.QUIET)
    left = label.right + canvas.px(4)
    if not tray:
        canvas.text(text("bench.tray.empty"), Rect(left, row.y, row.right - left, row.height), 15, palette.QUIET)
        return
    take = Rect(row.right - canvas.px(82), row.y + canvas.px(6), canvas.px(76), row.height - canvas.px(12))
    canvas.plate(take, palette.RAISED, radius=6)
    canvas.text(text("bench.tray.take"), take, 15, bold=True, align="centre")
    places.append((take, Tray()))
    _draw_tokens(canvas, Rect(left, row.y, take.x - left - canvas.px(4), row.height), tray)


def _draw_tokens(canvas: Canvas, box: Rect, tray: tuple[str, ...]) -> None:
    """Side by side in two rows; heaped where they are many."""
    half = (len(tray) + 1) // 2 if len(tray) * canvas.px(TOKEN + 2) > box.width else len(tray)
    pitch = min(canvas.px(TOKEN + 2), (box.width - canvas.px(TOKEN)) // max(1, half - 1)) if half > 1 else 0
    rows = 1 if half == len(tray) else 2
    for index, kind in enumerate(tray):
        row, column = divmod(index, half)
        y = box.centery + round((row - (rows - 1) / 2) * canvas.px(TOKEN + 1))
        canvas.icon(icon_of(kind), (box.x + canvas.px(TOKEN / 2) + column * pitch, y), TOKEN, palette.INK)
