"""A player's name while it is typed on the keyboard. F7 begins, Enter submits it as the answer, Escape cancels."""

from collections.abc import Callable

import pygame
from msgspec import Struct
from pygame import Rect

from table.rules.prompts import ChooseOne
from table.rules.seats import MOST_LETTERS, Seat, player_name
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import LEAD
from table.screen.parts.asked import shown_prompt
from table.session.input import ScreenInput, Touched
from table.view.published import Published

KEY = pygame.K_F7
WIDTH, HEIGHT = 560, 96
"""The size of the plate in units."""


class TypedName(Struct, frozen=True):
    """The letters so far, and the question that they answer."""

    seat: Seat
    prompt: str
    letters: str = ""


class NameTyping:
    """Takes the keyboard while a name is typed. Main thread only."""

    def __init__(self, answer: Callable[[ScreenInput], None]) -> None:
        """`answer` gets the finished name as a touch."""
        self._answer = answer
        self.typed: TypedName | None = None

    def take(self, event: pygame.event.Event, published: Published | None) -> bool:
        """Return True if the event is for a name. The view shows which seat is asked for one."""
        if self.typed is None:
            return event.type == pygame.KEYDOWN and event.key == KEY and self._begin(published)
        if event.type == pygame.TEXTINPUT:
            self._type(self.typed, self.typed.letters + event.text)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self._type(self.typed, self.typed.letters[:-1])
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._end(self.typed)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.typed = None
        return event.type in (pygame.TEXTINPUT, pygame.KEYDOWN, pygame.KEYUP)

    def _begin(self, published: Published | None) -> bool:
        for desk in () if published is None else published.desks:
            prompt = shown_prompt(published.prompts, desk) if published is not None else None
            if isinstance(prompt, ChooseOne) and prompt.named:
                self.typed = TypedName(desk.seat, prompt.key)
                pygame.key.start_text_input()
                return True
        return False

    def _type(self, typed: TypedName, letters: str) -> None:
        self.typed = TypedName(typed.seat, typed.prompt, letters[:MOST_LETTERS])

    def _end(self, typed: TypedName) -> None:
        self.typed = None
        if name := player_name(typed.letters):
            self._answer(Touched(typed.seat, typed.prompt, name))


def draw_typed(canvas: Canvas, area: Rect, typed: TypedName) -> None:
    """Draw the letters so far over the table."""
    plate = Rect(0, 0, min(canvas.px(WIDTH), area.width), canvas.px(HEIGHT))
    plate.center = area.center
    canvas.frame(plate, palette.SEAT[typed.seat], palette.PANEL, typed.seat, radius=14)
    words = text("player.typing", typed=typed.letters)
    canvas.text(words, plate.inflate(-canvas.px(24), -canvas.px(12)), LEAD, lines=2)
