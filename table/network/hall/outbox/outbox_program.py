"""The outbox of one table: it listens at the table's sockets and publishes at the broker."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, time

import aiomqtt
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from table.network.broker import BrokerAccess, LastWill, connected_always, left_of
from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.outbox.sender import Sender
from table.network.hall.outbox.table_listeners import TableListeners
from table.network.hall.outbox.table_requests import TableRequests
from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import (
    MOST_TABLE_PACKET,
    VERSION,
    Acknowledgement,
    Ask,
    AskKind,
    HallOnline,
    TableOnline,
    TableState,
)
from table.network.hall.wire.topics import ack_topic, ask_topic, event_topic, hall_topic, online_topic, state_topic
from table.network.web.follower import Follower
from table.network.web.until_ended import run_until_ended
from table.view.hall_asks import SOCKET
from table.view.streams.stream_frames import FEED, OPERATIONS, RESULTS

STATE_S = 1.0
"""The shortest time between two states."""
SILENCE_S = 10.0
"""The longest one."""
MOST_KEYS = 64
"""The keys of asks that are remembered."""


class OutboxNames(Struct, frozen=True):
    """The names of a table and of its hall."""

    table: str
    hall: str


class OutboxProgram:
    """The outbox of one table. One thread runs it."""

    def __init__(
        self,
        names: OutboxNames,
        access: BrokerAccess,
        store: OutboxStore,
        sockets: Path,
        now_s: Callable[[], float] = monotonic,
        clock_s: Callable[[], float] = time,
    ) -> None:
        """`sockets` is the folder of the table's sockets.

        `now_s` counts steadily, `clock_s` is this machine's clock. Both are in seconds.
        """
        self._access = replace(access, most_bytes=MOST_TABLE_PACKET)
        self._names, self._store, self._now_s = names, store, now_s
        self._woken = asyncio.Event()
        self.listeners = TableListeners(store, now_s, clock_s, self._woken.set)
        self.sender = Sender(store)
        self._handlers = {
            ack_topic(names.hall, names.table): self._acknowledged,
            hall_topic(names.hall): self._hall,
            ask_topic(names.table): self._asked,
        }
        self._followers = (
            Follower(sockets / FEED, self.listeners.feed),
            Follower(sockets / OPERATIONS, self.listeners.operations),
            Follower(sockets / RESULTS, self.listeners.results),
        )
        self._state: TableState | None = None
        self._stated_s = -SILENCE_S
        self._has_restarted = False
        self.requests = TableRequests(sockets / SOCKET, now_s, self._woken.set)
        self._keys: list[str] = []

    def run(self, ends: Iterable[int] = ()) -> None:
        """Run until one of these signals comes; the main thread only."""

        try:
            run_until_ended(self.serve, ends)
        finally:
            self._store.close()

    async def serve(self) -> None:
        """Follow the table and speak to the hall, until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for each in self._followers:
                tasks.create_task(each.run())
            tasks.create_task(self.requests.run())
            tasks.create_task(self.speak_always())

    async def speak_always(self) -> None:
        """Speak to the hall, over one connection after the other, until it is cancelled."""
        chance = Random(self._store.epoch)
        await connected_always(self._access, self._will, self._speak, self._lost, chance)

    async def _speak(self, client: aiomqtt.Client) -> None:
        for topic in self._handlers:
            await client.subscribe(topic, qos=1)
        await self._publish_online(client)
        listening = asyncio.ensure_future(self._listen(client))
        listening.add_done_callback(lambda _: self._woken.set())
        try:
            while not listening.done():
                await self._publish_due(client)
            await listening
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _publish_due(self, client: aiomqtt.Client) -> None:
        """Publish due events, and wait for more."""
        self._woken.clear()
        if self._has_restarted:
            self._has_restarted = False
            await self._publish_online(client)
        if due := self.sender.due(self._now_s()):
            await client.publish(event_topic(self._names.table), b"\n".join(each.line for each in due))
        state = msgspec.structs.replace(
            self.listeners.state(), asks=self.requests.there, round_clock=self.requests.shown
        )
        await self._publish_state(client, state)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience_s(state)):
                await self._woken.wait()

    async def _publish_online(self, client: aiomqtt.Client) -> None:
        online = TableOnline(VERSION, self._store.epoch, online=True)
        await client.publish(online_topic(self._names.table), msgspec.json.encode(online), qos=1, retain=True)
        self._stated_s = -SILENCE_S

    async def _publish_state(self, client: aiomqtt.Client, state: TableState) -> None:
        if (now_s := self._now_s()) < self._stated_s + STATE_S:
            return
        if _still(state) == _still(self._state) and now_s < self._stated_s + SILENCE_S:
            return
        self._state, self._stated_s = state, now_s
        await client.publish(state_topic(self._names.table), msgspec.json.encode(state), retain=True)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            if isinstance(message.payload, bytes):
                self.receive(message.topic.value, message.payload, left_of(message))

    def receive(self, topic: str, payload: bytes, left_s: int | None = None) -> None:
        """Take a message of the broker, which expires in `left_s` seconds. A topic that is not ours is ignored."""
        if (handle := self._handlers.get(topic)) is not None:
            with suppress(msgspec.MsgspecError):
                handle(payload, left_s)
            self._woken.set()

    def _acknowledged(self, payload: bytes, _: int | None) -> None:
        ack = decoded(payload, Acknowledgement)
        with suppress(OSError):  # a disk that takes nothing keeps what it has; the hall says it again
            if ack.v == VERSION and not self.sender.acknowledged(ack, self._now_s()):
                self._has_restarted = True

    def _hall(self, payload: bytes, _: int | None) -> None:
        hall = decoded(payload, HallOnline)
        if hall.v == VERSION:
            self.sender.hall(hall.run if hall.online else "", self._now_s())
            self._stated_s = -SILENCE_S

    def _asked(self, payload: bytes, left_s: int | None) -> None:
        ask = decoded(payload, Ask)
        if ask.v != VERSION or ask.key in self._keys:
            return
        self._keys = [*self._keys, ask.key][-MOST_KEYS:]
        match ask.kind:
            case AskKind.REBIRTH:
                self._born_again(ask)
            case AskKind.JUDGE:
                self.requests.call_judge(ask.key, ask.for_s if left_s is None else left_s)
            case AskKind.ROUND_CLOCK:
                self.requests.set_clock(ask.key, ask.clock, 0 if left_s is None else max(0, ask.for_s - left_s))

    def _born_again(self, ask: Ask) -> None:
        after = ask.after if ask.epoch == self._store.epoch else 0
        again = Acknowledgement(VERSION, self._store.epoch, after, again=True)
        with suppress(OSError):
            self.sender.acknowledged(again, self._now_s())
        self._state, self._stated_s = None, -SILENCE_S

    def _patience_s(self, state: TableState) -> float:
        now_s = self._now_s()
        due: Sequence[float | None] = (self.sender.next_s(), self._stated_s + SILENCE_S)
        if _still(state) != _still(self._state):
            due = (*due, self._stated_s + STATE_S)
        return max(0.0, min(at_s for at_s in due if at_s is not None) - now_s)

    def _lost(self, doubled: bool) -> None:
        if doubled:
            self.requests.note_kick()
        self.sender.hall("", self._now_s())

    def _will(self) -> LastWill:
        gone = TableOnline(VERSION, self._store.epoch, online=False)
        return LastWill(online_topic(self._names.table), msgspec.json.encode(gone))


def _still(state: TableState | None) -> TableState | None:
    """Return a state without its running clocks, which alone do not cause a new message."""
    if state is None:
        return None
    clock = None if state.clock is None else msgspec.structs.replace(state.clock, blue_s=0, red_s=0)
    shown = None if state.round_clock is None else msgspec.structs.replace(state.round_clock, left_s=0)
    return msgspec.structs.replace(state, clock=clock, round_clock=shown, seq=0, first=0)
