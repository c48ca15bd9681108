"""The layout at any size: landscape has the seats side by side, portrait one above the other."""

from msgspec import Struct
from pygame import Rect


class Layout(Struct, frozen=True):
    scale: float
    """The pixels of one unit: 1 at 800x480 and at 480x800."""
    portrait: bool
    header: Rect
    headline: Rect
    blue: Rect
    red: Rect
    centre: Rect
    footer: Rect

    @property
    def body(self) -> Rect:
        return self.blue.union(self.red)


FOOTER = 58
"""The height in units of the strip at the bottom when it holds two lines."""
DEVICES = 26
"""The height in units of the row for the devices below it, in portrait."""


def scale_of(area: Rect) -> float:
    return min(area.width / 480, area.height / 800) if is_portrait(area) else min(area.width / 800, area.height / 480)


def is_portrait(area: Rect) -> bool:
    return area.height > area.width


def lay_out(area: Rect, *, centre: bool = True, footer: float = FOOTER) -> Layout:
    """Divide the area. Without a `centre`, such as before a match, the halves take its room.

    `footer` is the height of its text in units.
    """
    portrait, scale = is_portrait(area), scale_of(area)
    gap, foot = round(8 * scale), round((footer + DEVICES * portrait) * scale)
    x, width = area.x + gap, area.width - 2 * gap
    header = Rect(x, area.y + gap // 2, width, round(42 * scale))
    headline = Rect(x, header.bottom, width, round(40 * scale))
    top = headline.bottom + gap // 2
    footer_box = Rect(x, area.bottom - gap - foot, width, foot)
    between = round((84 if portrait else 108) * scale) if centre else -gap
    body = Rect(x, top, width, footer_box.top - gap - top)
    halves = _upright(body, gap, between) if portrait else _side_by_side(body, gap, between)
    return Layout(scale, portrait, header, headline, *halves, footer_box)


def _side_by_side(body: Rect, gap: int, between: int) -> tuple[Rect, Rect, Rect]:
    """Return the halves of blue and red, and the middle."""
    half = (body.width - between - 2 * gap) // 2
    blue = Rect(body.x, body.y, half, body.height)
    red = Rect(body.right - half, body.y, half, body.height)
    return blue, red, Rect(blue.right + gap, body.y, body.width - 2 * half - 2 * gap, body.height)


def _upright(body: Rect, gap: int, between: int) -> tuple[Rect, Rect, Rect]:
    half = (body.height - between - 2 * gap) // 2
    red = Rect(body.x, body.y, body.width, half)
    blue = Rect(body.x, body.bottom - half, body.width, half)
    return blue, red, Rect(body.x, red.bottom + gap, body.width, body.height - 2 * half - 2 * gap)
