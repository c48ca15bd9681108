"""The outboxes of all tables, as the hall has them: which event comes next, what is acknowledged, what can never come.

Pure: a message in, a finding out. Whatever is lost, doubled, late or in another order on the way, each event is taken
once and in its order; the hall asks again for one that is missing, and says what nobody has any more.
"""

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec import Struct

from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import (
    VERSION,
    Acknowledgement,
    EventMessage,
    TableOnline,
    TableState,
    event_line,
    first_link,
    next_link,
)
from table.view.hall_events import HallEvent

ASK_AGAIN_S = 0.5
"""The shortest time between two requests for the same event."""
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


class ReceivedEvent(NamedTuple):
    finding: EventFinding
    epoch: str = ""
    event: HallEvent | None = None
    line: bytes = b""
    """The line for the log."""


class Gap(Struct, frozen=True):
    """Events that the hall lacks and that no outbox still has."""

    epoch: str
    first: int
    last: int


class OutboxSeen(Struct):
    """An outbox, up to its last event that was taken."""

    seq: int
    link: bytes
    asked_s: float = -ASK_AGAIN_S


class OutboxesOfTable:
    """The outboxes of one table: the one that speaks, and those before it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.epoch = ""
        """The outbox that spoke last."""
        self.gaps: tuple[Gap, ...] = ()
        self._seen: dict[str, OutboxSeen] = {}
        self._first: dict[str, int] = {}
        self._before: set[str] = set()
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

    def receive(self, payload: bytes, now_s: float | None) -> ReceivedEvent:
        """Take an event. `now_s` is None for one of the log."""
        try:
            message = decoded(payload, EventMessage)
            body = bytes(message.event)
            event = decoded(body, HallEvent)
        except msgspec.MsgspecError:
            return ReceivedEvent(EventFinding.STRANGE)
        if message.v != VERSION or message.table != self.table:
            return ReceivedEvent(EventFinding.STRANGE)
        self._speaks_now(message.epoch, now_s)
        seen = self._outbox(message.epoch)
        if message.seq <= seen.seq:
            return ReceivedEvent(EventFinding.KNOWN, message.epoch)
        link = next_link(seen.link, body).hex()
        if message.seq > seen.seq + 1:
            if now_s is not None and self._first.get(message.epoch, 1) != message.seq:
                return ReceivedEvent(EventFinding.EARLY, message.epoch)
            self.gaps = (*self.gaps, Gap(message.epoch, seen.seq + 1, message.seq - 1))
        elif link != message.chain:
            self._double_s = now_s
            return ReceivedEvent(EventFinding.OTHER, message.epoch)
        seen.seq, seen.link = message.seq, bytes.fromhex(message.chain)
        line = event_line(self.table, message.epoch, message.seq, seen.link, body)
        return ReceivedEvent(EventFinding.NEW, message.epoch, event, line)

    def online(self, online: TableOnline, now_s: float | None) -> None:
        """Note which outbox is there. `now_s` is None for what the broker had kept."""
        if online.online:
            self._speaks_now(online.epoch, now_s)

    def state(self, state: TableState, now_s: float | None) -> None:
        """Note what an outbox has still. `now_s` is None for what the broker had kept."""
        self._first[state.epoch] = state.first
        self._speaks_now(state.epoch, now_s)

    def acknowledged(self, epoch: str, *, again: bool = False) -> Acknowledgement:
        """Return what the hall has of an outbox, once it is on the disk."""
        seen = self._outbox(epoch)
        return Acknowledgement(VERSION, epoch, seen.seq, seen.link.hex(), again)

    def may_ask(self, epoch: str, now_s: float) -> bool:
        """True if it is time to ask for what is missing, which counts as asked then."""
        seen = self._outbox(epoch)
        if now_s - seen.asked_s < ASK_AGAIN_S:
            return False
        seen.asked_s = now_s
        return True

    def _outbox(self, epoch: str) -> OutboxSeen:
        seen = self._seen.get(epoch)
        if seen is None:
            seen = self._seen[epoch] = OutboxSeen(0, first_link(self.table, epoch))
        return seen

    def _speaks_now(self, epoch: str, now_s: float | None) -> None:
        if epoch == self.epoch:
            return
        if epoch in self._before and now_s is not None:
            self._double_s = now_s
        if self.epoch:
            self._before.add(self.epoch)
        self.epoch = epoch
