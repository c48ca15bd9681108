"""A player's name is typed on the keyboard: F7, letters, Enter (TB-125)."""

from collections.abc import Iterator

import pygame
import pytest
from msgspec.structs import replace

from table.rules.prompts import ChooseOne, Option
from table.rules.seats import BLUE
from table.rules.text import text
from table.screen.typing import KEY, NameTyping
from table.session.input import ScreenInput, Touched
from table.session.names_of_players import NOBODY, PLAYER
from table.view.published import Focus, Published
from tests.screen import scenes

ASKED = ChooseOne(
    key=PLAYER, seat=BLUE, ask=text("player.ask"), rule="TB-125", named=True,
    options=(Option(NOBODY, text("player.nobody")),),
)  # fmt: skip


def asking() -> Published:
    scene = scenes.tie()
    blue, red = scene.desks
    return replace(scene, prompts=(ASKED,), askings=(0,), desks=(replace(blue, focus=Focus(PLAYER)), red))


class Keyboard:
    def __init__(self, published: Published) -> None:
        self.published, self.answers = published, list[ScreenInput]()
        self.typing = NameTyping(self.answers.append)

    def key(self, key: int) -> bool:
        return self.typing.take(pygame.event.Event(pygame.KEYDOWN, key=key), self.published)

    def types(self, letters: str) -> None:
        for letter in letters:
            assert self.typing.take(pygame.event.Event(pygame.TEXTINPUT, text=letter), self.published)


@pytest.fixture(autouse=True)
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # an older SDL finds none by itself
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.mark.rule("TB-125")
def test_enter_gives_the_name_as_the_seats_answer() -> None:
    keyboard = Keyboard(asking())
    assert keyboard.key(KEY)
    keyboard.types("Änna")
    assert keyboard.key(pygame.K_BACKSPACE)
    assert keyboard.key(pygame.K_RETURN)
    assert keyboard.answers == [Touched(BLUE, PLAYER, "Änn")]


@pytest.mark.rule("TB-125")
def test_escape_and_an_empty_line_answer_nothing() -> None:
    keyboard = Keyboard(asking())
    for end in (pygame.K_ESCAPE, pygame.K_RETURN):
        keyboard.key(KEY)
        keyboard.types("  " if end == pygame.K_RETURN else "Anna")
        keyboard.key(end)
    assert keyboard.answers == []
    assert not keyboard.key(pygame.K_a), "afterwards the keys are buttons again"


@pytest.mark.rule("TB-125")
def test_where_no_name_is_asked_for_the_key_does_nothing() -> None:
    assert not Keyboard(scenes.tie()).key(KEY)
