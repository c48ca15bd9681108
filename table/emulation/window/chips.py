"""Small labelled buttons: tabs, channels, words."""

from collections.abc import Iterable

from pygame import Rect

from table.emulation.window.places import Place
from table.rules.text import Text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.palette import Colour

HEIGHT, SIZE, GAP, MARGIN = 22, 14.5, 4, 8
"""The height, the size of type, the gap and the margin, in units."""


def draw_chip(
    canvas: Canvas,
    rect: Rect,
    words: Text | str,
    place: Place,
    places: list[tuple[Rect, Place]],
    *,
    on: bool = False,
    colour: Colour = palette.INK,
) -> None:
    """Draw a button. `on`: it is filled with its colour."""
    if on:
        canvas.plate(rect, colour, radius=6)
    else:
        canvas.frame(rect, palette.EDGE, palette.RAISED, radius=6, width=1.2)
    ink = palette.GROUND if on else colour
    canvas.text(words, rect.inflate(-canvas.px(6), 0), SIZE, ink, bold=on, align="centre")
    places.append((Rect(rect), place))


def flow(
    canvas: Canvas,
    area: Rect,
    chips: Iterable[tuple[Text | str, Place, bool, Colour]],
    places: list[tuple[Rect, Place]],
) -> int:
    """Draw the buttons in as many rows as they need, and return the height of all.

    Buttons that do not fit are left out.
    """
    x, y = area.x, area.y
    height, gap = canvas.px(HEIGHT), canvas.px(GAP)
    for words, place, on, colour in chips:
        width = min(canvas.text_width(words, SIZE, bold=True) + 2 * canvas.px(MARGIN), area.width)
        if x > area.x and x + width > area.right:
            x, y = area.x, y + height + gap
        if y + height > area.bottom:
            return area.height
        draw_chip(canvas, Rect(x, y, width, height), words, place, places, on=on, colour=colour)
        x += width + gap
    return y + height - area.y
