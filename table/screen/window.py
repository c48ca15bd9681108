"""SDL's window, or the whole display where there is no desktop (kmsdrm). Only what the screen needs is initialised."""

import os
from collections.abc import Sequence

import pygame

from table.rules.errors import DeviceError

PLAIN = ("x11", "wayland")
"""SDL's drivers that take a picture as it is. SDL would still bring it through OpenGL, which costs 100 MB and is slower
where there is no graphics card. kmsdrm knows no other way: forbidden that, it opens no picture at all."""
UNSEEN = ("dummy", "offscreen", "evdev")
PACKAGES = "libegl1 libgles2 libgl1-mesa-dri"
"""Debian's, without which kmsdrm finds a display and opens no picture on it; python3-pygame does not ask for them."""


class NoDisplayError(DeviceError, RuntimeError):
    """No picture can be opened. `driver` is SDL's, or empty if it found no display; `why` is empty if SDL is silent."""

    def __init__(self, said: str, why: str = "", driver: str = "") -> None:
        super().__init__(said)
        self.why, self.driver = why, driver


class Window:
    """Main thread only, like everything of SDL."""

    def __init__(self, size: tuple[int, int], title: str, *, fullscreen: bool = False) -> None:
        self._size, self._fullscreen = size, fullscreen
        driver = ""
        try:
            pygame.display.init()
            driver = _seen_driver()
            if driver in PLAIN:
                # In time: SDL asks for it when the surface is made.
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            pygame.display.set_caption(title)
            self._open()
        except pygame.error as error:
            pygame.display.quit()
            raise _not_opened(str(error), driver) from error
        pygame.event.set_allowed(None)
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(
            [
                pygame.QUIT,
                pygame.KEYDOWN,
                pygame.KEYUP,
                pygame.MOUSEBUTTONDOWN,
                pygame.MOUSEBUTTONUP,
                pygame.MOUSEMOTION,
                pygame.VIDEORESIZE,
                pygame.VIDEOEXPOSE,
            ]
        )

    def _open(self) -> None:
        if self._fullscreen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._size, pygame.RESIZABLE)

    @property
    def driver(self) -> str:
        """As SDL names it."""
        return pygame.display.get_driver()

    @property
    def displays(self) -> tuple[tuple[int, int], ...]:
        """The size of each."""
        return tuple(pygame.display.get_desktop_sizes())

    @property
    def surface(self) -> pygame.Surface:
        """SDL replaces it when the window is resized: ask anew for every picture."""
        return pygame.display.get_surface()

    def toggle_fullscreen(self) -> None:
        self._fullscreen = not self._fullscreen
        self._open()

    def events(self) -> list[pygame.event.Event]:
        return pygame.event.get()

    def show(self, changed: Sequence[pygame.Rect]) -> None:
        """Bring these parts of the surface to the display."""
        pygame.display.update(changed)

    def close(self) -> None:
        pygame.display.quit()


def _seen_driver() -> str:
    """Without a display SDL falls back to drawing for nobody; that is meant only where it is asked for by name."""
    driver = pygame.display.get_driver()
    if driver in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error(f"it would draw for nobody ({driver})")
    return driver


def _not_opened(why: str, driver: str) -> NoDisplayError:
    says = why or "nothing"
    if not driver:
        return NoDisplayError(
            f"no display: none is found that is free; SDL says {says}. Connect one and switch it on, and end what else"
            " draws on it",
            why,
        )
    return NoDisplayError(
        f"no display: {driver} is there, but opens no picture; SDL says {says}. Without a desktop that needs three"
        f" packages: sudo apt-get install {PACKAGES}",
        why,
        driver,
    )
