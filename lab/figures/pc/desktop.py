"""A desktop without a monitor: Debian's Xvfb, and keys that xdotool presses."""

import os
import shutil
import subprocess
from pathlib import Path

from hal.events import Button
from table.rules.seats import BLUE, RED, Seat

WIDTH, HEIGHT = 1280, 720
"""The size of the display, and of the table's window in it."""
HOLD_S = 1.1
"""The seconds for which a key is held: a hold counts after 0.8 s."""
KEYS = {
    (BLUE, Button.PREVIOUS): "a",
    (BLUE, Button.NEXT): "d",
    (BLUE, Button.CONFIRM): "s",
    (RED, Button.PREVIOUS): "Left",
    (RED, Button.NEXT): "Right",
    (RED, Button.CONFIRM): "Down",
}


def missing() -> str:
    """Return a sentence about a program that is missing; empty if none is."""
    absent = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    return f"there is no {' and no '.join(absent)}: sudo apt-get install xvfb xdotool" if absent else ""


class Desktop:
    """A display from `start` to `stop`, with one window. Keys go to the window below the pointer, in the middle."""

    def __init__(self, picture: Path | None = None) -> None:
        """`picture` is a folder in which Xvfb keeps the picture of the screen, in its format XWD."""
        self.display = ""
        self._kept = () if picture is None else ("-fbdir", str(picture))
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it on a free display, and wait until it is ready."""
        ours, theirs = os.pipe()
        try:
            self._server = subprocess.Popen(
                [
                    "Xvfb",
                    "-displayfd",
                    str(theirs),
                    "-screen",
                    "0",
                    f"{WIDTH}x{HEIGHT}x24",
                    "-nolisten",
                    "tcp",
                    *self._kept,
                ],
                pass_fds=(theirs,),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        finally:
            os.close(theirs)
        with os.fdopen(ours, encoding="ascii") as number:
            self.display = f":{number.readline().strip()}"

    def press(self, seat: Seat, button: Button, *, held: bool) -> None:
        key = KEYS[seat, button]
        self._xdotool(*(("keydown", key, "sleep", str(HOLD_S), "keyup", key) if held else ("key", key)))

    def type_key(self, key: str) -> None:
        self._xdotool("key", key)

    def click(self, x: int, y: int) -> None:
        """Click there with the mouse. The pointer goes back to the middle, where keys go to the window below it."""
        self._xdotool("mousemove", str(x), str(y), "sleep", "0.1", "click", "1", "sleep", "0.1")
        self._xdotool("mousemove", str(WIDTH // 2), str(HEIGHT // 2))

    def quit(self) -> None:
        """Press Ctrl+Q, which ends the program."""
        self.type_key("ctrl+q")

    def stop(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait()
        self._server = None

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.display}, check=True)
