"""A picture that is turned on its display: what is drawn where, and where a finger is."""

import pygame
import pytest
from pytest_mock import MockerFixture

from table.screen.turned import PictureTurn
from table.screen.window import Window
from tests.screen.fake_sdl import FakeSdl

TURNS = (0, 90, 180, 270)


@pytest.mark.parametrize("degrees", TURNS)
def test_a_finger_is_where_its_pixel_was_drawn(degrees: int) -> None:
    turn = PictureTurn(degrees, (40, 24))
    picture, display = pygame.Surface(turn.picture_size), pygame.Surface(turn.size)
    for place in ((0, 0), (5, 3), (turn.picture_size[0] - 1, 7), (2, turn.picture_size[1] - 1)):
        picture.fill("black")
        picture.set_at(place, "white")
        turn.shown(picture, display, [picture.get_rect()])
        lit = [(x, y) for x in range(40) for y in range(24) if display.get_at((x, y)) == pygame.Color("white")]
        assert [turn.seen(there) for there in lit] == [place]


@pytest.mark.parametrize("degrees", TURNS)
def test_a_part_alone_is_drawn_where_it_belongs(degrees: int) -> None:
    turn = PictureTurn(degrees, (40, 24))
    picture = pygame.Surface(turn.picture_size)
    whole, parts = pygame.Surface(turn.size), pygame.Surface(turn.size)
    changed = pygame.Rect(3, 5, 9, 4)
    picture.fill("red", changed)
    turn.shown(picture, whole, [picture.get_rect()])
    (there,) = turn.shown(picture, parts, [changed])
    assert pygame.image.tostring(whole, "RGB") == pygame.image.tostring(parts, "RGB")
    assert there.width * there.height == changed.width * changed.height


@pytest.mark.parametrize(("degrees", "corner"), [(90, (1919, 0)), (180, (1919, 1079)), (270, (0, 1079))])
def test_a_window_turns_its_picture_and_its_touches(
    mocker: MockerFixture, degrees: int, corner: tuple[int, int]
) -> None:
    FakeSdl(mocker, "KMSDRM")
    window = Window((800, 480), "table", fullscreen=True, rotation=degrees)
    assert window.surface.get_size() == ((1080, 1920) if degrees % 180 else (1920, 1080))
    assert window.surface is window.surface
    window.surface.set_at((0, 0), "white")
    window.show([window.surface.get_rect()])
    assert window._display.get_at(corner) == pygame.Color("white")
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=corner, rel=(0, 3), buttons=(0, 0, 0)))
    (moved,) = window.events()
    assert moved.pos == (0, 0)
    assert moved.rel != (0, 3)
    window.close()
