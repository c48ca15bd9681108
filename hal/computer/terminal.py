"""The terminal: lines that are typed while the program works, or without an echo."""

import select
import sys
import threading
from contextlib import suppress
from functools import cache
from getpass import getpass
from queue import Empty, SimpleQueue

LOOKS_S = 0.2


def read_unseen() -> str:
    """Return a line that is typed at the terminal without an echo.

    It polls, because a signal just before an endless wait would not end that wait.
    """
    if sys.platform != "win32":
        with suppress(ImportError):
            import termios

            before = termios.tcgetattr(sys.stdin)
            unseen = list(before)
            unseen[3] = before[3] & ~termios.ECHO
            try:
                termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, unseen)
                while not select.select([sys.stdin], [], [], LOOKS_S)[0]:
                    pass
                return sys.stdin.readline()
            finally:
                termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
    return getpass("")


def typed_line(most: int) -> str | None:
    """Return a typed line of at most `most` characters, None while there is none, and "" after the end of input."""
    try:
        ready, _, _ = select.select([sys.stdin], [], [], 0)
    except OSError:  # Windows waits for sockets alone
        return _typed_on_thread(most)
    return sys.stdin.readline(most) if ready else None


def _typed_on_thread(most: int) -> str | None:
    try:
        line = _lines(most).get_nowait()
    except Empty:
        return None
    if not line:
        _lines(most).put(line)
    return line


@cache
def _lines(most: int) -> SimpleQueue[str]:
    """Start a thread that reads the input's lines, and return the queue that it fills, with "" at the end."""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        while line := sys.stdin.readline(most):
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, name="typed", daemon=True).start()
    return lines
