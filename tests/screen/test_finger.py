"""A finger on a touch panel without a desktop: SDL gives it to no window, and makes no mouse of it."""

from collections.abc import Iterator

import pygame
import pytest
from pytest_mock import MockerFixture

from table.screen.window import Window
from tests.screen.fake_sdl import FakeSdl

SIZE = (800, 480)


@pytest.fixture
def window(mocker: MockerFixture) -> Iterator[Window]:
    FakeSdl(mocker, "KMSDRM", SIZE)
    opened = Window(SIZE, "table", fullscreen=True)
    pygame.event.clear()
    yield opened
    opened.close()


def touched(kind: int, x: float, y: float, finger: int = 1) -> None:
    pygame.event.post(pygame.event.Event(kind, touch_id=3, finger_id=finger, x=x, y=y, dx=0.0, dy=0.25))


def came(window: Window) -> list[tuple[int, tuple[int, int]]]:
    return [(event.type, event.pos) for event in window.events()]


def test_a_tap_is_a_press_of_the_left_button_at_its_pixel(window: Window) -> None:
    touched(pygame.FINGERDOWN, 0.25, 0.5)
    touched(pygame.FINGERMOTION, 0.5, 0.75)
    touched(pygame.FINGERUP, 0.5, 0.75)
    down, moved, up = window.events()
    assert (down.type, down.pos, down.button) == (pygame.MOUSEBUTTONDOWN, (200, 240), 1)
    assert (moved.type, moved.pos, moved.rel) == (pygame.MOUSEMOTION, (400, 360), (0, 120))
    assert (up.type, up.pos, up.button) == (pygame.MOUSEBUTTONUP, (400, 360), 1)


@pytest.mark.parametrize(("share", "pixel"), [((0.0, 0.0), (0, 0)), ((1.0, 1.0), (799, 479)), ((1.1, -0.1), (799, 0))])
def test_a_finger_at_the_edge_is_on_the_display(
    window: Window, share: tuple[float, float], pixel: tuple[int, int]
) -> None:
    touched(pygame.FINGERDOWN, *share)
    assert came(window) == [(pygame.MOUSEBUTTONDOWN, pixel)]


def test_a_second_finger_means_nothing_and_does_not_lift_the_first(window: Window) -> None:
    touched(pygame.FINGERDOWN, 0.25, 0.5)
    touched(pygame.FINGERDOWN, 0.75, 0.5, finger=2)
    touched(pygame.FINGERUP, 0.75, 0.5, finger=2)
    assert came(window) == [(pygame.MOUSEBUTTONDOWN, (200, 240))]
    touched(pygame.FINGERUP, 0.25, 0.5)
    assert came(window) == [(pygame.MOUSEBUTTONUP, (200, 240))]


def test_a_second_finger_that_stays_is_not_taken_for_the_first(window: Window) -> None:
    touched(pygame.FINGERDOWN, 0.25, 0.5)
    touched(pygame.FINGERDOWN, 0.75, 0.5, finger=2)
    touched(pygame.FINGERUP, 0.25, 0.5)
    touched(pygame.FINGERUP, 0.75, 0.5, finger=2)
    touched(pygame.FINGERDOWN, 0.5, 0.5, finger=4)
    assert [pos for _, pos in came(window)] == [(200, 240), (200, 240), (400, 240)]


def test_a_turned_picture_turns_its_fingers(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "KMSDRM", SIZE)
    window = Window(SIZE, "table", fullscreen=True, rotation=180)
    pygame.event.clear()
    touched(pygame.FINGERDOWN, 0.0, 0.0)
    assert came(window) == [(pygame.MOUSEBUTTONDOWN, (799, 479))]
    window.close()


def test_on_a_desktop_a_touch_comes_once_as_the_mouse_that_sdl_makes_of_it(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "x11", SIZE)
    window = Window(SIZE, "table")
    pygame.event.clear()
    touched(pygame.FINGERDOWN, 0.25, 0.5)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(200, 240), button=1, touch=True))
    assert came(window) == [(pygame.MOUSEBUTTONDOWN, (200, 240))]
    window.close()
