"""A simulated table: it sends its outbox, which is the product's, the same frames as a table's sockets."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from lab.campaigns.hall.power_cut import cut_power
from table.network.broker import BrokerAccess
from table.network.hall.outbox.outbox_program import OutboxNames, OutboxProgram
from table.network.hall.outbox.outbox_store import KEPT_BYTES, OutboxStore
from table.network.hall.wire.messages import event_line, first_link, next_link
from table.records.journal import chain_next, chain_start
from table.records.verify.file import batch_line, end_line, header_line
from table.rules.match.events import MatchEnd
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED
from table.view.hall_events import HallEvent
from table.view.operations import OperationsFault, OperationsTable
from table.view.published import ReaderState
from table.view.sentences import Sentences
from table.view.spectators import (
    SpectatorCodes,
    SpectatorRound,
    SpectatorScore,
    SpectatorSeat,
    SpectatorTable,
    StoryLine,
)
from table.view.streams.results_feed import MatchResult
from table.view.streams.stream_frames import VERSION, FrameWriter

SYSTEM = "skirmish"
SEAT = SpectatorSeat("Echo base", ReaderState.EMPTY, locked=False, card=None, counters=(), pools=(), pieces=())
PLAY = SpectatorRound(
    system=SYSTEM, round=1, rounds=5, phase={"en": "Command"}, steps=(), headline={"en": "Both choose a card."},
    acting=None, first=None, first_called={"en": "Priority"}, rolled=None, reveals=0, over=False,
    seats={BLUE: SEAT, RED: SEAT}, score=SpectatorScore(True, 0, 0, (), None, None), codes=SpectatorCodes("", "", ""),
)  # fmt: skip


class SimulatedMatch:
    """A match with codes, and a file at its end. Its batches have no meaning, but its hash chain is sound."""

    def __init__(self, match: str) -> None:
        self.match = match
        self._lines = [header_line(match, SYSTEM)]
        self._head = chain_start(match)
        self._count = 0

    @property
    def count(self) -> int:
        """Return the number of its batches."""
        return self._count

    @property
    def chain(self) -> str:
        return self._head.hex()

    def goes_on(self) -> None:
        """Add a batch."""
        self._count += 1
        body = b'{"cause":{"command":null,"chance":[]},"events":[{"type":"Told","number":%d}]}' % self._count
        self._head = chain_next(self._head, body)
        self._lines.append(batch_line(self._head, body))

    def file(self) -> bytes:
        return b"".join([*self._lines, end_line(self._head, self._count)])


class EventChain:
    """Numbers and chains the events of a table, as its outbox does."""

    def __init__(self, table: str, epoch: str) -> None:
        self.table, self.epoch, self.seq = table, epoch, 0
        self._link = first_link(table, epoch)
        self.lines: list[bytes] = []

    def line(self, event: HallEvent) -> bytes:
        """Return the message of the next event."""
        body = msgspec.json.encode(event)
        self.seq, self._link = self.seq + 1, next_link(self._link, body)
        self.lines.append(event_line(self.table, self.epoch, self.seq, self._link, body))
        return self.lines[-1]


class SimulatedTable:
    """A simulated table with its outbox. It keeps all published events, to compare them with the hall's log."""

    outbox_kind: type[OutboxProgram] = OutboxProgram
    kept_bytes = KEPT_BYTES

    def __init__(
        self, name: str, access: BrokerAccess, folder: Path, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self._access, self._folder, self._now_s = access, folder, now_s
        self._matches = 0
        self._lines = 0
        self.played: list[SimulatedMatch] = []
        self.finished: list[SimulatedMatch] = []
        self.published: dict[tuple[str, int], bytes] = {}
        """Every event that its outboxes ever had, by outbox and number."""
        self._noted = ("", 0)
        self.begins()

    def begins(self) -> None:
        """Start the table's program and its outbox, as after a power cut: memory is lost."""
        store = OutboxStore(self._folder / self.name, self.name, lambda: secrets.token_hex(8), self.kept_bytes)
        names = OutboxNames(self.name, "main")
        self.outbox = self.outbox_kind(names, self._access, store, self._folder, self._now_s)
        self._epoch = secrets.token_hex(4)
        self._feed = FrameWriter(self._epoch, SpectatorTable())
        self._operations = FrameWriter(self._epoch, OperationsTable())
        self._table, self._story = SpectatorTable(), tuple[StoryLine, ...]()
        self._helped = OperationsTable(on=True)
        self.outbox.listeners.feed.receive(self._feed.snapshot(0))
        self.outbox.listeners.operations.receive(self._operations.snapshot(0))

    def dies(self, torn: bytes = b"") -> None:
        """End the outbox as a power cut does: its disk remains, with the part `torn` of an unfinished write."""
        cut_power(self._folder / self.name, self.store.close, torn)

    @property
    def store(self) -> OutboxStore:
        return self.outbox.listeners.store

    @property
    def delivered(self) -> bool:
        """True if the hall has acknowledged all events."""
        return self.store.acked == self.store.last

    def opens(self) -> None:
        """Begin another match."""
        self._matches += 1
        self._lines, self._story = 0, ()
        self.played.append(SimulatedMatch(f"{self.name.replace('-', '')}m{self._matches}"))
        self._publish(SpectatorTable(match=self.played[-1].match, play=PLAY))

    def goes_on(self) -> None:
        """Resume the open match, after `begins`."""
        story = tuple(
            StoryLine(number, _sentence(number, "")) for number in range(max(1, self._lines - 39), self._lines + 1)
        )
        self._story = story
        match = self.played[-1]
        play = replace(PLAY, codes=SpectatorCodes("", match.chain if self._lines else "", ""))
        self._publish(SpectatorTable(match=match.match, play=play))

    def plays(self, words: str = "", *, shown: bool = True) -> None:
        """Add a line to the story and a batch to the journal, and publish the new code if `shown`."""
        match, play = self.played[-1], self._table.play or PLAY
        match.goes_on()
        self._lines += 1
        self._story = (*self._story, StoryLine(self._lines, _sentence(self._lines, words)))[-40:]
        codes = SpectatorCodes("", match.chain, "") if shown else play.codes
        self._publish(replace(self._table, play=replace(play, codes=codes)))

    def ends(self) -> None:
        """End the match, and publish its file."""
        self.finished.append(self.played[-1])
        match, play = self.played[-1], self._table.play or PLAY
        score = SpectatorScore(True, 8, 5, (), MatchEnd.FINISHED, Result(BLUE, WonBy.POINTS))
        codes = SpectatorCodes("", match.chain, match.chain)
        self._publish(replace(self._table, play=replace(play, score=score, codes=codes, over=True)))
        result = MatchResult(VERSION, match.match, match.file().decode(), b"")
        self.outbox.listeners.results.receive(msgspec.json.encode(result))
        self._notes()

    def has_fault(self, code: str = "") -> None:
        """Publish a fault, or with an empty text no fault."""
        faults = (OperationsFault(code, "red", {"en": "Nothing answers."}),) if code else ()
        self.lives(faults=faults)

    def lives(self, **changes: object) -> None:
        """Send a sign of life."""
        self._helped = replace(self._helped, signs=self._helped.signs + 1, **changes)
        frame = self._operations.update(self._helped, 0)
        self.outbox.listeners.operations.receive(frame)
        self._notes()

    def _publish(self, table: SpectatorTable) -> None:
        another, self._table = table.match != self._table.match, table
        frame = self._feed.update(table, 0, self._story, fresh=another)
        if frame:
            self.outbox.listeners.feed.receive(frame)
        self._notes()

    def _notes(self) -> None:
        """Record the outbox's new events. It drops acknowledged events when it holds too many."""
        epoch, seq = self._noted
        for each in self.store.events_from(seq + 1 if epoch == self.store.epoch else 1):
            self.published[self.store.epoch, each.seq] = each.line
        self._noted = (self.store.epoch, self.store.last)


class ForgetfulTable(SimulatedTable):
    """A table whose outbox keeps no event that it takes for delivered."""

    kept_bytes = 0


def _sentence(number: int, words: str) -> Sentences:
    return {"en": words or f"Blue orders unit {number}.", "de": f"Blau befiehlt Einheit {number}."}
