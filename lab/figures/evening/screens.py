"""The table's screen of a measured evening: a window on a desktop without a monitor, or a browser."""

import io
import re
import subprocess
from pathlib import Path
from typing import IO, Any, Protocol

from hal.events import Button
from lab.figure import NotMeasuredError
from lab.figures.evening.seen_codes import Pixels, screen_of
from lab.figures.pc.desktop import HOLD_S, KEYS, Desktop
from table.rules.seats import Seat

ADDRESS = re.compile(r"http://\S+/table\S*#\S+")
SIZE = {"width": 1280, "height": 720}
PATIENCE_MS = 60_000
NAMES = {"Left": "ArrowLeft", "Right": "ArrowRight", "Down": "ArrowDown"}


class EveningScreen(Protocol):
    """A screen that players look at and press keys at."""

    options: tuple[str, ...]
    """The options of the command."""
    settings: dict[str, str]
    """The environment of the program."""
    acts: tuple[str, ...]
    """The acts that open it, after the command."""

    def open(self, program: "subprocess.Popen[bytes]", log: Path) -> None:
        """Open the screen of a program that was started, whose output goes to the log."""
        ...

    def pixels(self) -> Pixels:
        """Return the picture. Raises FileNotFoundError before there is one."""
        ...

    def hold(self, seat: Seat, button: Button) -> None:
        """Hold a seat's key."""
        ...

    def close(self) -> None: ...


class DesktopScreen:
    """The table's window."""

    def __init__(self, folder: Path) -> None:
        """`folder` is one in which the picture is kept."""
        self.options: tuple[str, ...] = ()
        self.acts: tuple[str, ...] = ()
        folder.mkdir()
        self._folder, self._desktop = folder, Desktop(folder)
        self._desktop.start()
        self.settings = {"DISPLAY": self._desktop.display}

    def open(self, program: "subprocess.Popen[bytes]", log: Path) -> None:
        """Do nothing: the window opens by itself."""

    def pixels(self) -> Pixels:
        return screen_of(self._folder)

    def hold(self, seat: Seat, button: Button) -> None:
        self._desktop.press(seat, button, held=True)

    def close(self) -> None:
        self._desktop.stop()


class BrowserScreen:
    """A browser at the address that the terminal prints."""

    def __init__(self, browser: Any) -> None:
        """`browser` is Playwright's, or a context of it."""
        self.address = ""
        self.options: tuple[str, ...] = ("--browser",)
        self.acts: tuple[str, ...] = ("the screen opens the address", "the terminal accepts it")
        self.settings = {"DISPLAY": ""}
        self._browser = browser
        self.page: Any = None

    def open(self, program: "subprocess.Popen[bytes]", log: Path) -> None:
        """Open the printed address, compare the words, and type the answer at the terminal."""
        self.close()
        self.page = self._browser.new_page()
        self.page.set_viewport_size(SIZE)
        self.page.set_default_timeout(PATIENCE_MS)
        self.address = _printed(self.page, log, ADDRESS)
        self.page.goto(self.address)
        pair = self.page.locator("#pair")
        pair.get_by_text(" ").first.wait_for()
        _printed(self.page, log, re.compile(re.escape(pair.inner_text())))
        _type(program.stdin, "y")
        self.page.locator("#screen[data-picture]").wait_for()

    def pixels(self) -> Pixels:
        import pygame

        if self.page is None:
            raise FileNotFoundError("the screen is not open")
        shown = pygame.image.load(io.BytesIO(self.page.screenshot()), "screen.png")
        return pygame.image.tostring(shown, "RGB"), shown.get_size()

    def pictures(self) -> int:
        """Return the number of pictures that the browser has drawn since it joined."""
        return int(self.page.locator("#screen").get_attribute("data-picture"))

    def hold(self, seat: Seat, button: Button) -> None:
        key = KEYS[seat, button]
        self.page.keyboard.press(NAMES.get(key, key), delay=1000 * HOLD_S)

    def close(self) -> None:
        if self.page is not None:
            self.page.close()
        self.page = None


def _printed(page: Any, log: Path, wanted: re.Pattern[str]) -> str:
    """Return the last text of this form that the terminal has printed, once there is one."""
    for _ in range(PATIENCE_MS // 50):
        if found := wanted.findall(log.read_text("utf-8")):
            return str(found[-1])
        page.wait_for_timeout(50)
    raise NotMeasuredError(f"the terminal did not print {wanted.pattern}: {log.read_text('utf-8')[-2000:]}")


def _type(terminal: IO[bytes] | None, line: str) -> None:
    if terminal is None:
        raise NotMeasuredError("the program has no terminal")
    terminal.write(f"{line}\n".encode())
    terminal.flush()
