"""SDL at pygame's edge: what its drivers make of the wish for a picture, where this machine has no such display."""

import os
from typing import Any

import pygame
from pygame._sdl2 import video
from pytest_mock import MockerFixture

HINT = "SDL_FRAMEBUFFER_ACCELERATION"


class FakeSdl:
    """One driver. Events are those of SDL's own dummy driver."""

    def __init__(self, mocker: MockerFixture, driver: str, size: tuple[int, int] = (1920, 1080)) -> None:
        mocker.patch.dict("os.environ", {"SDL_VIDEODRIVER": "dummy"})
        os.environ.pop(HINT, None)
        self._open = pygame.display.set_mode
        self.driver, self.size = driver, size
        self.egl, self.opened, self.silent = True, 0, False
        self._window = video.Window
        mocker.patch("pygame.display.get_driver", return_value=driver)
        mocker.patch("pygame.display.get_desktop_sizes", return_value=[size])
        mocker.patch("pygame.display.set_mode", self._set_mode)
        mocker.patch("pygame._sdl2.video.Window", self._opengl_window)

    def _set_mode(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        assert self.driver != "KMSDRM", "SDL would open it twice, and Mesa draw into the first"
        self.opened += 1
        return self._open(self.size if size == (0, 0) else size, flags & ~pygame.FULLSCREEN)

    def _opengl_window(self, title: str, size: tuple[int, int], **how: Any) -> video.Window:
        """What kmsdrm opens, and shows without OpenGL here."""
        if not self.egl:
            raise pygame.error("" if self.silent else "EGL not initialized")
        assert how == {"fullscreen": True, "opengl": True}
        assert pygame.display.gl_get_attribute(pygame.GL_CONTEXT_PROFILE_MASK) == pygame.GL_CONTEXT_PROFILE_ES
        assert os.environ.pop("SDL_RENDER_DRIVER") == "opengles2"
        self.opened += 1
        return self._window(title, size=size)
