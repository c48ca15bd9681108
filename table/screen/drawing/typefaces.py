"""Text: one family, two weights, a scale of sizes, and lines that fit their box."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import pygame
from msgspec import Struct
from msgspec.structs import replace

from table.screen.drawing.palette import Colour

FONTS = Path(__file__).parent / "fonts"
FACES = {False: FONTS / "BarlowSemiCondensed-Medium.ttf", True: FONTS / "BarlowSemiCondensed-Bold.ttf"}

FINE, SMALL, BODY, LEAD, TITLE, HUGE = 19, 21, 24, 29, 36, 64
"""The sizes of type in pixels at 800x480, larger in proportion on larger screens.

The capitals of SMALL are 15 pixels high: on a display of 7 inches that is legible at 60 cm. FINE is for text that is
not needed for an answer.
"""

LEAST = 0.7
"""The smallest share of its size to which a line may shrink before it is broken or cut."""


class TypeScale(Struct, frozen=True):
    """The size of type, and the smallest size to which it may shrink."""

    factor: float = 1.0
    """The factor for the usual sizes where there is room."""
    least: float = SMALL
    """The smallest size, in units, of text that a player needs for an answer."""
    least_minor: float = 17
    """The smallest size, in units, of everything else: its capitals are 12 pixels high at 800x480."""

    @property
    def usual(self) -> "TypeScale":
        """Return this scale without its factor, for places without room for larger type."""
        return replace(self, factor=1.0)


NORMAL, LARGE = TypeScale(), TypeScale(factor=1.2)
MONITOR = TypeScale(least=0, least_minor=0)
"""The scale of the bench, which is shown on a monitor at arm's length."""
TYPE_SCALES = {"normal": NORMAL, "large": LARGE}
"""The scales by their names in the configuration."""

KEPT_BYTES = 6_000_000
"""The most bytes of rendered lines that are kept."""
SEEN = 100
"""The least cover of a pixel, from 0 to 255, that counts as part of a letter."""
KEPT_FITTINGS = 1_000
KEPT_FONTS = 64
"""The most fonts that stay open. Resizing a window by dragging passes through hundreds of sizes."""

Lines: TypeAlias = tuple[str, ...]


def spaced(words: str) -> tuple[str, ...]:
    """Return the words between which a line may break. `str.split` would break at a no-break space too."""
    return tuple(word for word in words.replace("\n", " ").split(" ") if word)


class Measures:
    """Measures text and breaks it into lines. It opens each font once. Main thread only."""

    def __init__(self) -> None:
        pygame.font.init()
        self.font: Callable[[int, bool], pygame.font.Font] = lru_cache(KEPT_FONTS)(
            lambda px, bold: pygame.font.Font(FACES[bold], px)
        )

    def width(self, line: str, px: int, bold: bool) -> int:
        return self.font(px, bold).size(line)[0]

    def height(self, px: int, bold: bool) -> int:
        return self.font(px, bold).get_height()

    def pitch(self, px: int, bold: bool) -> int:
        """Return the pixels from one line to the next."""
        return round(self.height(px, bold) * 0.92)

    def capitals(self, px: int, bold: bool) -> int:
        """Return the height of a capital letter in pixels, as it is drawn."""
        letter = self.font(px, bold).render("H", True, (255, 255, 255))
        return letter.get_bounding_rect(min_alpha=SEEN).height

    def fit(self, words: str, px: int, bold: bool, room: tuple[int, int], most: int, least: int) -> tuple[Lines, int]:
        """Break the words into lines that fit `room` (width and height), and return the lines and their size in pixels.

        The size shrinks to `least` pixels, or as far as `LEAST` allows if that is 0; a line that is still too long
        is cut with an ellipsis. There is at least one line and at most `most`.
        """
        width, height = room
        least = max(8, least or round(px * LEAST))
        size = px
        while True:
            broken = self.broken(words, size, bold, width)
            lines = max(1, min(most, height // self.pitch(size, bold)))
            low = self.pitch(size, bold) <= height
            if low and len(broken) <= lines and all(self.width(line, size, bold) <= width for line in broken):
                return broken, size
            if size <= least:
                break
            size = max(least, size - max(1, px // 16))
        lines = min(lines, len(broken))
        kept = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
        return tuple(self._cut(line, size, bold, width) for line in kept), size

    def broken(self, words: str, px: int, bold: bool, width: int) -> Lines:
        """Break the words into lines of this width. A wider word gets its own line, and overflows."""
        lines: list[str] = []
        for word in spaced(words):
            if lines and self.width(f"{lines[-1]} {word}", px, bold) <= width:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return tuple(lines) or ("",)

    def _cut(self, line: str, px: int, bold: bool, width: int) -> str:
        if self.width(line, px, bold) <= width:
            return line
        while line and self.width(f"{line}…", px, bold) > width:
            line = line[:-1].rstrip()
        return f"{line}…"


class Fonts:
    """Cached measures of text, and rendered lines. Main thread only.

    The caches do not refer to this object, so its open fonts are closed as soon as it is no longer used.
    """

    def __init__(self) -> None:
        measures = Measures()
        self.font, self.width, self.height, self.pitch = measures.font, measures.width, measures.height, measures.pitch
        self.capitals = lru_cache(KEPT_FITTINGS)(measures.capitals)
        self.fit = lru_cache(KEPT_FITTINGS)(measures.fit)
        self.broken = lru_cache(KEPT_FITTINGS)(measures.broken)
        self._lines: OrderedDict[tuple[str, int, bool, Colour], pygame.Surface] = OrderedDict()
        self._bytes = 0

    def render(self, line: str, px: int, bold: bool, colour: Colour) -> pygame.Surface:
        key = (line, px, bold, colour)
        if (drawn := self._lines.get(key)) is not None:
            self._lines.move_to_end(key)
            return drawn
        drawn = self._lines[key] = self.font(px, bold).render(line, True, colour)
        self._bytes += drawn.get_width() * drawn.get_height() * 4
        while self._bytes > KEPT_BYTES and len(self._lines) > 1:
            _, old = self._lines.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return drawn
