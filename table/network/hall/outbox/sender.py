"""The order in which an outbox sends: a few events ahead of what the hall has, and again what it has not. Pure.

The broker's own acknowledgement is ignored, because a killed broker loses what it took. Without a listening hall
nothing is sent.
"""

from collections.abc import Iterator

from table.network.hall.outbox.outbox_store import KeptEvent, OutboxStore
from table.network.hall.wire.messages import MOST_EVENTS, Acknowledgement

MOST_BYTES = 512 * 1024
"""The most bytes that are on their way; one event may be longer."""
FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 30.0
"""The shortest and longest time, in seconds, before an unacknowledged event is sent again."""


class Sender:
    """The order in which one outbox sends. Times are seconds that count steadily."""

    def __init__(self, store: OutboxStore) -> None:
        self._store = store
        self._run = ""
        self._sent = store.acked
        self._moved_s = 0.0
        self._wait_s = FIRST_WAIT_S

    def hall(self, run: str, now_s: float) -> None:
        """Note which run of the hall receives; empty if none does. A new run gets all events again that it lacks."""
        if run != self._run:
            self._run = run
            self._back(self._store.acked, now_s)
            self._wait_s = FIRST_WAIT_S

    def acknowledged(self, ack: Acknowledgement, now_s: float) -> bool:
        """Handle an acknowledgement. Return False if the hall has more than this outbox, which then restarts.

        Raises OSError if the disk does not take that.
        """
        store = self._store
        if ack.epoch != store.epoch:
            return True  # the acknowledgement is for an older outbox
        link = store.link_at(ack.seq)
        if ack.seq > store.last or (ack.chain and link not in (None, ack.chain)):
            store.restart()
            self._back(0, now_s)
            return False
        if ack.seq > store.acked:
            store.acknowledge(ack.seq)
            self._moved_s, self._wait_s = now_s, FIRST_WAIT_S
            self._sent = max(self._sent, ack.seq)
        if ack.again:
            self._back(ack.seq, now_s)
        return True

    def due(self, now_s: float) -> list[KeptEvent]:
        """Return the events that are to be sent now, in their order. They count as sent."""
        if not self._run:
            return []
        if self._sent > self._store.acked and now_s - self._moved_s >= self._wait_s:
            self._back(self._store.acked, now_s)
            self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
        found = list[KeptEvent]()
        size = sum(len(each.line) for each in self._ahead())
        for each in self._store.events_from(self._sent + 1):
            if each.seq > self._from + MOST_EVENTS or (size and size + len(each.line) > MOST_BYTES):
                break
            found.append(each)
            size += len(each.line)
        if found:
            if self._sent <= self._store.acked:
                self._moved_s = now_s
            self._sent = found[-1].seq
        return found

    def next_s(self) -> float | None:
        """Return when something is sent again, if nothing is acknowledged; None if nothing is on its way."""
        return self._moved_s + self._wait_s if self._run and self._sent > self._store.acked else None

    @property
    def _from(self) -> int:
        """Return the event after which events on their way are counted. Deleted events are not awaited."""
        return max(min(self._store.acked, self._sent), self._store.first - 1)

    def _ahead(self) -> Iterator[KeptEvent]:
        for each in self._store.events_from(self._store.acked + 1):
            if each.seq > self._sent:
                return
            yield each

    def _back(self, seq: int, now_s: float) -> None:
        self._sent, self._moved_s = min(seq, self._store.last), now_s
