"""A seat's counters: a few are beside its name; more get a larger row of their own."""

from pygame import Rect

from table.rules.view import Counter
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD, SMALL
from table.screen.parts.points import SIGN as VICTORY
from table.session.input import Pointed

BESIDE = 3
"""The most counters beside the name."""
TRACK_ROW = 36
WIDE = 440
"""The width in units from which a title has room for all counters."""


def row_of_counters(canvas: Canvas, width: int, counters: tuple[Counter, ...]) -> int:
    """Return the height in pixels of the counters' own row; 0 if they fit into a title of this width."""
    return 0 if len(counters) <= BESIDE or width >= canvas.px(WIDE) else canvas.px(TRACK_ROW)


def draw_counters_in_line(canvas: Canvas, box: Rect, counters: tuple[Counter, ...], way: Pointed | None) -> int:
    """Draw the counters from the right edge of a title, and return the x at which the name has to end.

    `way` is the touch of the victory points.
    """
    right = box.right
    for counter in reversed(counters):
        value = f"{counter.mark} {counter.value}" if counter.mark else str(counter.value)
        width = canvas.text_width(value, BODY, bold=True) + 2
        number = Rect(right - width, box.y, width, box.height)
        canvas.text(value, number, BODY, bold=True, align="right")
        right = canvas.icon(counter.icon, (number.x - canvas.px(13), box.centery), 19, palette.QUIET).x - canvas.px(8)
        if way is not None and counter.icon == VICTORY:
            canvas.touchable(Rect(right, box.y, number.right + canvas.px(8) - right, box.height), way)
    return right


def draw_counter_row(canvas: Canvas, box: Rect, counters: tuple[Counter, ...], way: Pointed | None) -> None:
    """Draw the counters in a row below the title. `way` is the touch of the victory points."""
    marks = sum(bool(counter.mark) for counter in counters)
    step = box.width // (len(counters) + marks)
    x = box.x
    for counter in counters:
        width = step * (2 if counter.mark else 1)
        cell = Rect(x, box.y, width - canvas.px(4), box.height - canvas.px(4))
        canvas.plate(cell, palette.RAISED, radius=8)
        if way is not None and counter.icon == VICTORY:
            canvas.touchable(cell, way)
        canvas.icon(counter.icon, (cell.x + canvas.px(19), cell.centery), 24, palette.QUIET)
        number = Rect(cell.x + canvas.px(35), cell.y, cell.right - canvas.px(6) - cell.x - canvas.px(35), cell.height)
        if counter.mark:
            number = _draw_mark(canvas, number, counter.mark)
        canvas.text(str(counter.value), number, LEAD, bold=True)
        x += width


def _draw_mark(canvas: Canvas, box: Rect, mark: str) -> Rect:
    """Draw the upper side of a marker, and return the rest of the box."""
    width = canvas.text_width(mark, SMALL, bold=True) + canvas.px(10)
    plate = Rect(box.x, 0, width, canvas.px(24))
    plate.centery = box.centery
    canvas.plate(plate, palette.ALERT, radius=6)
    canvas.text(mark, plate, SMALL, palette.GROUND, bold=True, align="centre")
    return Rect(plate.right + canvas.px(7), box.y, box.right - plate.right - canvas.px(7), box.height)
