"""SDL at pygame's edge: what its drivers make of the wish for a picture, where this machine has no such display."""

import os

import pygame
from pytest_mock import MockerFixture

HINT = "SDL_FRAMEBUFFER_ACCELERATION"


class FakeSdl:
    """One driver. Events are those of SDL's own dummy driver."""

    def __init__(self, mocker: MockerFixture, driver: str, size: tuple[int, int] = (1920, 1080)) -> None:
        mocker.patch.dict("os.environ", {"SDL_VIDEODRIVER": "dummy"})
        os.environ.pop(HINT, None)
        self._open = pygame.display.set_mode
        self.driver, self.size = driver, size
        self.egl, self.opened = True, 0
        mocker.patch("pygame.display.get_driver", return_value=driver)
        mocker.patch("pygame.display.get_desktop_sizes", return_value=[size])
        mocker.patch("pygame.display.set_mode", self._set_mode)

    def _set_mode(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        if self.driver == "KMSDRM":
            if not self.egl:
                raise pygame.error("EGL not initialized")
            if os.environ.get(HINT) == "0":
                # 2.26.5 (Debian 12): a window's framebuffer comes through a texture or not at all, and nothing is said.
                raise pygame.error("")
        self.opened += 1
        return self._open(self.size if size == (0, 0) else size, flags & ~pygame.FULLSCREEN)
