"""A real Mosquitto, the program beside a table, and the table's end of its socket. Without Mosquitto: skipped."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from lab.campaigns.hall.mosquitto import Mosquitto, found
from lab.campaigns.two_tables.relay.relay_figures import relay_broker
from table.network.far.carrier import OwnBroker
from table.network.far.far_program import FarProgram
from table.view.far_frames import LENGTH_BYTES, FarKind, FarRoute, framed

PATIENCE_S = 20.0


class SocketOfTable:
    """A table's socket for the program, and the program itself."""

    def __init__(self, path: Path, seat: str, url: str, topic: str, own: OwnBroker | None = None) -> None:
        self._path, self._writer = path, None
        self.route = FarRoute(1, url, topic, seat)  # type: ignore[arg-type]
        self.sealed: list[bytes] = []
        self.states: list[bool] = []
        self._come = asyncio.Condition()
        self._streams: list[asyncio.StreamWriter] = []
        self.program = FarProgram(path, own or OwnBroker(), self._entropy)

    @staticmethod
    def _entropy(size: int) -> bytes:
        return bytes(range(size))

    async def __aenter__(self) -> "SocketOfTable":
        self._server = await asyncio.start_unix_server(self._connected, str(self._path))
        self._task = asyncio.ensure_future(self.program.serve())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._server.close()

    def send(self, frame: bytes) -> None:
        self._streams[-1].write(framed(FarKind.SEALED, frame))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for a frame or a state of the line after which this holds."""
        async with asyncio.timeout(PATIENCE_S), self._come:
            await self._come.wait_for(holds)

    async def online(self) -> None:
        await self.until(lambda: self.states[-1:] == [True])

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._streams.append(writer)
        writer.write(framed(FarKind.NOTE, msgspec.json.encode(self.route)))
        try:
            while True:
                content = await reader.readexactly(int.from_bytes(await reader.readexactly(LENGTH_BYTES)))
                async with self._come:
                    if content[0] == FarKind.SEALED:
                        self.sealed.append(content[1:])
                    else:
                        self.states.append(msgspec.json.decode(content[1:])["online"])
                    self._come.notify_all()
        except asyncio.IncompleteReadError:
            writer.close()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    program = found()
    if not program:
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")
    broker = relay_broker(tmp_path, program)
    broker.start()
    yield broker
    broker.kill()
