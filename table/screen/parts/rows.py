"""The rows of a list: one size of type for all, more lines for a long one, and those that a box has room for."""

from collections.abc import Sequence

from table.rules.text import Text
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import SMALL


def type_of(canvas: Canvas, labels: Sequence[Text], width: int, size: float) -> float:
    """Return the one size of type of all rows: this one if every label fits on a line of this width, else SMALL."""
    return size if all(canvas.text_width(label, size) <= width for label in labels) else SMALL


def heights_of(canvas: Canvas, labels: Sequence[Text], width: int, size: float, row: int, most: int) -> list[int]:
    """Return the height in pixels of each row: `row` for a line, more for a longer label, and `most` at the most."""
    broken = (canvas.lines_of(label, width, size) for label in labels)
    return [row if lines == 1 else max(row, min(most, canvas.high(size, lines))) for lines in broken]


def window_of(heights: Sequence[int], room: int, cursor: int) -> tuple[int, int]:
    """Return the first row that is shown and the one after the last: as many as there is room for around the cursor."""
    first, after, left = cursor, cursor + 1, room - heights[cursor]
    while True:
        above = first > 0 and heights[first - 1] <= left
        below = after < len(heights) and heights[after] <= left
        if not above and not below:
            return first, after
        if above and (not below or cursor - first <= after - 1 - cursor):
            first, left = first - 1, left - heights[first - 1]
        else:
            after, left = after + 1, left - heights[after]


def pages_of(heights: Sequence[int], room: int, cursor: int) -> tuple[int, int]:
    """Return the cursors of a page up and of a page down, so that no row is passed over, however high each is."""
    first, after = window_of(heights, room, cursor)
    shown, last = after - first, len(heights) - 1
    up, down = max(0, cursor - shown), min(last, cursor + shown)
    if window_of(heights, room, up)[1] < first:
        up = max(0, first - 1)
    if window_of(heights, room, down)[0] > after:
        down = min(last, after)
    return up, down
