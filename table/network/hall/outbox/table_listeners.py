"""Listeners for the table's sockets: each line updates the state that an outbox knows, and changes become events."""

import logging
from collections.abc import Callable, Iterable

import msgspec

from table.network.hall.outbox.news import of_match, of_operations, of_result, sides
from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import MOST_BYTES, MOST_EVENT_BYTES, PayoutAsked, TableState
from table.network.hall.wire.messages import VERSION as HALL_VERSION
from table.view.clock import ClockNow, clock_at
from table.view.hall_events import HallEvent, MatchRecord
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorTable
from table.view.streams.results_feed import MatchResult
from table.view.streams.stream_frames import VERSION, FeedFrame, FrameReader, OperationsFrame

log = logging.getLogger(__name__)

ENVELOPE_BYTES = 512
"""The bytes that an event's message adds, at most."""
MOST_RECORD_BYTES = MOST_BYTES - ENVELOPE_BYTES
LIVES_S = 6.0
"""The seconds after its last sign for which a table counts as alive. It gives one each second."""


class TableListeners:
    """All that an outbox receives from its table, on one thread. `notify` is called after each line with news."""

    def __init__(
        self, store: OutboxStore, now_s: Callable[[], float], clock_s: Callable[[], float], notify: Callable[[], None]
    ) -> None:
        """`now_s` counts steadily, `clock_s` is this machine's clock. Both are in seconds."""
        self.store, self.now_s, self.clock_s, self._notify = store, now_s, clock_s, notify
        self.feed, self.operations, self.results = FeedListener(self), OperationsListener(self), ResultsListener(self)
        self._full = self._too_large = False

    def write(self, events: Iterable[HallEvent]) -> bool:
        """Add events to the store. Return False if the disk takes none: then the table is asked for all of it again."""
        try:
            self.store.add(each for each in events if self._fits(each))
        except OSError as error:
            if not self._full:
                log.error("the outbox cannot be written (%s): free its disk, or make it writable", error)
            self._full = True
            return False
        if self._full:
            log.info("the outbox can be written again")
        self._full = False
        self._notify()
        return True

    def _fits(self, event: HallEvent) -> bool:
        """True for an event that the hall takes. One that is too large would keep all others waiting."""
        size = len(msgspec.json.encode(event))
        fits = size <= (MOST_RECORD_BYTES if isinstance(event, MatchRecord) else MOST_EVENT_BYTES - ENVELOPE_BYTES)
        if not fits and not self._too_large:
            log.error("the hall does not get an event of %s bytes: it is too large", size)
        self._too_large = not fits
        return fits

    def state(self) -> TableState:
        """Return the table as it stands now."""
        table, helped = self.feed.table, self.operations.table
        play = table.play
        state = TableState(
            HALL_VERSION,
            self.store.epoch,
            self.store.last,
            self.store.first,
            there=self.feed.there or self.operations.there,
            lives=self.operations.lives(),
            judged=helped.judged,
            match=table.match or helped.match,
            clock=self.operations.clock(),
            faults=helped.faults,
            payouts=tuple(PayoutAsked(each.rule, each.say) for each in helped.payouts),
        )
        if play is None:
            return state
        blue, red = sides(play)
        return msgspec.structs.replace(
            state,
            system=play.system,
            round=play.round,
            rounds=play.rounds,
            phase=play.phase,
            blue=blue,
            red=red,
            blue_points=play.score.blue,
            red_points=play.score.red,
            counts=play.score.counts,
        )


class FeedListener:
    """The listener for the spectators' stream."""

    def __init__(self, listeners: TableListeners) -> None:
        self._listeners = listeners
        self._reader = FrameReader()
        self.table = SpectatorTable()
        self.there = False
        self._began_s: float | None = None
        """When the match began; None if it was there already when the table was first seen."""

    def receive(self, line: bytes) -> bool:
        """Take a line. Return False if it is no frame, one is missing before it, or it could not be kept."""
        table = self._reader.state_as(SpectatorTable) if self._reader.read(line, FeedFrame) else None
        if table is None:
            return False
        if not self.there:
            self._began_s = None
        elif table.match != self.table.match:
            self._began_s = self._listeners.clock_s()
        self.table, self.there = table, True
        reported, story = self._listeners.store.reported, self._reader.story
        return self._listeners.write(of_match(reported, table, story, self._began_s))

    def lost(self) -> None:
        self.there = False


class OperationsListener:
    """The listener for the helpers' stream."""

    def __init__(self, listeners: TableListeners) -> None:
        self._listeners = listeners
        self._reader = FrameReader()
        self.table = OperationsTable()
        self.there = False
        self._signed_s: float | None = None
        self._ahead_ms = 0.0

    def receive(self, line: bytes) -> bool:
        """Take a line. Return False if it is no frame, one is missing before it, or it could not be kept."""
        frame = self._reader.read(line, OperationsFrame)
        table = self._reader.state_as(OperationsTable)
        if frame is None or table is None:
            return False
        now_s = self._listeners.now_s()
        if table.signs != self.table.signs:
            self._signed_s = now_s
        self._ahead_ms = frame.at_ms - 1000 * now_s
        self.table, self.there = table, True
        return self._listeners.write(of_operations(self._listeners.store.reported, table))

    def lost(self) -> None:
        self.there = False

    def lives(self) -> bool:
        """True while the table gives signs of life."""
        signed_s = self._signed_s
        return self.there and self.table.on and signed_s is not None and self._listeners.now_s() - signed_s < LIVES_S

    def clock(self) -> ClockNow | None:
        """Return the match's clock at this moment."""
        if (clock := self.table.clock) is None:
            return None
        return clock_at(clock, 1000 * self._listeners.now_s() + self._ahead_ms)


class ResultsListener:
    """The ear for matches that are over."""

    def __init__(self, listeners: TableListeners) -> None:
        self._listeners = listeners

    def receive(self, line: bytes) -> bool:
        """Take a line. Return False if it is invalid or could not be kept."""
        try:
            result = decoded(line, MatchResult)
        except msgspec.MsgspecError:
            return False
        return result.v == VERSION and self._listeners.write(of_result(self._listeners.store.reported, result))

    def lost(self) -> None:
        """Forget nothing: all results are in the store."""
