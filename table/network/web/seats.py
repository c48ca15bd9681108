"""Frames of phones are passed on between their sockets and the table's: all of one size, and sealed past this program.

It can drop or delay them, and nothing else: it has no key, and the table opens a frame in its turn alone.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from pathlib import Path

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hal.computer.local_sockets import open_connection
from table.network.web.until_ended import until_one_ends
from table.view.seat_frames import DOWN_BYTES, MOST_PHONES, SOCKET, UP_BYTES

log = logging.getLogger(__name__)

MOST_READ = 64 * 1024
"""The most bytes of one phone that wait here to be passed on."""
MOST_OF_ONE = 4
"""The most phones of one address, so that nobody alone keeps all others out."""
FULL, GONE, SENT_AWAY, SPOKE = 1013, 1012, 4001, 1008
"""The codes with which a WebSocket is closed: too many phones, no table, dropped by the table, an invalid frame."""


class SeatFrames:
    """The relay of all phones. It belongs to the event loop's thread."""

    def __init__(self, folder: Path) -> None:
        """`folder` is that of the table's sockets."""
        self._path = folder / SOCKET
        self._phones: Counter[str] = Counter()

    def routes(self, api: str) -> list[BaseRoute]:
        """Return what serves them."""
        return [WebSocketRoute(f"{api}/seat", self.serve)]

    async def serve(self, phone: WebSocket) -> None:
        """Pass the frames of a phone on, until it or the table goes."""
        await phone.accept()
        address = "" if phone.client is None else phone.client.host
        if self._phones.total() >= MOST_PHONES or self._phones[address] >= MOST_OF_ONE:
            await phone.close(FULL)
            return
        self._phones[address] += 1
        try:
            code = await self._joined(phone)
        finally:
            self._phones[address] -= 1
            self._phones += Counter()  # none is kept for an address without a phone
        if code is not None:
            with suppress(WebSocketDisconnect, RuntimeError):  # it has gone meanwhile
                await phone.close(code)

    async def _joined(self, phone: WebSocket) -> int | None:
        try:
            reader, writer = await open_connection(self._path, MOST_READ)
        except OSError as error:
            log.info("%s cannot be reached (%s)", self._path, error.strerror or error)
            return GONE
        try:
            codes = await until_one_ends(_down(reader, phone), _up(phone, writer))
            return next((code for code in codes if code is not None), None)
        finally:
            writer.close()


async def _down(reader: asyncio.StreamReader, phone: WebSocket) -> int | None:
    """Pass on the table's frames; return the code to close with, or None if the phone has gone."""
    try:
        while True:
            await phone.send_bytes(await reader.readexactly(DOWN_BYTES))
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
            if not isinstance(frame, bytes) or len(frame) != UP_BYTES:
                return SPOKE
            writer.write(frame)
            await writer.drain()
    except ConnectionError:
        return SENT_AWAY
    except RuntimeError:
        return None
