"""The pauses of this machine: the time of a byte over its own network and back, without a hall or a broker."""

import asyncio
import time
from contextlib import suppress

EACH_S = 0.005
"""The time between two bytes."""


class MachinePauses:
    """A byte that goes round. It is late if this machine, its network or this program pauses."""

    def __init__(self) -> None:
        self._longest_s = 0.0

    def longest_ms(self) -> float:
        """Return the longest time of a byte since the last call."""
        longest_s, self._longest_s = self._longest_s, 0.0
        return 1000 * longest_s

    async def watch_always(self) -> None:
        """Send bytes until cancelled."""
        server = await asyncio.start_server(_echo, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        try:
            while True:
                sent_s = time.monotonic()
                await asyncio.sleep(EACH_S)
                writer.write(b".")
                await reader.readexactly(1)
                self._longest_s = max(self._longest_s, time.monotonic() - sent_s - EACH_S)
        finally:
            writer.close()
            server.close()


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while byte := await reader.read(1):
            writer.write(byte)
    writer.close()
