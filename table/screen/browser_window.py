"""The table's screen in a remote browser: the window is drawn into memory, and changed parts are sent as PNG."""

import io
from collections.abc import Iterable, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Protocol

import pygame
from pygame import Rect

from table.screen.window import Window
from table.view.screen_acts import ActKind, PicturePart, ScreenAct, ScreenPicture

DRIVER = "dummy"
"""SDL's driver without a display."""
SMALLEST, LARGEST = (480, 360), (1920, 1920)
"""The smallest and largest size of the picture, which otherwise follows the browser's page."""
BAND = 16
"""The rows of the screen that are compared at once."""
TILE = 64
"""The columns that are compared at once if a band differs."""
PIXEL = 4
"""The bytes of a pixel of SDL's surface in memory."""
NAMES = MappingProxyType(
    {
        "left": pygame.K_LEFT,
        "right": pygame.K_RIGHT,
        "down": pygame.K_DOWN,
        "enter": pygame.K_RETURN,
        "backspace": pygame.K_BACKSPACE,
        "escape": pygame.K_ESCAPE,
        "f1": pygame.K_F1,
        "f3": pygame.K_F3,
        "f4": pygame.K_F4,
        "f5": pygame.K_F5,
        "f7": pygame.K_F7,
    }
)
"""The keys of the table by their names. Letters are their own names; no key ends the program."""
POINTERS = MappingProxyType(
    {
        ActKind.FINGER_DOWN: pygame.MOUSEBUTTONDOWN,
        ActKind.FINGER_UP: pygame.MOUSEBUTTONUP,
        ActKind.FINGER_MOVED: pygame.MOUSEMOTION,
    }
)


class Mirror(Protocol):
    """Carries pictures to the browser, and its acts back. Called on the main thread."""

    @property
    def wanted(self) -> int | None:
        """Return the number of the picture that the browser waits for; 0: a whole one. None if it waits for none."""

    def put(self, number: int, picture: ScreenPicture) -> None:
        """Deliver the requested picture with this number."""

    def acts(self) -> Iterable[ScreenAct]:
        """Return the acts at the browser since the last call."""


class BrowserWindow(Window):
    """A window that only a browser shows. Main thread only."""

    def __init__(self, mirror: Mirror, size: tuple[int, int], title: str) -> None:
        """Open it in memory: SDL has to use the driver `DRIVER`."""
        super().__init__(size, title)
        self._mirror = mirror
        self._seen = b""
        """The pixels that the browser shows."""
        self._stale = True

    def events(self) -> list[pygame.event.Event]:
        """Return the acts at the browser since the last call, and send it pending changes."""
        self._give()
        return [*super().events(), *(event for act in self._mirror.acts() for event in self._events(act))]

    def show(self, changed: Sequence[Rect]) -> bool:
        """Send these parts to the browser.

        If it has not drawn the last picture yet, they are sent later, together with the next ones.
        """
        self._stale = True
        self._give()
        return True

    def _give(self) -> None:
        number = self._mirror.wanted
        if number is None or not (self._stale or number == 0):
            return
        surface = self.surface
        now, size = surface.get_buffer().raw, surface.get_size()
        self._stale = False
        whole = number == 0 or len(now) != len(self._seen)
        changed = [surface.get_rect()] if whole else list(_changed(self._seen, now, size))
        self._seen = now
        if changed:
            parts = tuple(PicturePart(each.x, each.y, _png(surface.subsurface(each))) for each in changed)
            self._mirror.put(number, ScreenPicture(*size, parts))

    def _events(self, act: ScreenAct) -> Iterable[pygame.event.Event]:
        if act.kind is ActKind.SIZE:
            size = (_between(act.x, SMALLEST[0], LARGEST[0]), _between(act.y, SMALLEST[1], LARGEST[1]))
            if size != self.display_size:
                self._size = size
                self._open()
                yield pygame.event.Event(pygame.VIDEOEXPOSE)
        elif act.kind in POINTERS:
            yield pygame.event.Event(POINTERS[act.kind], pos=(act.x, act.y), button=1)
        elif act.kind is ActKind.KEY_DOWN or act.kind is ActKind.KEY_UP:
            down = act.kind is ActKind.KEY_DOWN
            letter = act.key if len(act.key) == 1 and act.key.isprintable() else ""
            key = NAMES.get(act.key) or (ord(letter.lower()) if letter.isascii() and letter else pygame.K_UNKNOWN)
            yield pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=key, mod=pygame.KMOD_NONE)
            if down and letter:
                yield pygame.event.Event(pygame.TEXTINPUT, text=letter)


def _between(asked: int, least: int, most: int) -> int:
    return max(least, min(most, asked))


def _changed(before: bytes, now: bytes, size: tuple[int, int]) -> Iterable[Rect]:
    """Yield a rectangle for each run of bands in which pixels differ, as wide as the tiles that do."""
    width, height = size
    row = PIXEL * width

    def differs(top: int, rows: int, left: int, columns: int) -> bool:
        places = (row * each + PIXEL * left for each in range(top, min(height, top + rows)))
        length = PIXEL * min(columns, width - left)
        return any(before[each : each + length] != now[each : each + length] for each in places)

    bands = [(top, differs(top, BAND, 0, width)) for top in range(0, height, BAND)]
    for differing, run in groupby(bands, key=lambda each: each[1]):
        if differing:
            tops = [top for top, _ in run]
            rows = min(height, tops[-1] + BAND) - tops[0]
            lefts = [left for left in range(0, width, TILE) if differs(tops[0], rows, left, TILE)]
            yield Rect(lefts[0], tops[0], min(width, lefts[-1] + TILE) - lefts[0], rows)


def _png(surface: pygame.Surface) -> bytes:
    content = io.BytesIO()
    pygame.image.save(surface, content, "part.png")
    return content.getvalue()
