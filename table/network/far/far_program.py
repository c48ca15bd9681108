"""The program beside a table that carries its match to another table. It knows no match, and keeps nothing."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from hal.computer.local_sockets import open_connection
from table.network.far.carrier import Carrier, FrameError, OwnBroker, Pause
from table.network.web.until_ended import run_until_ended

log = logging.getLogger(__name__)

LIMIT = 64 * 1024
"""The bytes that are read ahead of the frames."""
FIRST_S, LONGEST_S = 0.2, 5.0
"""The shortest and longest time between two tries to find the table. It grows with each failure."""


class FarProgram:
    """Carries frames for as long as it runs. The table and the broker may come and go."""

    def __init__(
        self, path: Path, own: OwnBroker, entropy: Callable[[int], bytes], pause: Pause = asyncio.sleep
    ) -> None:
        """`path` is the table's socket. `pause` lets so many seconds pass."""
        self._path, self._own, self._entropy, self._pause = path, own, entropy, pause
        self._wait_s = FIRST_S
        self._logged: tuple[str, ...] = ()
        """The last two states that were logged."""

    def run(self, ends: Iterable[int] = ()) -> None:
        """Run until one of these signals comes; the main thread only."""
        run_until_ended(self.serve, ends)

    async def serve(self) -> None:
        """Carry frames for one start of the table after the other, until it is cancelled."""
        while True:
            await self._once()
            await self._pause(self._wait_s)
            self._wait_s = min(2 * self._wait_s, LONGEST_S)

    async def _once(self) -> None:
        """Carry frames until the table goes, or cannot be reached."""
        try:
            reader, writer = await open_connection(self._path, LIMIT)
        except OSError as error:
            self._log(f"no table at {self._path} ({error.strerror or error}): start it with a url under [far]")
            return
        self._log(f"connected with the table at {self._path}")
        try:
            with suppress(OSError):  # a table that was killed
                await Carrier(self._own, self._entropy, self._pause).run(reader, writer)
        except FrameError as error:
            self._log(f"what listens at {self._path} is not a table of this version: {error}")
            return
        finally:
            writer.close()
        self._wait_s = FIRST_S
        self._log("the table has ended; waiting for it")

    def _log(self, what: str) -> None:
        """Log a state of the table, and not again as long as the same states follow each other."""
        log.log(logging.DEBUG if what in self._logged else logging.INFO, "%s", what)
        self._logged = (*self._logged[-1:], what)
