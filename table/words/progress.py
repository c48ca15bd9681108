"""Show the progress of work that takes longer than a second on a terminal.

It shows nothing in a file, in a pipe, or on a terminal that cannot clear a line (TERM=dumb).
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
"""The most letters of a line, because a wrapped line cannot be cleared."""


class Progress:
    """A line of progress on standard error, which is cleared when its block ends. One thread only."""

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
        """Show this text, unless it is too early, or the last text was not shown long enough to read."""
        if self._now_s() < self._next_s or not self._stream.isatty() or os.environ.get("TERM") == "dumb":
            return
        self._next_s = self._now_s() + BETWEEN_S
        self._stream.write(CLEAR + legible(how_far)[:MOST_LETTERS])
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        """Clear the line, so that other output can be printed."""
        if self._shown:
            self._stream.write(CLEAR)
            self._stream.flush()
            self._shown = False
