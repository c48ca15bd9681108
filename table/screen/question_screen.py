"""A question with its answers on the table's display, over an arrow to its upper edge and a frame along all four."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from table.rules.text import Text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.icons import ICONS
from table.screen.drawing.layout import scale_of
from table.screen.drawing.typefaces import BODY, LEAD, TITLE, Fonts
from table.screen.window import Window
from table.words import Words

FRAME_PX = 4
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
GAP, HEAD, SIGN = 24, 90, 150
"""The space around ways, the height of their question, and the size of a way's signs, in units."""
LINES = 6
"""The most lines about a way."""


class Way(NamedTuple):
    """A choice that is drawn large, beside a few others."""

    signs: tuple[str, ...]
    name: Text
    line: Text


class QuestionScreen:
    """Shows a question and returns the answer. Main thread only, like the window."""

    def __init__(self, window: Window, words: Words, *, framed: bool = True) -> None:
        """`framed` draws the arrow and the frame of the doctor's test picture."""
        self._window, self._framed = window, framed
        self.closed = False
        """True once the person has closed the window."""
        self._canvas = Canvas(words, Fonts())
        self._places: tuple[Rect, ...] = ()

    def show(self, message: Text | None = None, answers: Sequence[Text] = (), notes: Sequence[Text] = ()) -> None:
        """Draw the picture, with a question and its answers if there is one, and notes below."""
        surface, canvas = self._window.surface, self._canvas
        area = surface.get_rect()
        canvas.begin(surface, scale_of(area))
        surface.fill(BLACK if self._framed else palette.GROUND)
        if self._framed:
            pygame.draw.rect(surface, WHITE, area, FRAME_PX)
            self._arrow(surface, area)
        gap = canvas.px(10)
        top = area.y + area.height // 4
        if message is not None:
            canvas.text(
                message, Rect(area.x + 4 * gap, top, area.width - 8 * gap, canvas.px(90)), align="centre", lines=4
            )
        self._places = tuple(self._plates(area, top + canvas.px(100), len(answers)))
        for number, (place, answer) in enumerate(zip(self._places, answers, strict=True), 1):
            canvas.frame(place, palette.EDGE, palette.PANEL)
            canvas.text(f"{number}  {canvas.say(answer)}", place.inflate(-2 * gap, 0), align="centre", lines=2)
        for number, note in enumerate(reversed(notes), 1):  # the latest is the lowest
            line = Rect(area.x + 2 * gap, area.bottom - number * canvas.px(90), area.width - 4 * gap, canvas.px(86))
            canvas.text(note, line, lines=4)
        self._window.show([area])

    def offer(self, question: Text, ways: Sequence[Way]) -> None:
        """Draw a question with a few choices side by side, or below each other in portrait."""
        surface, canvas = self._window.surface, self._canvas
        area = surface.get_rect()
        canvas.begin(surface, scale_of(area))
        surface.fill(palette.GROUND)
        gap, head = canvas.px(GAP), canvas.px(HEAD)
        title = Rect(area.x + gap, area.y + gap, area.width - 2 * gap, head)
        canvas.text(question, title, TITLE, bold=True, align="centre", lines=2)
        rest = Rect(area.x + gap, title.bottom + gap, area.width - 2 * gap, area.height - head - 3 * gap)
        self._places = tuple(_parts(rest, len(ways), gap))
        width = min(place.width for place in self._places) - 2 * gap
        lines = min(LINES, max(canvas.lines_of(way.line, width) for way in ways))
        for number, (place, way) in enumerate(zip(self._places, ways, strict=True), 1):
            self._draw_way(place, number, way, lines)
        self._window.show([area])

    def _draw_way(self, place: Rect, number: int, way: Way, lines: int) -> None:
        canvas, gap = self._canvas, self._canvas.px(GAP)
        canvas.frame(place, palette.EDGE, palette.PANEL)
        inner = place.inflate(-2 * gap, -2 * gap)
        name, line = canvas.high(LEAD, 2), canvas.high(BODY, lines)
        signs = Rect(inner.x, inner.y, inner.width, inner.height - name - line)
        size = min(canvas.px(SIGN), signs.height, signs.width // len(way.signs) - gap)
        left = signs.centerx - (len(way.signs) - 1) * (size + gap) // 2
        for at, sign in enumerate(way.signs):
            canvas.picture(ICONS[sign], (left + at * (size + gap), signs.centery), size, palette.INK)
        words = Rect(inner.x, signs.bottom, inner.width, name)
        canvas.text(f"{number}  {canvas.say(way.name)}", words, LEAD, bold=True, align="centre", lines=2)
        below = Rect(inner.x, words.bottom, inner.width, line)
        canvas.text(way.line, below, BODY, palette.QUIET, align="centre", lines=lines)

    def chosen(self) -> int | None:
        """Return the index of the answer that was touched, or whose number was typed; None without an answer."""
        for event in self._window.events():
            self.closed = self.closed or event.type == pygame.QUIT
            if event.type == pygame.MOUSEBUTTONDOWN:
                for number, place in enumerate(self._places):
                    if place.collidepoint(event.pos):
                        return number
            if event.type == pygame.KEYDOWN and event.unicode.isdigit():
                number = int(event.unicode) - 1
                if 0 <= number < len(self._places):
                    return number
        return None

    def _arrow(self, surface: pygame.Surface, area: Rect) -> None:
        middle, wide, high = area.centerx, self._canvas.px(24), self._canvas.px(60)
        top = area.y + 2 * FRAME_PX + self._canvas.px(6)
        pygame.draw.polygon(
            surface, WHITE, [(middle, top), (middle - wide, top + high // 2), (middle + wide, top + high // 2)]
        )
        pygame.draw.rect(surface, WHITE, Rect(middle - wide // 3, top + high // 2, 2 * wide // 3, high // 2))

    def _plates(self, area: Rect, top: int, count: int) -> list[Rect]:
        """Return a rectangle for each answer, in two columns."""
        gap, rows = self._canvas.px(10), max(1, (count + 1) // 2)
        width = (area.width - 5 * gap) // 2
        height = min(self._canvas.px(48), (area.bottom - top - gap) // rows - gap)
        return [
            Rect(area.x + 2 * gap + (number % 2) * (width + gap), top + (number // 2) * (height + gap), width, height)
            for number in range(count)
        ]


def _parts(area: Rect, count: int, gap: int) -> list[Rect]:
    """Return equal parts of an area, side by side; below each other if it is upright."""
    if area.height > area.width:
        height = (area.height - (count - 1) * gap) // count
        return [Rect(area.x, area.y + at * (height + gap), area.width, height) for at in range(count)]
    width = (area.width - (count - 1) * gap) // count
    return [Rect(area.x + at * (width + gap), area.y, width, area.height) for at in range(count)]
