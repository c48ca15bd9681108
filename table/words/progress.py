"""Show on a terminal how far something is that takes longer than a second.

It shows nothing in a file, in a pipe, and on a terminal that says that it can clear no line (TERM=dumb).
"""

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

from table.words.legible import legible

PATIENCE_S = 1.0
"""Shorter waits show no progress."""
BETWEEN_S = 0.2
CLEAR = "\r\x1b[K"
MOST_LETTERS = 70
"""The most letters of a line: one that went on in the next row could not be cleared."""


class Progress:
    """A line on standard error that says how far a command is, and is gone when its block ends. One thread calls."""

    def __init__(self, stream: TextIO | None = None, now_s: Callable[[], float] = time.monotonic) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._now_s = now_s
        self._next_s = now_s() + PATIENCE_S
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def say(self, how_far: str) -> None:
        """Show this, unless it is too early, or the last words have not stood long enough to be read."""
        if self._now_s() < self._next_s or not self._stream.isatty() or os.environ.get("TERM") == "dumb":
            return
        self._next_s = self._now_s() + BETWEEN_S
        self._stream.write(CLEAR + legible(how_far)[:MOST_LETTERS])
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        """Take the line away, so that something else can be printed."""
        if self._shown:
            self._stream.write(CLEAR)
            self._stream.flush()
            self._shown = False
