"""The table's sockets, heard by its outbox: each line becomes what is seen now, and that becomes events."""

import logging
from collections.abc import Callable, Iterable

import msgspec

from table.network.frames import VERSION, FeedFrame, FrameReader, OperationsFrame
from table.network.hall.outbox.news import of_match, of_operations, of_result, sides
from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import VERSION as HALL_VERSION
from table.network.hall.wire.messages import PayoutAsked, TableState
from table.network.results import MatchResult
from table.view.clock import ClockNow, clock_at
from table.view.hall_events import HallEvent
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorTable

log = logging.getLogger(__name__)

LIVES_S = 6.0
"""The seconds after its last sign for which a table counts as alive. It gives one each second."""


class Ears:
    """All that an outbox hears of its table, on one thread. `told` is called after each line that brought something."""

    def __init__(self, store: OutboxStore, now_s: Callable[[], float], told: Callable[[], None]) -> None:
        self.store, self.now_s, self._told = store, now_s, told
        self.feed, self.operations, self.results = FeedEar(self), OperationsEar(self), ResultsEar(self)
        self._full = False

    def write(self, events: Iterable[HallEvent]) -> bool:
        """Add events to the store. Return False if the disk takes none: then the table is asked for all of it again."""
        try:
            self.store.add(events)
        except OSError as error:
            if not self._full:
                log.error("the outbox cannot be written (%s): free its disk, or make it writable", error)
            self._full = True
            return False
        if self._full:
            log.info("the outbox can be written again")
        self._full = False
        self._told()
        return True

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


class FeedEar:
    """The ear for what spectators see."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears
        self._decoder = msgspec.json.Decoder(FeedFrame)
        self._reader = FrameReader()
        self.table = SpectatorTable()
        self.there = False

    def hear(self, line: bytes) -> bool:
        """Take a line. Return False if it is no frame, one is missing before it, or it could not be kept."""
        try:
            frame = self._decoder.decode(line)
            if frame.v != VERSION or not self._reader.hear(frame):
                return False
            self.table = msgspec.convert(self._reader.state, SpectatorTable)
        except (msgspec.MsgspecError, KeyError, IndexError, TypeError, ValueError, RecursionError):
            return False
        self.there = True
        return self._ears.write(of_match(self._ears.store.told, self.table, self._reader.story))

    def lost(self) -> None:
        self.there = False


class OperationsEar:
    """The ear for what helpers see."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears
        self._decoder = msgspec.json.Decoder(OperationsFrame)
        self._reader = FrameReader()
        self.table = OperationsTable()
        self.there = False
        self._signed_s: float | None = None
        self._ahead_ms = 0.0

    def hear(self, line: bytes) -> bool:
        """Take a line. Return False if it is no frame, one is missing before it, or it could not be kept."""
        try:
            frame = self._decoder.decode(line)
            if frame.v != VERSION or not self._reader.hear(frame):
                return False
            table = msgspec.convert(self._reader.state, OperationsTable)
        except (msgspec.MsgspecError, KeyError, IndexError, TypeError, ValueError, RecursionError):
            return False
        now_s = self._ears.now_s()
        if table.signs != self.table.signs:
            self._signed_s = now_s
        self._ahead_ms = frame.at_ms - 1000 * now_s
        self.table, self.there = table, True
        return self._ears.write(of_operations(self._ears.store.told, table))

    def lost(self) -> None:
        self.there = False

    def lives(self) -> bool:
        """True while the table gives signs of life."""
        signed_s = self._signed_s
        return self.there and self.table.on and signed_s is not None and self._ears.now_s() - signed_s < LIVES_S

    def clock(self) -> ClockNow | None:
        """Return the match's clock at this moment."""
        told = self.table.clock
        if told is None:
            return None
        return clock_at(told, 1000 * self._ears.now_s() + self._ahead_ms)


class ResultsEar:
    """The ear for matches that are over."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears

    def hear(self, line: bytes) -> bool:
        """Take a line. Return False if it is none, or could not be kept."""
        try:
            result = decoded(line, MatchResult)
        except msgspec.MsgspecError:
            return False
        return result.v == VERSION and self._ears.write(of_result(self._ears.store.told, result))

    def lost(self) -> None:
        """Keep nothing of it: what was heard is in the store."""
