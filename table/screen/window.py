"""SDL's window, or the whole display without a desktop (kmsdrm).

Only the parts of SDL that the screen needs start.
"""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

import pygame

from table.rules.errors import DeviceError
from table.screen.finger import POINTERS, FirstFinger
from table.screen.gl_picture import DRIVER as KMSDRM
from table.screen.gl_picture import GlPicture
from table.screen.turned import PictureTurn

log = logging.getLogger(__name__)

PLAIN = ("x11", "wayland")
"""SDL's drivers that show a picture without OpenGL.

SDL would use OpenGL anyway, which costs 100 MB and is slower without a graphics card. kmsdrm needs OpenGL: without it,
it opens no picture.
"""
UNSEEN = ("dummy", "offscreen", "evdev")
PACKAGES = "libegl1 libgles2 libgl1-mesa-dri"
"""The Debian packages that kmsdrm needs to open a picture. python3-pygame does not depend on them."""
DISPLAY_CARD = "SDL_KMSDRM_DEVICE_INDEX"
"""SDL's hint for kmsdrm: the N of `/dev/dri/cardN`."""


class NoDisplayError(DeviceError, RuntimeError):
    """No picture can be opened.

    `driver` is the name of SDL's driver, or empty if it found no display; `why` is SDL's error.
    """

    def __init__(self, message: str, why: str = "", driver: str = "") -> None:
        super().__init__(message)
        self.why, self.driver = why, driver


def name_display_card(root: Path = Path("/")) -> None:
    """Name the graphics card with a display to SDL, which may otherwise open another one.

    A Pi 5 has up to three, and their numbers change with each start.
    """
    if len(list((root / "dev/dri").glob("card*"))) < 2:
        return
    from hal.plugged import displays

    if connected := [display.card for display in displays(root) if display.connected]:
        os.environ.setdefault(DISPLAY_CARD, str(connected[0]))


class Window:
    """SDL's window. Main thread only, like everything in SDL."""

    def __init__(self, size: tuple[int, int], title: str, *, fullscreen: bool = False, rotation: int = 0) -> None:
        """`rotation` turns the picture clockwise, by a multiple of 90 degrees."""
        self._size, self._fullscreen, self._rotation, self._title = size, fullscreen, rotation, title
        self._picture: pygame.Surface | None = None
        self._gl: GlPicture | None = None
        self._finger: FirstFinger | None = None
        driver = ""
        try:
            name_display_card()
            pygame.display.init()
            if (driver := _seen_driver()) in PLAIN:
                # SDL reads this when the surface is made.
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
        if driver == KMSDRM:
            self._finger = FirstFinger()
            pygame.event.set_allowed(list(POINTERS))

    def _open(self) -> None:
        if self.driver == KMSDRM:
            self._let_go()
            self._gl = GlPicture(self._title)
        elif self._fullscreen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._size, pygame.RESIZABLE)

    @property
    def driver(self) -> str:
        """Return the name of SDL's display driver."""
        return pygame.display.get_driver()

    @property
    def displays(self) -> tuple[tuple[int, int], ...]:
        """Return the size of each display in pixels."""
        return tuple(pygame.display.get_desktop_sizes())

    @property
    def display_size(self) -> tuple[int, int]:
        """Return the size in pixels of the open window or display, before any rotation."""
        return self._display.get_size()

    @property
    def _display(self) -> pygame.Surface:
        return pygame.display.get_surface() if self._gl is None else self._gl.surface

    @property
    def surface(self) -> pygame.Surface:
        """Return the surface to draw on. SDL may replace it, so ask for it again for every picture."""
        display = self._display
        if not self._rotation:
            return display
        size = self._turn.picture_size
        if self._picture is None or self._picture.get_size() != size:
            self._picture = pygame.Surface(size, depth=display.get_bitsize())
        return self._picture

    @property
    def _turn(self) -> PictureTurn:
        return PictureTurn(self._rotation, self.display_size)

    def toggle_fullscreen(self) -> None:
        self._fullscreen = not self._fullscreen
        self._open()

    def events(self) -> list[pygame.event.Event]:
        """Return the events since the last call. A finger on a touch panel is a mouse's left button."""
        events = pygame.event.get()
        if self._finger is not None:
            events = list(self._finger.pointed(events, self.display_size))
        if not self._rotation:
            return events
        turn = self._turn
        return [turn.event(event) for event in events]

    def show(self, changed: Sequence[pygame.Rect]) -> bool:
        """Show these parts of the surface on the display.

        Return False if it accepts no picture, because it was unplugged.
        """
        try:
            if self._rotation:
                changed = self._turn.shown(self.surface, self._display, changed)
            if self._gl is None:
                pygame.display.update(changed)
            else:
                self._gl.show()
        except pygame.error as error:
            log.warning("the display takes no picture (%s): the table goes on, and looks for it", error)
            return False
        return True

    def reopen(self) -> bool:
        """Reopen the window on a display that failed. Return False while that fails."""
        try:
            self._open()
        except pygame.error as error:
            log.debug("the display is not back: %s", error)
            return False
        log.info("the display takes pictures again")
        return True

    def close(self) -> None:
        self._let_go()
        pygame.display.quit()

    def _let_go(self) -> None:
        if self._gl is not None:
            self._gl.close()


def _seen_driver() -> str:
    """Return the driver's name.

    Raise `pygame.error` if SDL fell back to a driver without a display that was not requested.
    """
    if (driver := pygame.display.get_driver()) in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error(f"it would draw for nobody ({driver})")
    return driver


def _not_opened(why: str, driver: str) -> NoDisplayError:
    reason = why or "nothing"
    if not driver:
        return NoDisplayError(
            f"no display: none is found that is free; SDL says {reason}. Connect one and switch it on, and close what"
            " else draws on it",
            why,
        )
    return NoDisplayError(
        f"no display: {driver} is there, but opens no picture; SDL says {reason}. Without a desktop that needs three"
        f" packages: sudo apt-get install {PACKAGES}",
        why,
        driver,
    )
