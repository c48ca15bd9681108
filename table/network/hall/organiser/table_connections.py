"""The hall's connections to the broker for receiving: one for each table.

The broker queues messages for each connection. So a table that floods fills and delays its own queue alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from functools import partial
from typing import NamedTuple

import aiomqtt
from msgspec.structs import replace

from table.network.broker import BrokerAccess, connection, has_reason
from table.network.hall.organiser.hall import Hall
from table.network.hall.wire.messages import MOST_BYTES, MOST_STATE_BYTES
from table.network.hall.wire.topics import ROOT, receiver_of, table_of

log = logging.getLogger(__name__)

TOPICS = EVENT, STATE, ONLINE = "event", "state", "online"
"""The last words of a table's topics."""
LOOK_S = 1.0
"""The time between two checks for new tables, and for the end of a pause."""
AT_ONCE = 3
"""The connections that are made at once. Each takes a thread, and the log needs one, too."""
REFUSED = (0x86, 0x87)
"""The broker's reasons for refusing a user: an unknown one or a wrong password, and one that may not connect."""
LONGEST_S = 10.0
"""The longest time between two tries to connect for a table."""


class TableMessage(NamedTuple):
    last: str
    """The last word of its topic."""
    payload: bytes
    kept: bool
    """True if the broker had retained it from earlier."""

    @property
    def is_garbage(self) -> bool:
        """True for a message that no table has the broker retain. It would come again at each start."""
        return self.kept and (self.last == EVENT or len(self.payload) > MOST_STATE_BYTES)


class TableConnections:
    """A connection for each table, which closes while the table is paused."""

    def __init__(
        self,
        access: BrokerAccess,
        hall: Hall,
        take: Callable[[str, TableMessage], Awaitable[object]],
        now_s: Callable[[], float],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """`access` is the hall's own. `take` gets each message within the quota of its table, in their order."""
        self._access, self._hall, self._take, self._now_s, self._pause = access, hall, take, now_s, pause
        self._connecting = asyncio.Semaphore(AT_ONCE)
        self._is_refused = False

    async def receive_always(self, tables: Callable[[], Iterable[str]]) -> None:
        """Receive from these tables, and from those that are added, until cancelled."""
        known = set[str]()
        async with asyncio.TaskGroup() as group:
            while True:
                for table in {*tables()} - known:
                    known.add(table)
                    group.create_task(self._receive_from(table))
                await self._pause(LOOK_S)

    async def _receive_from(self, table: str) -> None:
        wait_s = LOOK_S
        # The properties of a message take seconds to read if there are thousands, and no quota counts them.
        access = replace(self._access, user=receiver_of(table), properties=False)
        while True:
            try:
                async with AsyncExitStack() as stack:
                    async with self._connecting:
                        made = connection(access, None, partial(self._admits, table))
                        client = await stack.enter_async_context(made)
                    wait_s = LOOK_S
                    await client.subscribe([(f"{ROOT}/{table}/{last}", 0) for last in TOPICS])
                    await self._receive(table, client)
            except (aiomqtt.MqttError, OSError) as error:  # the hall's own connection reports a broker that is gone
                if has_reason(error, *REFUSED):
                    self._refused(access.user, error)
            await self._pause(wait_s)
            wait_s = min(2 * wait_s, LONGEST_S)
            while self._hall.paused(table, self._now_s()):
                await self._pause(LOOK_S)

    async def _receive(self, table: str, client: aiomqtt.Client) -> None:
        """Receive until the table is paused, and remove what it let the broker retain if no table sends that."""
        async for message in client.messages:
            if self._hall.paused(table, self._now_s()):
                return
            name, last = table_of(message.topic.value)
            if name == table and last in TOPICS and isinstance(message.payload, bytes):
                received = TableMessage(last, message.payload, bool(message.retain))
                if received.is_garbage:
                    await client.publish(message.topic.value, b"", retain=True)
                else:
                    await self._take(table, received)

    def _admits(self, table: str, message: aiomqtt.Message) -> bool:
        """True for a message within the table's quota, and for the first one beyond it, which ends the connection."""
        size, now_s = len(message.payload) if isinstance(message.payload, bytes) else 0, self._now_s()
        was_paused = self._hall.paused(table, now_s)
        is_within = size <= MOST_BYTES and self._hall.receives(table, size, now_s)
        return is_within or self._hall.paused(table, now_s) != was_paused

    def _refused(self, user: str, error: Exception) -> None:
        if not self._is_refused:
            self._is_refused = True
            log.warning(
                "the broker refuses %s (%s): run `command-table hall init` again as root, and restart it", user, error
            )
