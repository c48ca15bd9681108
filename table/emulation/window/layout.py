"""The place of the bench in the window, and of its parts within it."""

from msgspec import Struct
from pygame import Rect

BESIDE_PX = 1100
"""The width of window, in pixels, from which table and bench are side by side.

In a narrower window, one of them fills it.
"""
TABLE_PX, LEAST_PX, MOST_PX = 800, 380, 620
"""The widths in pixels of the table's screen, and of the bench at least and at most.

The bench grows only beyond the first.
"""
TABLE_HEIGHT_PX, DRAWER_LEAST_PX, DRAWER_MOST_PX = 480, 150, 420
"""The heights in pixels of the table's screen, and of the drawer at least and at most.

It too grows only beyond the first.
"""
DRAWER_SHARE = 0.34
LID = 30
"""The height in units of the drawer's tabs, which stay visible when it is closed."""

LINE = 32
"""The height in units of the line about a hidden bench."""

TALL, WIDE = (480, 720), (960, 500)
"""The size of the bench in units with one seat above the other, and side by side."""
HEAD, PLUGS, STORE = 24, 30, 138


class WindowAreas(Struct, frozen=True):
    """The areas of the window. Any of them may be empty."""

    table: Rect
    desk: Rect
    """The area of readers, panels, hands and hoppers."""
    drawer: Rect
    """The area of log, faults, sliders and help."""


class BenchParts(Struct, frozen=True):
    """The parts of the desk. `seats` hold reader, panel and cards; `store` holds hoppers and tray."""

    scale: float
    head: Rect
    plugs: Rect
    seats: tuple[Rect, Rect]
    store: Rect


def is_narrow(window: Rect) -> bool:
    return window.width < BESIDE_PX


def split(window: Rect, *, shown: bool, open: bool = True, found: bool = True) -> WindowAreas:
    """Divide the window. `shown`: the bench is visible; `open`: its drawer is open.

    If the bench is hidden for lack of room, and no player has `found` it yet, a line below the table explains it.
    """
    nothing = Rect(window.right, window.bottom, 0, 0)
    narrow = is_narrow(window)
    if not shown and narrow and not found:
        line = round(LINE * drawer_scale(window))
        table = Rect(window.x, window.y, window.width, window.height - line)
        return WindowAreas(table, nothing, Rect(window.x, table.bottom, window.width, line))
    if not shown:
        return WindowAreas(Rect(window), nothing, nothing)
    width = window.width if narrow else min(MOST_PX, max(LEAST_PX, window.width - TABLE_PX))
    left = window if narrow else Rect(window.x, window.y, window.width - width, window.height)
    height = _drawer_height(window, open)
    drawer = Rect(left.x, left.bottom - height, left.width, height)
    above = Rect(left.x, left.y, left.width, left.height - height)
    if narrow:
        return WindowAreas(nothing, above, drawer)
    return WindowAreas(above, Rect(left.right, window.y, width, window.height), drawer)


def drawer_scale(window: Rect) -> float:
    return max(0.8, min(window.width / 1280, window.height / 720))


def _drawer_height(window: Rect, open: bool) -> int:
    if not open:
        return round(LID * drawer_scale(window))
    wanted = min(round(window.height * DRAWER_SHARE), max(window.height - TABLE_HEIGHT_PX, 0))
    return min(max(wanted, DRAWER_LEAST_PX), DRAWER_MOST_PX)


def lay_out(area: Rect) -> BenchParts:
    wide = area.width > area.height * 1.2
    units = WIDE if wide else TALL
    scale = min(area.width / units[0], area.height / units[1])
    gap = max(2, round(5 * scale))
    inside = area.inflate(-2 * gap, -2 * gap)
    head = Rect(inside.x, inside.y, inside.width, round(HEAD * scale))
    plugs = Rect(inside.x, head.bottom + gap, inside.width, round(PLUGS * scale))
    store = Rect(inside.x, inside.bottom - round(STORE * scale), inside.width, round(STORE * scale))
    top, bottom = plugs.bottom + gap, store.top - gap
    if wide:
        width = (inside.width - gap) // 2
        blue = Rect(inside.x, top, width, bottom - top)
        return BenchParts(scale, head, plugs, (blue, Rect(inside.right - width, top, width, bottom - top)), store)
    height = (bottom - top - gap) // 2
    blue = Rect(inside.x, top, inside.width, height)
    return BenchParts(scale, head, plugs, (blue, Rect(inside.x, bottom - height, inside.width, height)), store)
