"""Two tables' sockets and a broker between them, in one process and without time."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import aiomqtt
import msgspec
import pytest
from pytest_mock import MockerFixture

from table.network.far.carrier import Carrier, OwnBroker
from table.view.far_frames import LENGTH_BYTES, FarKind, FarRoute, framed

TOPIC = "0123456789abcdef" * 2
URL = "mqtt://broker.example.org"
ROUNDS = 200
"""The turns of the event loop after which everything that can happen has happened."""


class FakeMessage:
    """A message of the broker."""

    def __init__(self, topic: str, payload: bytes) -> None:
        self.topic, self.payload = topic, payload


class FakeBroker:
    """A broker that passes messages on at once. It can be down."""

    def __init__(self) -> None:
        self.is_down = False
        self.clients: list[FakeClient] = []
        self.made: list[dict[str, Any]] = []
        """The arguments of all connections so far."""
        self.messages: list[tuple[str, bytes]] = []

    def goes_down(self) -> None:
        self.is_down = True
        for client in self.clients:
            client.queue.put_nowait(None)
        self.clients = []


class FakeClient:
    """A client of the fake broker."""

    broker: FakeBroker

    def __init__(self, host: str, port: int, **how: Any) -> None:
        self.queue: asyncio.Queue[FakeMessage | None] = asyncio.Queue()
        self.topics: list[str] = []
        self.broker.made.append({"host": host, "port": port, **how})

    async def __aenter__(self) -> "FakeClient":
        if self.broker.is_down:
            raise aiomqtt.MqttError("no route")
        self.broker.clients.append(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self in self.broker.clients:
            self.broker.clients.remove(self)

    async def subscribe(self, topic: str) -> None:
        self.topics.append(topic)

    async def publish(self, topic: str, payload: bytes) -> None:
        if self not in self.broker.clients:
            raise aiomqtt.MqttError("closed")
        self.broker.messages.append((topic, payload))
        for client in self.broker.clients:
            if topic in client.topics:
                client.queue.put_nowait(FakeMessage(topic, payload))

    @property
    async def messages(self) -> AsyncIterator[FakeMessage]:
        while (message := await self.queue.get()) is not None:
            yield message
        raise aiomqtt.MqttError("closed")


class FakeWriter:
    """The socket to the table. It can be blocked, as by a table that reads nothing."""

    def __init__(self) -> None:
        self.written = b""
        self.free = asyncio.Event()
        self.free.set()

    def write(self, content: bytes) -> None:
        self.written += content

    async def drain(self) -> None:
        await asyncio.sleep(0)
        await self.free.wait()


class TableEnd:
    """A table with its socket, and the carrier beside it."""

    def __init__(self, seat: str, own: OwnBroker | None = None) -> None:
        self.seat, self.reader, self.writer = seat, asyncio.StreamReader(), FakeWriter()
        self.waits: list[float] = []
        carrier = Carrier(own or OwnBroker(), lambda size: bytes(size), self._pause)
        self.task = asyncio.ensure_future(carrier.run(self.reader, self.writer))  # type: ignore[arg-type]

    def routes(self, topic: str = TOPIC, url: str = URL) -> None:
        self.notes(msgspec.json.encode(FarRoute(1, url, topic, self.seat)))  # type: ignore[arg-type]

    def notes(self, content: bytes) -> None:
        self.reader.feed_data(framed(FarKind.NOTE, content))

    def sends(self, *frames: bytes) -> None:
        for frame in frames:
            self.reader.feed_data(framed(FarKind.SEALED, frame))

    @property
    def received(self) -> list[tuple[int, bytes]]:
        return list(frames_of(self.writer.written))

    @property
    def sealed(self) -> list[bytes]:
        """The other table's frames that came so far."""
        return [content for kind, content in self.received if kind == FarKind.SEALED]

    @property
    def states(self) -> list[bool]:
        """The states of the connection so far."""
        return [msgspec.json.decode(content)["online"] for kind, content in self.received if kind == FarKind.NOTE]

    async def ends(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task

    async def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)


def frames_of(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of each frame."""
    while content:
        end = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES])
        yield content[LENGTH_BYTES], content[LENGTH_BYTES + 1 : end]
        content = content[end:]


async def settle() -> None:
    """Let everything happen that can happen."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


@pytest.fixture
def broker(mocker: MockerFixture) -> FakeBroker:
    made = FakeBroker()
    mocker.patch("aiomqtt.Client", type("Client", (FakeClient,), {"broker": made}))
    return made
