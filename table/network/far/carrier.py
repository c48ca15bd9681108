"""A connection with the table: its frames go to the broker, and those of the other table come back."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple, TypeAlias

import aiomqtt
import msgspec
from msgspec.structs import replace

from table.config.addresses import BrokerPlace
from table.network.broker import BrokerAccess, connected_always
from table.network.far.frame_queue import FrameQueue
from table.network.far.route import FarWay, RouteError, way_of
from table.network.web.until_ended import until_one_ends
from table.rules.errors import InputError
from table.view.far_frames import LENGTH_BYTES, MOST_BYTES, FarKind, FarLine, framed, is_length

log = logging.getLogger(__name__)

MOST_QUEUED = 16
"""The most messages that the client keeps for us."""
HEADERS_BYTES = 1024
"""The most bytes that a packet has besides its content."""
NAME_BYTES = 8
Pause: TypeAlias = Callable[[float], Awaitable[object]]


class OwnBroker(NamedTuple):
    """The broker of the configuration. Its user and its authority are for no other broker."""

    place: BrokerPlace | None = None
    user: str = ""
    password: str = ""
    ca: str = ""


class FrameError(InputError, ValueError):
    """The table sends something that is not a frame."""


class Carrier:
    """A connection with the table. It ends with it, or with a frame of another program."""

    def __init__(self, own: OwnBroker, entropy: Callable[[int], bytes], pause: Pause = asyncio.sleep) -> None:
        """`entropy` returns so many random bytes. `pause` lets so many seconds pass."""
        self._own, self._entropy, self._pause = own, entropy, pause
        self._up, self._down = FrameQueue(), FrameQueue()
        self._to_send, self._to_write, self._changed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._way: FarWay | None = None
        self._is_online = False

    async def run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry frames until the table goes. Raises OSError or FrameError."""
        await until_one_ends(self._read(reader), self._write(writer), self._carry())

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while True:
            try:
                kind, content = await _frame(reader)
            except asyncio.IncompleteReadError:
                return
            if kind == FarKind.NOTE:
                self._note(content)
            elif kind == FarKind.SEALED and content:
                self._up.put(content)
                self._to_send.set()

    def _note(self, content: bytes) -> None:
        """Follow the table to another broker, or to none."""
        try:
            way = way_of(content)
        except RouteError as error:
            log.warning("nothing is carried: %s", error)
            way = None
        if way != self._way:
            self._way = way
            self._up.clear()
            self._down.clear()
            self._changed.set()

    async def _write(self, writer: asyncio.StreamWriter) -> None:
        """Write the state of the connection first and at each change, and the other table's frames."""
        written: bool | None = None
        while True:
            self._to_write.clear()
            if written != self._is_online:
                written = self._is_online
                writer.write(framed(FarKind.NOTE, msgspec.json.encode(FarLine(written))))
            elif len(self._down):
                writer.write(framed(FarKind.SEALED, self._down.take()))
            else:
                await self._to_write.wait()
            await writer.drain()

    async def _carry(self) -> None:
        """Carry frames over the broker that the table names, until it names another one."""
        while True:
            self._changed.clear()
            if self._way is None:
                await self._changed.wait()
            else:
                await until_one_ends(self._over(self._way), self._changed.wait())
                self._set_online(False)

    async def _over(self, way: FarWay) -> bool:
        """Carry frames over one connection after the other."""
        chance = Random(self._entropy(NAME_BYTES))

        async def speak(client: aiomqtt.Client) -> None:
            await client.subscribe(way.theirs)
            self._set_online(True)
            await until_one_ends(self._listen(client), self._publish(client, way.ours))

        access = self._access(way)
        await connected_always(access, lambda: None, speak, lambda _: self._set_online(False), chance, self._pause)
        return True

    def _access(self, way: FarWay) -> BrokerAccess:
        """Return the access to the broker. Each client has its own name, so that two tables may share a user.

        An open broker gets the random name of the topics as the user, so that it can limit each user to its own topics.
        """
        place = way.place
        access = BrokerAccess(
            place.host, place.port, way.topic, "", place.tls,
            client=self._entropy(NAME_BYTES).hex(), most_bytes=MOST_BYTES + HEADERS_BYTES, most_queued=MOST_QUEUED,
        )  # fmt: skip
        own = self._own
        if place != own.place:
            return access
        return replace(access, user=own.user or way.topic, password=own.password, ca=own.ca)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            content = message.payload
            if isinstance(content, bytes) and is_length(1 + len(content)) and content:
                self._down.put(content)
                self._to_write.set()

    async def _publish(self, client: aiomqtt.Client, topic: str) -> None:
        while True:
            self._to_send.clear()
            while len(self._up):
                await client.publish(topic, self._up.take())
            await self._to_send.wait()

    def _set_online(self, online: bool) -> None:
        self._is_online = online
        self._to_write.set()


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return kind and content of the next frame. No memory is taken for a frame that is too long."""
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES))
    if not is_length(length):
        raise FrameError(f"a frame of {length} bytes")
    content = await reader.readexactly(length)
    return content[0], content[1:]
