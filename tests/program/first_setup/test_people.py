"""The answers of a person at the terminal and at the window."""

from collections.abc import Iterator

import pygame
import pytest

from table.program.first_setup.people import LeftError, PersonAtTerminal, PersonAtWindow
from table.rules.text import text
from table.screen.question_screen import QuestionScreen
from table.screen.window import Window
from table.words import Words

QUESTION = text("setup.ask.lift")
ANSWERS = (text("setup.reply.replace"), text("setup.reply.keep"))


class Terminal:
    def __init__(self, *lines: str | None) -> None:
        self._lines = list(lines)
        self.shown: list[str] = []
        self.person = PersonAtTerminal(Words("en"), self.shown.append, lambda: self._lines.pop(0))
        self.person.ask(QUESTION, ANSWERS)


def test_answers_are_numbered_and_enter_alone_is_the_first() -> None:
    assert Terminal("2\n").person.answer() == 1
    assert Terminal("\n").person.answer() == 0
    assert Terminal(None).person.answer() is None
    assert "  2  keep it, and end" in Terminal().shown


@pytest.mark.parametrize("typed", ["3\n", "0\n", "yes\n", "²\n"])
def test_another_line_is_no_answer(typed: str) -> None:
    terminal = Terminal(typed)
    assert terminal.person.answer() is None
    assert terminal.shown[-1] == "? 1-2"


def test_the_end_of_input_ends_the_setup() -> None:
    with pytest.raises(LeftError):
        Terminal("").person.answer()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window((1280, 720), "test")
    yield opened
    opened.close()


def key(sign: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=ord(sign), unicode=sign, mod=0)


def test_at_the_window_an_answer_is_a_key_or_a_touch(window: Window) -> None:
    person = PersonAtWindow(QuestionScreen(window, Words("en"), framed=False))
    person.ask(QUESTION, ANSWERS)
    assert person.answer() is None
    pygame.event.post(key("2"))
    assert person.answer() == 1


def test_a_line_that_comes_during_a_question_is_shown_at_once(window: Window) -> None:
    person = PersonAtWindow(QuestionScreen(window, Words("en"), framed=False))
    person.ask(QUESTION, ANSWERS)
    before = pygame.image.tostring(window.surface, "RGB")
    person.report(text("setup.found", reader="ACR122U"))
    assert pygame.image.tostring(window.surface, "RGB") != before


def test_closing_the_window_ends_the_setup(window: Window) -> None:
    person = PersonAtWindow(QuestionScreen(window, Words("en"), framed=False))
    person.ask(QUESTION, ANSWERS)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    with pytest.raises(LeftError):
        person.answer()
