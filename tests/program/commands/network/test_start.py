"""The first picture of `make run`: three ways to play."""

from collections.abc import Iterator

import pygame
import pytest

from table.program.commands.network.start import _chosen, _run, ways
from table.rules.text import text
from table.screen.question_screen import GAP, LINES, QuestionScreen
from table.screen.window import Window
from table.words import Words, languages


@pytest.fixture(params=[(1280, 720), (800, 480), (1080, 1900)], ids=str)
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window(request.param, "test")
    yield opened
    opened.close()


def offered(window: Window, language: str = "en") -> QuestionScreen:
    screen = QuestionScreen(window, Words(language), framed=False)
    screen.offer(text("start.question"), ways())
    return screen


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_way_is_shown_whole(window: Window, language: str) -> None:
    screen = offered(window, language)
    canvas = screen._canvas
    for place, way in zip(screen._places, ways(), strict=True):
        inner = place.width - 2 * canvas.px(GAP)
        assert canvas.lines_of(way.line, inner) <= LINES
        assert canvas.lines_of(way.name, inner, bold=True) == 1


@pytest.mark.slow
def test_a_click_or_its_number_chooses_a_way(window: Window) -> None:
    screen = offered(window)
    assert len(screen._places) == 3
    for number, place in enumerate(screen._places):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place.center, button=1))
        assert screen.chosen() == number
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=0, unicode=str(number + 1), mod=0))
        assert screen.chosen() == number


@pytest.mark.parametrize("driver", ["dummy", "offscreen"])
def test_where_nobody_sees_a_picture_it_does_what_run_does(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    assert _chosen() is _run
