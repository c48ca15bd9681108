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
    return _portrait(area, centre, footer + DEVICES) if is_portrait(area) else _landscape(area, centre, footer)


def _frame(area: Rect, footer_height: float) -> tuple[float, int, Rect, Rect, Rect]:
    """Return the parts that both orientations share: scale, gap, header, headline and footer."""
    scale = scale_of(area)
    gap = round(8 * scale)
    x, width = area.x + gap, area.width - 2 * gap
    header = Rect(x, area.y + gap // 2, width, round(42 * scale))
    headline = Rect(x, header.bottom, width, round(40 * scale))
    footer = Rect(x, area.bottom - gap - round(footer_height * scale), width, round(footer_height * scale))
    return scale, gap, header, headline, footer


def _landscape(area: Rect, centre: bool, footer_height: float) -> Layout:
    scale, gap, header, headline, footer = _frame(area, footer_height)
    x, width = header.x, header.width
    top, bottom = headline.bottom + gap // 2, footer.top - gap
    centre_width = round(108 * scale) if centre else -gap
    half = (width - centre_width - 2 * gap) // 2
    return Layout(
        scale=scale,
        portrait=False,
        header=header,
        headline=headline,
        blue=Rect(x, top, half, bottom - top),
        red=Rect(x + width - half, top, half, bottom - top),
        centre=Rect(x + half + gap, top, width - 2 * half - 2 * gap, bottom - top),
        footer=footer,
    )


def _portrait(area: Rect, centre: bool, footer_height: float) -> Layout:
    scale, gap, header, headline, footer = _frame(area, footer_height)
    x, width = header.x, header.width
    top, bottom = headline.bottom + gap // 2, footer.top - gap
    centre_height = round(84 * scale) if centre else -gap
    half = (bottom - top - centre_height - 2 * gap) // 2
    return Layout(
        scale=scale,
        portrait=True,
        header=header,
        headline=headline,
        red=Rect(x, top, width, half),
        blue=Rect(x, bottom - half, width, half),
        centre=Rect(x, top + half + gap, width, bottom - top - 2 * half - 2 * gap),
        footer=footer,
    )
