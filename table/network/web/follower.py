"""Follow a socket of the table for as long as this program runs: the table may stop and start at any time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from hal.computer.local_sockets import open_connection

log = logging.getLogger(__name__)

LONGEST_LINE = 4 * 1024 * 1024
"""The most bytes of one line that are read: a snapshot has some ten thousand, a match's file some hundred thousand."""
FIRST_S, LONGEST_S = 0.2, 5.0
"""The times between two tries to find the table: the first one, and the longest."""


class LineListener(Protocol):
    """A receiver of the table's lines."""

    def receive(self, line: bytes) -> bool:
        """Take a line. Return False to leave the table and join again."""

    def lost(self) -> None:
        """Note that the table is unreachable."""


class Follower:
    """A socket with the listener for its lines."""

    def __init__(
        self, path: Path, listener: LineListener, pause: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        """`pause` waits for this many seconds."""
        self._path, self._listener, self._pause = path, listener, pause
        self._wait_s = FIRST_S
        self._is_logged = False

    async def run(self) -> None:
        """Follow the socket, until it is cancelled."""
        while True:
            await self._once()
            self._listener.lost()
            await self._pause(self._wait_s)
            self._wait_s = min(2 * self._wait_s, LONGEST_S)

    async def _once(self) -> None:
        """Read lines until the table ends, sends an invalid line, or cannot be reached."""
        try:
            reader, writer = await open_connection(self._path, LONGEST_LINE)
        except OSError as error:
            self._log(f"{self._path} cannot be read ({error.strerror or error}); waiting for the table")
            return
        try:
            await self._listen(reader)
        finally:
            writer.close()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                if not line.endswith(b"\n"):
                    break  # it was cut off
                if not self._listener.receive(line):
                    self._log(f"{self._path}: invalid or missing frame; joining again")
                    return
                self._wait_s, self._is_logged = FIRST_S, False
        except (OSError, ValueError) as error:  # it broke, or the line has no end
            self._log(f"{self._path}: {error}")
            return
        self._log(f"{self._path}: the table has gone; waiting for it")

    def _log(self, what: str) -> None:
        """Log it once at level INFO, then at DEBUG until the table is back."""
        log.log(logging.DEBUG if self._is_logged else logging.INFO, "%s", what)
        self._is_logged = True
