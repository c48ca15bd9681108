"""Where the bench stands in the window, and where its parts stand in it."""

from dataclasses import dataclass

from pygame import Rect

BESIDE_PX = 1100
"""In a window of this width or more, table and bench stand side by side; in a narrower one, either fills it."""
TABLE_PX, LEAST_PX, MOST_PX = 800, 380, 620
"""The table's screen keeps its width before the bench takes more than its least."""

TALL, WIDE = (480, 720), (960, 500)
"""Units of the bench with one seat above the other, and side by side."""
HEAD, STORE = 26, 108


@dataclass(frozen=True, slots=True)
class Parts:
    """`seat` holds reader, panel and cards; the store is hoppers, tray and the dispenser's cable."""

    scale: float
    head: Rect
    seats: tuple[Rect, Rect]
    store: Rect


def is_narrow(window: Rect) -> bool:
    return window.width < BESIDE_PX


def split(window: Rect, shown: bool) -> tuple[Rect, Rect]:
    """(table, bench); one of them may be empty."""
    nothing = Rect(window.right, window.top, 0, 0)
    if not shown:
        return Rect(window), nothing
    if is_narrow(window):
        return nothing, Rect(window)
    width = min(MOST_PX, max(LEAST_PX, window.width - TABLE_PX))
    table = Rect(window.x, window.y, window.width - width, window.height)
    return table, Rect(table.right, window.y, width, window.height)


def lay_out(area: Rect) -> Parts:
    wide = area.width > area.height * 1.2
    units = WIDE if wide else TALL
    scale = min(area.width / units[0], area.height / units[1])
    gap = max(2, round(5 * scale))
    inside = area.inflate(-2 * gap, -2 * gap)
    head = Rect(inside.x, inside.y, inside.width, round(HEAD * scale))
    store = Rect(inside.x, inside.bottom - round(STORE * scale), inside.width, round(STORE * scale))
    top, bottom = head.bottom + gap, store.top - gap
    if wide:
        width = (inside.width - gap) // 2
        blue = Rect(inside.x, top, width, bottom - top)
        return Parts(scale, head, (blue, Rect(inside.right - width, top, width, bottom - top)), store)
    height = (bottom - top - gap) // 2
    blue = Rect(inside.x, top, inside.width, height)
    return Parts(scale, head, (blue, Rect(inside.x, bottom - height, inside.width, height)), store)
