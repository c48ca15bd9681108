"""Which way SDL is asked to bring a picture to the display, and what is reported if it cannot."""

import os
from pathlib import Path

import pygame
import pytest
from pygame._sdl2 import video
from pytest_mock import MockerFixture

from table.screen.window import DISPLAY_CARD, PACKAGES, NoDisplayError, Window, name_display_card
from tests.hal.plugged.tree import Tree
from tests.screen.fake_sdl import HINT, FakeSdl


def opened() -> Window:
    return Window((800, 480), "table", fullscreen=True)


def test_a_display_without_a_desktop_opens_a_picture(mocker: MockerFixture) -> None:
    """kmsdrm brings a picture through OpenGL or not at all."""
    sdl = FakeSdl(mocker, "KMSDRM")
    window = opened()
    assert window.surface.get_size() == sdl.size
    assert HINT not in os.environ
    window.close()


def test_what_is_drawn_is_what_the_display_without_a_desktop_shows(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "KMSDRM", (80, 48))
    window = opened()
    window.surface.fill("red")
    assert window.show([window.surface.get_rect()])
    assert window._gl is not None
    assert window._gl._renderer is not None
    assert window._gl._renderer.to_surface().get_at((40, 24)) == pygame.Color("red")
    window.close()


def test_a_display_without_a_desktop_that_went_takes_no_picture_until_it_opens_again(mocker: MockerFixture) -> None:
    sdl = FakeSdl(mocker, "KMSDRM")
    window = opened()
    sdl.egl = False
    assert not window.reopen()
    assert not window.show([window.surface.get_rect()]), "what was opened is given back, and can still be drawn on"
    sdl.egl = True
    assert window.reopen()
    assert window.show([window.surface.get_rect()])
    window.close()


@pytest.mark.parametrize("driver", ["x11", "wayland"])
def test_on_a_desktop_opengl_is_left_out_before_the_picture_is_opened(mocker: MockerFixture, driver: str) -> None:
    FakeSdl(mocker, driver)
    hints: list[str | None] = []
    set_mode = pygame.display.set_mode

    def watched(size: tuple[int, int], flags: int) -> pygame.Surface:
        hints.append(os.environ.get(HINT))
        return set_mode(size, flags)

    mocker.patch("pygame.display.set_mode", watched)
    opened().close()
    assert hints == ["0"]


def test_who_wants_opengl_on_a_desktop_has_it(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "x11")
    os.environ[HINT] = "1"
    opened().close()
    assert os.environ[HINT] == "1"


def test_a_picture_that_cannot_be_opened_names_the_packages(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "KMSDRM").egl = False
    with pytest.raises(NoDisplayError, match=f"no display: KMSDRM .* SDL says EGL not initialized.* {PACKAGES}"):
        opened()
    assert not pygame.display.get_init(), "the next look finds what has changed"


def test_where_sdl_gives_no_reason_a_sentence_still_explains_what_to_do(mocker: MockerFixture) -> None:
    sdl = FakeSdl(mocker, "KMSDRM")
    sdl.egl, sdl.silent = False, True
    with pytest.raises(NoDisplayError, match=f"SDL says nothing.*{PACKAGES}"):
        opened()


def test_a_driver_that_draws_for_nobody_is_no_display(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "offscreen")
    # SDL falls back to such a driver by itself; here it is dummy, which has to be asked for by name.
    pygame.display.init()
    del os.environ["SDL_VIDEODRIVER"]
    with pytest.raises(NoDisplayError, match=r"nobody \(offscreen\)\. Connect one") as raised:
        opened()
    assert raised.value.driver == ""


def test_what_lies_on_the_display_is_freed_once_and_before_it(mocker: MockerFixture) -> None:
    """SDL frees it with the display. What pygame frees after that ended the program, whenever it looked for garbage."""
    freed: list[str] = []

    class Display(video.Window):
        def destroy(self) -> None:
            freed.append("display")
            super().destroy()

    class Renderer(video.Renderer):
        def __del__(self) -> None:
            freed.append("renderer")

    class Texture(video.Texture):
        def __del__(self) -> None:
            freed.append("texture")

    FakeSdl(mocker, "KMSDRM", (80, 48))._window = Display
    mocker.patch("pygame._sdl2.video.Renderer", Renderer)
    mocker.patch("pygame._sdl2.video.Texture", Texture)
    window = opened()
    assert freed == []
    window.close()
    assert freed == ["texture", "renderer", "display"]


@pytest.mark.parametrize(
    ("sockets", "card"),
    [
        ({"card0-Writeback-1": "unknown", "card1-HDMI-A-1": "disconnected", "card2-DSI-1": "connected"}, "2"),
        ({"card0-HDMI-A-1": "disconnected", "card1-DSI-1": "disconnected"}, None),
        ({"card0-HDMI-A-1": "connected"}, None),
    ],
    ids=["one of three has a display", "none has one", "there is only one"],
)
def test_sdl_is_given_the_graphics_card_that_has_the_display(
    tmp_path: Path, mocker: MockerFixture, sockets: dict[str, str], card: str | None
) -> None:
    tree = Tree(tmp_path)
    for socket, status in sockets.items():
        tree.display(socket, status)
        tree.node(f"dev/dri/{socket.partition('-')[0]}")
    mocker.patch.dict("os.environ")
    os.environ.pop(DISPLAY_CARD, None)
    name_display_card(tmp_path)
    assert os.environ.get(DISPLAY_CARD) == card
    os.environ[DISPLAY_CARD] = "7"
    name_display_card(tmp_path)
    assert os.environ[DISPLAY_CARD] == "7", "a person's own choice stays"
