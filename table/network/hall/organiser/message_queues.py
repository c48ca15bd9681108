"""The messages that wait in the hall, and the topics that it subscribes to. No table delays another one. Pure."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import aiomqtt

from table.network.hall.wire.messages import MOST_STATE_BYTES
from table.network.hall.wire.topics import ROOT, table_of

TOPICS = EVENT, STATE, ONLINE = "event", "state", "online"
"""The last words of a table's topics."""


class WaitingMessage(NamedTuple):
    table: str
    last: str
    """The last word of its topic."""
    payload: bytes
    kept: bool
    """True if the broker had retained it from earlier."""

    @property
    def is_garbage(self) -> bool:
        """True for a message that no table has the broker retain. It would come again at each start."""
        return self.kept and (self.last == EVENT or len(self.payload) > MOST_STATE_BYTES)


class MessageQueues:
    """The messages that wait, by table: a round has one of each, so that no other table waits for those of one."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[WaitingMessage]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, message: aiomqtt.Message) -> None:
        table, last = table_of(message.topic.value)
        if last in TOPICS and isinstance(message.payload, bytes):
            waiting = WaitingMessage(table, last, message.payload, bool(message.retain))
            self._waiting.setdefault(table, deque()).append(waiting)

    def next_round(self) -> list[WaitingMessage]:
        """Return the first message of each table. They no longer wait."""
        found = [messages.popleft() for messages in self._waiting.values()]
        self._waiting = {table: messages for table, messages in self._waiting.items() if messages}
        return found


def topics(tables: Iterable[str], paused: frozenset[str]) -> frozenset[str]:
    """Return the topics to subscribe to: those of all tables, known or not, unless one of them is paused."""
    names = {each for each in tables if each not in paused} if paused else {"+"}
    return frozenset(f"{ROOT}/{name}/{last}" for name in names for last in TOPICS)
