"""A browser as the table's screen: it gets what changed, as PNG, and its keys and fingers are those of a window."""

import io
from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect

from table.screen.browser_window import DRIVER, BrowserWindow
from table.view.screen_acts import ActKind, ScreenAct, ScreenPicture

SIZE = (640, 400)


class Browser:
    """A browser that puts the parts together, and draws each picture at once unless it is slow."""

    def __init__(self) -> None:
        self.wanted: int | None = 0
        self.slow = False
        self.done: list[ScreenAct] = []
        self.pictures: list[ScreenPicture] = []
        self.shown = pygame.Surface(SIZE)

    def put(self, number: int, picture: ScreenPicture) -> None:
        self.pictures.append(picture)
        if self.shown.get_size() != (picture.width, picture.height):
            self.shown = pygame.Surface((picture.width, picture.height))
        for part in picture.parts:
            self.shown.blit(pygame.image.load(io.BytesIO(part.png), "part.png"), (part.x, part.y))
        self.wanted = None if self.slow else number + 1

    def acts(self) -> Iterator[ScreenAct]:
        while self.done:
            yield self.done.pop(0)


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def window(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserWindow]:
    monkeypatch.setenv("SDL_VIDEODRIVER", DRIVER)
    made = BrowserWindow(browser, SIZE, "table")
    yield made
    made.close()


def same(browser: Browser, window: BrowserWindow) -> bool:
    return bool(pygame.image.tostring(browser.shown, "RGB") == pygame.image.tostring(window.surface, "RGB"))


@pytest.mark.rule("TB-127")
def test_the_browser_shows_the_pixels_of_the_window(browser: Browser, window: BrowserWindow) -> None:
    for place in (
        Rect(0, 0, *SIZE),
        Rect(100, 50, 30, 30),
        Rect(600, 390, 40, 10),
        Rect(0, 399, 1, 1),
        Rect(320, 0, 1, 400),
    ):
        window.surface.fill((place.x % 256, 80, place.y % 256), place)
        window.show([place])
        assert same(browser, window)


def test_only_tiles_that_changed_are_sent_and_nothing_if_none_did(browser: Browser, window: BrowserWindow) -> None:
    window.show([Rect(0, 0, *SIZE)])
    window.surface.fill("red", Rect(70, 20, 8, 8))
    window.surface.fill("red", Rect(300, 300, 8, 8))
    window.show([Rect(0, 0, *SIZE)])
    assert [(part.x, part.y) for part in browser.pictures[-1].parts] == [(64, 16), (256, 288)]
    window.show([Rect(0, 0, *SIZE)])
    assert len(browser.pictures) == 2


def test_a_slow_browser_misses_pictures_and_gets_the_last(browser: Browser, window: BrowserWindow) -> None:
    browser.slow = True
    for colour in ("red", "green", "blue"):
        window.surface.fill(colour)
        window.show([Rect(0, 0, *SIZE)])
    assert len(browser.pictures) == 1
    browser.wanted = 1
    window.events()
    assert len(browser.pictures) == 2
    assert same(browser, window)


@pytest.mark.parametrize(
    ("key", "code"), [("s", pygame.K_s), ("S", pygame.K_s), ("down", pygame.K_DOWN), ("f5", pygame.K_F5)]
)
def test_a_key_there_is_that_key_here(browser: Browser, window: BrowserWindow, key: str, code: int) -> None:
    browser.done = [ScreenAct(ActKind.KEY_DOWN, key), ScreenAct(ActKind.KEY_UP, key)]
    events = [each for each in window.events() if each.type in (pygame.KEYDOWN, pygame.KEYUP)]
    assert [(each.type, each.key, each.mod) for each in events] == [
        (pygame.KEYDOWN, code, pygame.KMOD_NONE),
        (pygame.KEYUP, code, pygame.KMOD_NONE),
    ]


def test_letters_are_typed_too(browser: Browser, window: BrowserWindow) -> None:
    browser.done = [
        ScreenAct(ActKind.KEY_DOWN, "Ä"),
        ScreenAct(ActKind.KEY_DOWN, "\n"),
        ScreenAct(ActKind.KEY_DOWN, "f1"),
    ]
    assert [each.text for each in window.events() if each.type == pygame.TEXTINPUT] == ["Ä"]


def test_a_finger_there_is_a_finger_here(browser: Browser, window: BrowserWindow) -> None:
    kinds = (ActKind.FINGER_DOWN, ActKind.FINGER_MOVED, ActKind.FINGER_UP)
    browser.done = [ScreenAct(kind, x=30, y=40) for kind in kinds]
    mouse = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
    assert [(each.type, each.pos) for each in window.events() if each.type in mouse] == [
        (each, (30, 40)) for each in mouse
    ]


@pytest.mark.parametrize(
    ("asked", "got"), [((800, 600), (800, 600)), ((90, 40), (480, 360)), ((10**9, -5), (1920, 360))]
)
def test_the_picture_is_as_large_as_the_page_within_limits(
    browser: Browser, window: BrowserWindow, asked: tuple[int, int], got: tuple[int, int]
) -> None:
    window.show([Rect(0, 0, *SIZE)])
    browser.done = [ScreenAct(ActKind.SIZE, x=asked[0], y=asked[1])]
    assert pygame.VIDEOEXPOSE in [each.type for each in window.events()]
    window.surface.fill("green")
    window.show([window.surface.get_rect()])
    assert browser.shown.get_size() == got
    assert same(browser, window)
