"""A socket at which a stream of lines is read, each client from its own beginning on.

A client only listens. A client that writes or does not read is dropped, so the table never waits for it.
"""

import asyncio
from typing import Protocol

from table.devices.edge.client import Client
from table.devices.edge.service import Service

GUESTS = 16
"""The clients of one socket. Later ones are turned away, so that a flood never drops an existing client."""
PATIENCE_S = 10.0
"""The seconds within which a client has to read some of its data."""
MOST_UNREAD = 1024 * 1024
"""The most bytes that are kept for a client; a first line has some ten thousand."""


class LineStream(Protocol):
    """A stream of lines. Only the edge's thread calls these. Times are seconds of `time.monotonic`."""

    @property
    def name(self) -> str:
        """Return the name of its socket."""

    def joined(self, now_s: float) -> bytes:
        """Return the first lines for a new client, before the lines that `step` returns next."""

    def step(self, now_s: float) -> bytes:
        """Return the lines that are due."""

    def next_s(self) -> float | None:
        """Return when `step` has something to do, or None: not before the edge is woken."""


class LineSocket(Service):
    """The service of one stream."""

    most_clients = GUESTS

    def __init__(self, stream: LineStream) -> None:
        self.name, self._stream = stream.name, stream
        self._clients: list[Client] = []

    async def serve(self, client: Client) -> None:
        client.send(self._stream.joined(asyncio.get_running_loop().time()), MOST_UNREAD, PATIENCE_S)
        self._clients.append(client)
        client.wake()
        try:
            if await client.reader.read(1):
                client.drop("it wrote")
        finally:
            self._clients.remove(client)

    def step(self, now_s: float) -> None:
        if lines := self._stream.step(now_s):
            for client in self._clients:
                client.send(lines, MOST_UNREAD, PATIENCE_S)

    def next_s(self) -> float | None:
        return self._stream.next_s()
