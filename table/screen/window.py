"""SDL's window, or the whole display where there is no desktop (kmsdrm). Only what the screen needs is initialised."""

import os
from collections.abc import Sequence

import pygame

# SDL would else draw a software surface through OpenGL; without a graphics card that costs 100 MB and is slower.
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


UNSEEN = ("dummy", "offscreen", "evdev")


class NoDisplayError(RuntimeError):
    """There is no display to open: no desktop is running, and SDL cannot drive the screen by itself."""


class Window:
    """Main thread only, like everything of SDL."""

    def __init__(self, size: tuple[int, int], title: str, *, fullscreen: bool = False) -> None:
        self._size, self._fullscreen = size, fullscreen
        try:
            pygame.display.init()
            _check_driver()
            pygame.display.set_caption(title)
            self._open()
        except pygame.error as error:
            raise NoDisplayError(f"no display: SDL says {error}. Run the demo, or set SDL_VIDEODRIVER") from error
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


def _check_driver() -> None:
    """Without a display SDL falls back to drawing for nobody; that is meant only where it is asked for by name."""
    driver = pygame.display.get_driver()
    if driver in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        pygame.display.quit()
        raise NoDisplayError("no display: no desktop is running, and SDL cannot drive the screen by itself")
