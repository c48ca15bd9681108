"""A connected client of the table, with limits, so that no client slows the table."""

import asyncio
import logging
from collections.abc import Callable
from math import inf

log = logging.getLogger(__name__)


class Client:
    """A connected client. It belongs to the event loop's thread."""

    def __init__(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wake: Callable[[], None]
    ) -> None:
        """`name` is that of the socket. `wake` makes the service publish due lines."""
        self.name, self.reader, self.writer, self.wake = name, reader, writer, wake
        self._sent = 0
        self._patience: asyncio.TimerHandle | None = None
        writer.transport.set_write_buffer_limits(high=0)

    @property
    def unread(self) -> int:
        """Return the bytes that the client has yet to read."""
        return self.writer.transport.get_write_buffer_size()

    def send(self, content: bytes, most_unread: int, patience_s: float = inf) -> None:
        """Send without waiting. Drop the client if too much is unread, or if it reads nothing for `patience_s`."""
        if self.writer.is_closing():
            return
        self.writer.write(content)
        self._sent += len(content)
        if self.unread > most_unread:
            self.drop(f"it left {self.unread} bytes unread")
        elif self.unread and self._patience is None and patience_s < inf:
            self._wait_for_it(patience_s)

    def drop(self, why: str = "") -> None:
        """Close the connection. Unread data are lost."""
        if self.writer.is_closing():
            return
        if why:
            log.info("a client of %s was dropped: %s", self.name, why)
        self.close()
        self.writer.transport.abort()

    def close(self) -> None:
        """Close the connection as soon as the client has read everything."""
        if self._patience is not None:
            self._patience.cancel()
        self.writer.close()

    def _wait_for_it(self, patience_s: float) -> None:
        read = self._sent - self.unread

        def over() -> None:
            self._patience = None
            if self.unread and self._sent - self.unread == read:
                self.drop(f"it read nothing for {patience_s:g} s")
            elif self.unread:
                self._wait_for_it(patience_s)

        self._patience = asyncio.get_running_loop().call_later(patience_s, over)
