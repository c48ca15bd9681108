"""Forward frames between phones and the table. All have one size, and are encrypted end to end.

This program can only drop or delay them: it has no key, and the table accepts frames only in order.
"""

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from typing import TypeGuard

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hal.computer.local_sockets import open_connection
from table.network.web.doorkeeper import Rates
from table.network.web.site import CONNECTION
from table.network.web.until_ended import until_one_ends
from table.view.seat_frames import DOWN_BYTES, SOCKET, UP_BYTES

log = logging.getLogger(__name__)

MOST_READ = 64 * 1024
"""The most bytes of one phone that are buffered here."""
GREETINGS, PER_S = 8.0, 1.0
"""The phones that may connect from an address in one burst, and per second: a household, or a hall's router."""
SILENT_S = 5.0
"""The seconds in which a phone has to greet. Until then the table does not know it, so it takes no phone's place."""
FULL, GONE, SENT_AWAY, SPOKE = 1013, 1012, 4001, 1008
"""The codes with which a WebSocket is closed: too often, no table, dropped by the table, an invalid frame."""


class SeatFrames:
    """The relay of all phones. It belongs to the event loop's thread.

    The table, not this relay, admits phones, and drops a phone that greets with an invalid secret.
    """

    def __init__(
        self, folder: Path, now_s: Callable[[], float], answered: Callable[[Hashable], None] = lambda _: None
    ) -> None:
        """`folder` is that of the table's sockets. `answered` gets the connection of a phone that the table answers."""
        self._path = folder / SOCKET
        self._greetings = Rates(GREETINGS, PER_S, now_s)
        self._answered = answered

    def routes(self, api: str) -> list[BaseRoute]:
        """Return the routes for phones."""
        return [WebSocketRoute(f"{api}/seat", self.serve)]

    async def serve(self, phone: WebSocket) -> None:
        """Forward the frames of a phone, until it or the table disconnects."""
        await phone.accept()
        if (code := await self._greeted(phone)) is not None:
            with suppress(WebSocketDisconnect, RuntimeError):  # it has gone meanwhile
                await phone.close(code)

    async def _greeted(self, phone: WebSocket) -> int | None:
        """Wait for the first frame, and pass it on. Return the code to close with, or None if the phone has gone."""
        try:
            async with asyncio.timeout(SILENT_S):
                received = await phone.receive()
        except TimeoutError:
            return SPOKE
        if received["type"] == "websocket.disconnect":
            return None
        if not self._greetings.allow("" if phone.client is None else phone.client.host):
            return FULL
        frame = received.get("bytes")
        return await self._joined(phone, frame) if _is_frame(frame) else SPOKE

    async def _joined(self, phone: WebSocket, first: bytes) -> int | None:
        try:
            reader, writer = await open_connection(self._path, MOST_READ)
        except OSError as error:
            log.info("%s cannot be reached (%s)", self._path, error.strerror or error)
            return GONE
        try:
            writer.write(first)
            codes = await until_one_ends(self._down(reader, phone), _up(phone, writer))
            return next((code for code in codes if code is not None), None)
        finally:
            writer.close()

    async def _down(self, reader: asyncio.StreamReader, phone: WebSocket) -> int | None:
        """Pass on the table's frames; return the code to close with, or None if the phone has gone."""
        try:
            frame = await reader.readexactly(DOWN_BYTES)
            self._answered(phone.scope.get(CONNECTION))
            while True:
                await phone.send_bytes(frame)
                frame = await reader.readexactly(DOWN_BYTES)
        except (asyncio.IncompleteReadError, ConnectionError):
            return SENT_AWAY
        except (WebSocketDisconnect, RuntimeError):
            return None


async def _up(phone: WebSocket, writer: asyncio.StreamWriter) -> int | None:
    """Pass on the phone's frames; return the code to close with, or None if the phone has gone."""
    try:
        while True:
            received = await phone.receive()
            if received["type"] == "websocket.disconnect":
                return None
            frame = received.get("bytes")
            if not _is_frame(frame):
                return SPOKE
            writer.write(frame)
            await writer.drain()
    except ConnectionError:
        return SENT_AWAY
    except RuntimeError:
        return None


def _is_frame(received: object) -> TypeGuard[bytes]:
    return isinstance(received, bytes) and len(received) == UP_BYTES
