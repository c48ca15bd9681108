"""A socket at which a client sends one line and reads one: one exchange for each connection."""

import asyncio
from collections.abc import Awaitable, Callable

from table.devices.edge.client import Client
from table.devices.edge.service import Service
from table.devices.edge.transport import LONGEST_READ

PATIENCE_S = 1.0
"""The seconds for a client to send its whole line, and again to read the answer."""
GUESTS = 16
"""The clients that are served at once. If more come, the one that has sent nothing for longest is dropped."""


class Exchange(Service):
    """The service. No client makes another one wait."""

    most_clients, finishes = GUESTS, True

    def __init__(self, name: str, answer: Callable[[bytes], Awaitable[bytes]], longest: int) -> None:
        """`answer` returns the answer to a line, which is little longer than `longest`."""
        self.name, self._answer, self._longest = name, answer, longest
        self._answered: set[Client] = set()

    def make_room(self, clients: list[Client]) -> bool:
        """Drop the client that has sent nothing for longest. A client that is being answered stays."""
        for client in clients:
            if client not in self._answered and not client.writer.is_closing():
                client.drop(f"more than {GUESTS} came at once")
                return True
        return False

    async def serve(self, client: Client) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                line = await self._line(client)
        except TimeoutError:
            client.drop(f"it sent no line within {PATIENCE_S:g} s")
            return
        self._answered.add(client)
        try:
            await self._send(client, await self._answer(line))
        finally:
            self._answered.discard(client)

    async def _send(self, client: Client, answer: bytes) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                client.writer.write(answer)
                await client.writer.drain()
        except TimeoutError:
            client.drop(f"it read nothing for {PATIENCE_S:g} s")

    async def _line(self, client: Client) -> bytes:
        """Return a line, or all that comes before the end or the longest allowed."""
        line = bytearray()
        while not line.endswith(b"\n") and len(line) < self._longest:
            if not (more := await client.reader.read(LONGEST_READ)):
                break
            line += more
        return bytes(line)
