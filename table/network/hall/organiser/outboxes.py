"""The outboxes of all tables, as the hall has them: which event comes next, what is acknowledged, what can never come.

Pure: a message in, a finding out. Whatever is lost, doubled, late or in another order on the way, each event is taken
once and in its order; the hall asks again for one that is missing, and says what nobody has any more.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import (
    MOST_EVENT_BYTES,
    VERSION,
    Acknowledgement,
    EventMessage,
    TableOnline,
    TableState,
    event_line,
    first_link,
    next_link,
)
from table.view.hall_events import HallEvent, MatchRecord

ASK_AGAIN_S = 0.5
"""The shortest time between two requests for the same event."""
MOST_EPOCHS = 16
"""The most outboxes of a table that are remembered without an event of theirs."""
DOUBLE_S = 60.0
"""The seconds for which two tables with one name are reported, after the last sign of them."""


class EventFinding(StrEnum):
    """A message with an event is one of these."""

    NEW = "new"
    KNOWN = "known"
    """The log has it already."""
    EARLY = "early"
    """Another one is missing before it."""
    OTHER = "other"
    """The chain does not lead from this outbox's last event to it: two outboxes count under one name."""
    STRANGE = "strange"
    """No message of a table of this version."""
    OVER = "over"
    """The quota of the table is used up. The event stays on the table's disk, and comes again."""


class ReadEvent(NamedTuple):
    """A decoded message with an event."""

    message: EventMessage
    event: HallEvent


def read_event(payload: bytes) -> ReadEvent | None:
    """Return a message with its event; None if it is not one of this version."""
    try:
        message = decoded(payload, EventMessage)
        return ReadEvent(message, decoded(message.event, HallEvent))
    except msgspec.MsgspecError:
        return None


class ReceivedEvent(NamedTuple):
    finding: EventFinding
    epoch: str = ""
    event: HallEvent | None = None
    line: bytes = b""
    """The line for the log."""


Keeps: TypeAlias = Callable[[HallEvent, int, bool], bool]
"""True if the hall keeps an event of this many bytes. The last argument is true for the first event of an outbox."""


class OutboxSeen(Struct):
    """An outbox, up to its last event that was taken."""

    seq: int
    link: bytes


def _keeps_all(*_: object) -> bool:
    return True


class OutboxesOfTable:
    """The outboxes of one table: the current one, and earlier ones."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.epoch = ""
        """The outbox that spoke last."""
        self.lacking = 0
        """The number of events that the hall lacks and that no outbox still has."""
        self._seen: dict[str, OutboxSeen] = {}
        self._first = ("", 1)
        """The first event that an outbox still has, by its last state."""
        self._before: dict[str, None] = {}
        """The outboxes that spoke before, the last one last."""
        self._asked_s = -ASK_AGAIN_S
        self._double_s: float | None = None
        self.version = VERSION
        """The version of its last message."""

    @property
    def strange(self) -> bool:
        """True while it speaks another version than this hall."""
        return self.version != VERSION

    def double(self, now_s: float) -> bool:
        """True if two outboxes spoke under this name a while ago."""
        return self._double_s is not None and now_s - self._double_s < DOUBLE_S

    def speaks(self, version: int) -> bool:
        """Note the version of a message. Return False if it is not ours."""
        self.version = version
        return not self.strange

    def receive(
        self, payload: bytes, now_s: float | None, keeps: Keeps = _keeps_all, read: ReadEvent | None = None
    ) -> ReceivedEvent:
        """Take an event. `now_s` is None for one from the log. `read` is the payload if it is already decoded."""
        read = read or read_event(payload)
        if read is None:
            return ReceivedEvent(EventFinding.STRANGE)
        message, event = read
        body = bytes(message.event)
        if message.v != VERSION or message.table != self.table:
            return ReceivedEvent(EventFinding.STRANGE)
        if len(payload) > MOST_EVENT_BYTES and not isinstance(event, MatchRecord):
            return ReceivedEvent(EventFinding.STRANGE)
        self._speaks_now(message.epoch, now_s)
        seen = self._outbox(message.epoch)
        if message.seq <= seen.seq:
            return ReceivedEvent(EventFinding.KNOWN, message.epoch)
        link = next_link(seen.link, body).hex()
        lacking = message.seq - seen.seq - 1
        if lacking and now_s is not None and self._first != (message.epoch, message.seq):
            return ReceivedEvent(EventFinding.EARLY, message.epoch)
        if not lacking and link != message.chain:
            self._double_s = now_s
            return ReceivedEvent(EventFinding.OTHER, message.epoch)
        if not keeps(event, len(payload), message.epoch not in self._seen):
            return ReceivedEvent(EventFinding.OVER, message.epoch)
        self.lacking += lacking
        self._seen[message.epoch] = OutboxSeen(message.seq, bytes.fromhex(message.chain))
        line = event_line(self.table, message.epoch, message.seq, bytes.fromhex(message.chain), body)
        return ReceivedEvent(EventFinding.NEW, message.epoch, event, line)

    def online(self, online: TableOnline, now_s: float | None) -> None:
        """Note the current outbox. `now_s` is None for a message that the broker had retained."""
        if online.online:
            self._speaks_now(online.epoch, now_s)

    def state(self, state: TableState, now_s: float | None) -> None:
        """Note the events that an outbox still has. `now_s` is None for a message that the broker had retained."""
        self._first = (state.epoch, state.first)
        self._speaks_now(state.epoch, now_s)

    def acknowledged(self, epoch: str, *, again: bool = False) -> Acknowledgement:
        """Return the acknowledgement for an outbox, after its events are on disk."""
        seen = self._outbox(epoch)
        return Acknowledgement(VERSION, epoch, seen.seq, seen.link.hex(), again)

    def may_ask(self, now_s: float) -> bool:
        """True if it is time to request missing events. They then count as requested."""
        if now_s - self._asked_s < ASK_AGAIN_S:
            return False
        self._asked_s = now_s
        return True

    def _outbox(self, epoch: str) -> OutboxSeen:
        """Return an outbox. One without an event that was taken is not remembered."""
        return self._seen.get(epoch) or OutboxSeen(0, first_link(self.table, epoch))

    def _speaks_now(self, epoch: str, now_s: float | None) -> None:
        if epoch == self.epoch:
            return
        if epoch in self._before and now_s is not None:
            self._double_s = now_s
        if self.epoch:
            self._before.pop(self.epoch, None)
            self._before[self.epoch] = None
        while len(self._before) > MOST_EPOCHS:
            self._before.pop(next(iter(self._before)))
        self.epoch = epoch
