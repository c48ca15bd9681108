"""A surface with the screen's visual language: lines in boxes, icons and plates. It remembers their positions."""

from collections.abc import Iterator
from contextlib import contextmanager

import pygame
from msgspec import Struct
from pygame import Rect

from table.rules.seats import RED, Seat
from table.rules.text import Text
from table.screen.drawing import palette
from table.screen.drawing.icons import ICONS, UNKNOWN
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import BODY, LEAST, NORMAL, Fonts, TypeScale, spaced
from table.screen.drawing.vectors import Disc, Drawing, Shape, render
from table.screen.touch import Touch
from table.words import Words


class PlacedText(Struct, frozen=True):
    """Text in the picture: the rectangle that it covers, and the box that it may not leave."""

    words: str
    ink: Rect
    box: Rect
    whole: bool
    """False if it was cut with an ellipsis."""
    px: int
    capitals: int
    """The height of its capital letters in pixels."""
    minor: bool
    """True for text that is not needed for an answer."""
    colour: Colour = palette.INK


ROUND_CORNER: Drawing = (Disc((24, 24), 24),)
CUT_CORNER: Drawing = (Shape(((24, 0), (24, 24), (0, 24))),)


class Canvas:
    def __init__(self, words: Words, letters: Fonts, type_scale: TypeScale = NORMAL) -> None:
        self.words, self.letters, self.type_scale = words, letters, type_scale
        self.surface = pygame.Surface((1, 1))
        self.scale = 1.0
        self.placed: list[PlacedText] = []
        self.touches: list[tuple[Rect, Touch]] = []

    def begin(self, surface: pygame.Surface, scale: float) -> None:
        self.surface, self.scale = surface, scale
        self.placed, self.touches = [], []

    def px(self, units: float) -> int:
        return max(1, round(units * self.scale))

    def type_px(self, size: float) -> int:
        """Return the size in pixels of type of this nominal size, at the current scale."""
        return self.px(size * self.type_scale.factor)

    def high(self, size: float, lines: int = 1) -> int:
        """Return the height in pixels of this many lines of this size."""
        return self.px(4) + round(1.14 * self.type_px(size) * lines)

    def pitch(self, size: float) -> int:
        """Return the pixels from one line of this size to the next."""
        return self.letters.pitch(self.type_px(size), False)

    @contextmanager
    def typed(self, type_scale: TypeScale) -> Iterator[None]:
        """Set type at this scale within the block."""
        before, self.type_scale = self.type_scale, type_scale
        yield
        self.type_scale = before

    def _least_px(self, size: float, minor: bool) -> int:
        """Return the pixels to which type of this size may shrink."""
        scale, px = self.type_scale, self.px(size)
        if minor and scale.least_minor:
            return min(px, self.px(scale.least_minor))
        return max(round(px * LEAST), min(self.type_px(size), self.px(scale.least)))

    @property
    def least(self) -> float:
        """Return the nominal size that is drawn at the smallest size of required text: SMALL unless type is large."""
        return self.type_scale.least / self.type_scale.factor

    def say(self, text: Text | str) -> str:
        """Return the words in the current language. A `str` is a proper name or a number and stays as it is."""
        return text if isinstance(text, str) else self.words.say(text)

    def text(
        self,
        text: Text | str,
        box: Rect,
        size: float = BODY,
        colour: Colour = palette.INK,
        *,
        bold: bool = False,
        align: str = "left",
        lines: int = 1,
        minor: bool = False,
    ) -> Rect:
        """Write the text in the vertical middle of the box, and return the rectangle that it covers.

        `align` is `left`, `centre` or `right`. Text is `minor` if it is not needed for an answer: it may become smaller
        than other text.
        """
        if not (words := self.say(text)) or box.width < 4 or box.height < 4:
            return Rect(box.topleft, (0, 0))
        broken, px = self.letters.fit(words, self.type_px(size), bold, box.size, lines, self._least_px(size, minor))
        pitch = self.letters.pitch(px, bold)
        top = box.y + (box.height - pitch * len(broken)) // 2
        ink = Rect(box.x, top, 0, 0)
        for index, line in enumerate(broken):
            drawn = self.letters.render(line, px, bold, colour)
            x = {"left": box.x, "centre": box.centerx - drawn.get_width() // 2, "right": box.right - drawn.get_width()}[
                align
            ]
            rect = Rect(x, top + pitch * index + (pitch - drawn.get_height()) // 2, *drawn.get_size())
            self.surface.blit(drawn, rect)
            tight = Rect(x, top + pitch * index, drawn.get_width(), pitch)
            ink = tight if index == 0 else ink.union(tight)
        whole = " ".join(broken) == " ".join(spaced(words))
        capitals = self.letters.capitals(px, bold)
        self.placed.append(PlacedText(words, ink, Rect(box), whole, px, capitals, minor, colour))
        return ink

    def lines_of(self, text: Text | str, width: int, size: float = BODY, *, bold: bool = False) -> int:
        """Return the number of lines that the words take at this size."""
        return len(self.letters.broken(self.say(text), self.type_px(size), bold, width))

    def fits(
        self,
        text: Text | str,
        box: Rect,
        size: float = BODY,
        *,
        bold: bool = False,
        lines: int = 1,
        minor: bool = False,
    ) -> bool:
        """True if these words fit completely in the box."""
        words = self.say(text)
        broken, _ = self.letters.fit(words, self.type_px(size), bold, box.size, lines, self._least_px(size, minor))
        return " ".join(broken) == " ".join(spaced(words))

    def size_for(
        self, text: Text | str, box: Rect, sizes: tuple[float, ...], *, bold: bool = False, lines: int = 1
    ) -> float:
        """Return the first of these sizes at which the words fit completely in the box, or the last size."""
        return next((size for size in sizes if self.fits(text, box, size, bold=bold, lines=lines)), sizes[-1])

    def text_width(self, text: Text | str, size: float = BODY, *, bold: bool = False) -> int:
        return self.letters.width(self.say(text), self.type_px(size), bold)

    def icon(self, name: str, centre: tuple[int, int], size: float, colour: Colour) -> Rect:
        """Draw an icon, and return the rectangle that it covers. `size` is in units."""
        return self.picture(ICONS.get(name, UNKNOWN), centre, self.px(size), colour)

    def picture(self, drawing: Drawing, centre: tuple[int, int], px: int, colour: Colour) -> Rect:
        rect = Rect(0, 0, px, px)
        rect.center = centre
        self.surface.blit(render(drawing, px, colour), rect)
        return rect

    def plate(self, rect: Rect, colour: Colour, seat: Seat | None = None, radius: float = 10) -> None:
        """Fill a plate. Red's corners are cut, all others are round."""
        if rect.width < 4 or rect.height < 4:
            return
        r = min(self.px(radius), rect.width // 2, rect.height // 2)
        self.surface.fill(colour, rect.inflate(0, -2 * r))
        for y in (rect.y, rect.bottom - r):
            self.surface.fill(colour, (rect.x + r, y, rect.width - 2 * r, r))
        corner = render(CUT_CORNER if seat is RED else ROUND_CORNER, r, colour)
        right, low = rect.right - r, rect.bottom - r
        self.surface.blit(corner, rect.topleft)
        self.surface.blit(pygame.transform.flip(corner, True, False), (right, rect.y))
        self.surface.blit(pygame.transform.flip(corner, False, True), (rect.x, low))
        self.surface.blit(pygame.transform.flip(corner, True, True), (right, low))

    def frame(
        self, rect: Rect, edge: Colour, ground: Colour, seat: Seat | None = None, radius: float = 10, width: float = 2
    ) -> None:
        """Fill a plate with an edge."""
        self.plate(rect, edge, seat, radius)
        w = self.px(width)
        self.plate(rect.inflate(-2 * w, -2 * w), ground, seat, max(1.0, radius - width))

    def touchable(self, rect: Rect, touch: Touch) -> None:
        self.touches.append((Rect(rect), touch))
