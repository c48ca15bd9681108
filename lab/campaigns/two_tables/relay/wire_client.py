"""A client of MQTT 5 that sends and receives frames with QoS 0 and does nothing else, so that 800 fit into a process.

The packets are those of the OASIS standard, sections 3.1 (CONNECT), 3.3 (PUBLISH) and 3.8 (SUBSCRIBE).
"""

import asyncio
import ssl
from contextlib import suppress
from types import TracebackType

from lab.figure import NotMeasuredError

CONNECT, CONNACK, PUBLISH, SUBSCRIBE, SUBACK = 0x10, 0x20, 0x30, 0x82, 0x90
CLEAN_START, WITH_USER = 0x02, 0x80
MOST_READ = 64 * 1024
FAILED = 0x80
"""The first reason code of a refusal."""


class WireClient:
    """A client of one match: it writes one topic and reads the other. Without `tls` it encrypts nothing."""

    def __init__(self, port: int, match: str, seat: str, other: str, tls: ssl.SSLContext | None = None) -> None:
        self._port, self._match, self._tls = port, match, tls
        self._ours, self._theirs = (f"command-table-far/{match}/{each}" for each in (seat, other))
        self._name = f"{match}-{seat}"

    async def __aenter__(self) -> "WireClient":
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=MOST_READ, ssl=self._tls
        )
        try:
            head = _text("MQTT") + bytes((5, CLEAN_START | WITH_USER)) + bytes(2) + bytes(1)
            self._writer.write(_packet(CONNECT, head + _text(self._name) + _text(self._match)))
            await self._accepted(CONNACK)
            self._writer.write(_packet(SUBSCRIBE, (1).to_bytes(2) + bytes(1) + _text(self._theirs) + bytes(1)))
            await self._accepted(SUBACK)
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        self._writer.close()
        with suppress(OSError):  # the broker was killed
            await self._writer.wait_closed()

    def send(self, frame: bytes) -> None:
        """Publish a frame."""
        self._writer.write(_packet(PUBLISH, _text(self._ours) + bytes(1) + frame))

    async def receive(self) -> bytes:
        """Return the next frame of the other side."""
        while True:
            kind, content = await self._read()
            if kind & 0xF0 == PUBLISH:
                topic = int.from_bytes(content[:2])
                return content[2 + topic + 1 :]

    async def _accepted(self, kind: int) -> None:
        came, content = await self._read()
        if came != kind or content[-1 if kind == SUBACK else 1] >= FAILED:
            raise NotMeasuredError(f"the broker refuses {self._name}: {content.hex()}")

    async def _read(self) -> tuple[int, bytes]:
        kind = (await self._reader.readexactly(1))[0]
        length = shift = 0
        while True:
            byte = (await self._reader.readexactly(1))[0]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return kind, await self._reader.readexactly(length)


def _text(content: str) -> bytes:
    raw = content.encode()
    return len(raw).to_bytes(2) + raw


def _packet(kind: int, content: bytes) -> bytes:
    length, size = b"", len(content)
    while True:
        size, low = size >> 7, size & 0x7F
        length += bytes((low | (0x80 if size else 0),))
        if not size:
            return bytes((kind,)) + length + content
