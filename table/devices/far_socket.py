"""The socket of `command-table far`, which carries the frames of a match with another table. It can read none of them.

A program that sends something else than frames, or does not read, is dropped. A later one takes its place. Frames that
nobody carries are dropped: the session sends them again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec

from table.devices.edge.client import Client
from table.devices.edge.service import Service, handled
from table.session.ports import FarFrame, FarMessage, FarOnline, FarRequest, LineWay
from table.view.far_frames import (
    LENGTH_BYTES,
    MOST_BYTES,
    SOCKET,
    FarKind,
    FarLine,
    FarRoute,
    NoteError,
    framed,
    is_length,
    read_note,
)

MOST_FRAMES = 64
"""The most frames that are kept until the program is connected or has read."""
MOST_UNREAD = 2 * MOST_BYTES
PATIENCE_S = 30.0
"""The seconds within which the program has to read some of its data."""
Receive = Callable[[FarMessage, Callable[[], None]], None]
"""Puts a message into the session's inbox. The callback is called on the session's thread once it is handled."""


class FarSocket(Service):
    """The service of one such program."""

    name, most_clients = SOCKET, 1

    def __init__(self, receive: Receive, wake: Callable[[], None]) -> None:
        """`wake` wakes the thread that serves the socket. Any thread may call it."""
        self._receive, self._wake = receive, wake
        self._way = LineWay()
        self._frames = deque[bytes](maxlen=MOST_FRAMES)
        self._known: LineWay | None = None
        """The way that the program knows."""
        self._client: Client | None = None

    def request(self, request: FarRequest) -> None:
        """Take a request of the session. Any thread may call."""
        if isinstance(request, LineWay):
            self._way = request
            self._frames.clear()
        elif self._client is not None:
            self._frames.append(request.frame)
        self._wake()

    def make_room(self, clients: list[Client]) -> bool:
        for client in clients:
            client.drop("another program took its place")
        return True

    async def serve(self, client: Client) -> None:
        self._client, self._known = client, None
        self._frames.clear()
        client.wake()
        try:
            with suppress(asyncio.IncompleteReadError):
                while await self._take(client):
                    pass
        finally:
            if self._client is client:
                self._client = None
                self._receive(FarOnline(False), lambda: None)

    def step(self, now_s: float) -> None:
        if (client := self._client) is None:
            return
        if self._known != self._way:
            self._known = way = self._way
            seat = way.seat.value if way.topic else ""
            route = FarRoute(url=way.url, topic=way.topic, seat=seat)  # type: ignore[arg-type]
            client.send(framed(FarKind.NOTE, msgspec.json.encode(route)), MOST_UNREAD, PATIENCE_S)
        while self._frames:
            client.send(framed(FarKind.SEALED, self._frames.popleft()), MOST_UNREAD, PATIENCE_S)

    async def _take(self, client: Client) -> bool:
        """Pass one frame to the session, and wait until it is handled. Return False for something else."""
        length = int.from_bytes(await client.reader.readexactly(LENGTH_BYTES))
        if not is_length(length):
            client.drop(f"a frame of {length} bytes")
            return False
        frame = await client.reader.readexactly(length)
        kind, content = frame[0], frame[1:]
        if kind == FarKind.SEALED:
            await handled(self._receive, FarFrame(content))
            return True
        try:
            note = read_note(content, FarLine)
        except NoteError:
            client.drop("a note that cannot be read")
            return False
        await handled(self._receive, FarOnline(note.online))
        return True
