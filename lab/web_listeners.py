"""Clients of the web program in virtual time, and the table's socket that the program follows."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from lab.virtual_loop import now_s

NAME = "table"
"""The host name of the web program."""
UPGRADE = (
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==",
)  # fmt: skip


class TableDoor:
    """A socket of the table, to which the web program connects."""

    def __init__(self, path: Path, first: bytes) -> None:
        """`first` is sent to each new connection."""
        self._path, self._first = path, first
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def joined(self) -> bool:
        return bool(self._writers)

    async def __aenter__(self) -> "TableDoor":
        self._server = await asyncio.start_unix_server(self._joins, str(self._path))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0.1)

    async def _joins(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self._first)
        self._writers.append(writer)

    def publish(self, lines: bytes) -> None:
        for writer in self._writers:
            writer.write(lines)


class Listeners:
    """Connections to the program, and the time of all data received on them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._came: defaultdict[tuple[int, float], bytearray] = defaultdict(bytearray)
        self._tasks: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def join(self, paths: Iterable[str]) -> None:
        for path in paths:
            await self._opens(path, UPGRADE if "/frames" in path else ())
        await asyncio.sleep(0.01)

    async def ask(self, paths: Iterable[str]) -> None:
        for path in paths:
            await self._opens(path, ("Connection: close",))

    async def _opens(self, path: str, lines: Sequence[str]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write("\r\n".join((f"GET {path} HTTP/1.1", f"Host: {NAME}", *lines, "", "")).encode())
        self._writers.append(writer)
        self._tasks.append(asyncio.ensure_future(self._listens(len(self._tasks), reader)))

    async def _listens(self, number: int, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(65536):
            self._came[number, now_s()] += data

    async def end(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def bytes_of(self, number: int) -> int:
        """Return the number of bytes received on a connection, by its index."""
        return sum(len(data) for (each, _), data in self._came.items() if each == number)

    def everything(self, begun_s: float) -> bytes:
        """Return all received data, ordered by connection."""
        return b"\n".join(
            f"{number} {round(1000 * (at_s - begun_s))} ".encode() + bytes(data)
            for (number, at_s), data in sorted(self._came.items())
        )
