"""The canvas of the bench: it remembers the places that react to the mouse, and draws small labelled buttons."""

from collections.abc import Iterable

from pygame import Rect

from table.emulation.window.places import BenchPlace
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import MONITOR, Fonts
from table.words import Words

HEIGHT, SIZE, GAP, MARGIN = 22, 14.5, 4, 8
"""The height, the size of type, the gap and the margin of a button, in units."""


class BenchCanvas(Canvas):
    def __init__(self, words: Words, letters: Fonts) -> None:
        super().__init__(words, letters, MONITOR)
        self.places: list[tuple[Rect, BenchPlace]] = []
        """The places of the part that is being drawn, the topmost last."""

    def mark(self, rect: Rect, place: BenchPlace) -> None:
        """Add a place that reacts to the mouse."""
        self.places.append((Rect(rect), place))

    def chip_width(self, words: Text | str) -> int:
        return self.text_width(words, SIZE, bold=True) + 2 * self.px(MARGIN)

    def chip(
        self, rect: Rect, words: Text | str, place: BenchPlace, *, on: bool = False, colour: Colour = palette.INK
    ) -> None:
        """Draw a button. `on`: it is filled with its colour."""
        if on:
            self.plate(rect, colour, radius=6)
        else:
            self.frame(rect, palette.EDGE, palette.RAISED, radius=6, width=1.2)
        ink = palette.GROUND if on else colour
        self.text(words, rect.inflate(-self.px(6), 0), SIZE, ink, bold=on, align="centre")
        self.mark(rect, place)

    def flow(self, area: Rect, chips: Iterable[tuple[Text | str, BenchPlace, bool, Colour]]) -> int:
        """Draw the buttons in as many rows as they need, and return the height of all.

        Buttons that do not fit are left out.
        """
        x, y = area.x, area.y
        height, gap = self.px(HEIGHT), self.px(GAP)
        for words, place, on, colour in chips:
            width = min(self.chip_width(words), area.width)
            if x > area.x and x + width > area.right:
                x, y = area.x, y + height + gap
            if y + height > area.bottom:
                return area.height
            self.chip(Rect(x, y, width, height), words, place, on=on, colour=colour)
            x += width + gap
        return y + height - area.y

    def plug(self, rect: Rect, name: str, inside: bool, place: BenchPlace) -> None:
        """Draw a plug. Its colour shows whether it is in; a click changes that."""
        colour = palette.QUIET if inside else palette.ALERT
        self.frame(rect, palette.EDGE if inside else palette.ALERT, palette.RAISED, radius=6, width=1.4)
        self.icon("sign.link" if inside else "sign.gone", (rect.x + self.px(14), rect.centery), 15, colour)
        words = Rect(rect.x + self.px(26), rect.y, rect.width - self.px(30), rect.height)
        self.text(text(f"{name}.in" if inside else f"{name}.out"), words, 15, colour)
        self.mark(rect, place)
