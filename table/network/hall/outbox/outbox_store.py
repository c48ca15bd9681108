"""The outbox on the disk: a database to which each event is added, and synced, before it is sent.

The one row of `outbox` has the name of the outbox, the first event that is kept, and the sum of the events before it.
Acknowledged events are kept for a while, for a hall that has lost its own log; then they are deleted. So is the older
half of an outbox that no hall has acknowledged for long: the state tells the hall how many events it lacks.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from table.network.hall.outbox.news import ReportedSoFar, after
from table.network.hall.wire.database import Database, UnreadableDatabaseError
from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import EpochName, EventMessage, event_line, first_link, next_link
from table.view.hall_events import HallEvent

log = logging.getLogger(__name__)

SCHEMA = """\
CREATE TABLE outbox (
    table_name TEXT NOT NULL, epoch TEXT NOT NULL, first INTEGER NOT NULL, link BLOB NOT NULL, reported BLOB NOT NULL,
    acked INTEGER NOT NULL
) STRICT;
CREATE TABLE events (seq INTEGER PRIMARY KEY, link BLOB NOT NULL, line BLOB NOT NULL) STRICT;
"""
KEPT_BYTES = 4 * 1024 * 1024
"""The bytes of acknowledged events that are kept."""
MOST_BYTES = 32 * 1024 * 1024
"""The most bytes of all events: those of a dozen evenings without a hall."""
AT_ONCE = 64
"""The events that are read from the disk at once."""


class KeptEvent(NamedTuple):
    seq: int
    link: str
    line: bytes


_Row: TypeAlias = tuple[str, EpochName, Annotated[int, Meta(ge=1, le=2**53)], bytes, bytes, Annotated[int, Meta(ge=0)]]
"""The row of the table `outbox`. The numbers of events stay those that JSON has for everybody."""


class _ChainEnd(NamedTuple):
    """A place in the chain of events: after event `seq`, with the sum of all events up to it."""

    seq: int
    link: bytes
    reported: ReportedSoFar


class OutboxStore:
    """The outbox of a table. One thread calls. Writing may raise OSError, and then nothing has changed."""

    def __init__(
        self,
        path: Path,
        table: str,
        fresh: Callable[[], str],
        kept_bytes: int = KEPT_BYTES,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """`fresh` returns a name that no other outbox has.

        A file that is no outbox, or another table's, is put aside.
        """
        self._table, self._fresh = table, fresh
        self._kept_bytes, self._most_bytes = kept_bytes, most_bytes
        self._epoch, self._acked, self._size = "", 0, 0
        self._start = self._end = _ChainEnd(0, b"", ReportedSoFar())
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open(path)
        except (UnreadableDatabaseError, msgspec.MsgspecError, ValueError):
            log.error("%s is not an outbox of %s. It was set aside, and nothing in it is sent", path, table)
            path.replace(path.with_name(f"{path.name}.aside"))
            for ending in ("-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
            self._open(path)

    def close(self) -> None:
        self._db.close()

    @property
    def epoch(self) -> str:
        """Return the name under which this outbox counts its events."""
        return self._epoch

    @property
    def reported(self) -> ReportedSoFar:
        """Return the sum of all events."""
        return self._end.reported

    @property
    def acked(self) -> int:
        """Return the last event that the hall has acknowledged."""
        return self._acked

    @property
    def last(self) -> int:
        """Return the number of the last event; 0 before the first."""
        return self._end.seq

    @property
    def first(self) -> int:
        """Return the number of the first event that is kept."""
        return self._start.seq + 1

    def add(self, events: Iterable[HallEvent]) -> int:
        """Add events, and return their number. They are on the disk when this returns."""
        end = self._end
        added = list[KeptEvent]()
        for event in events:
            end, kept = self._follow(end, msgspec.json.encode(event), event)
            added.append(kept)
        if added:
            with self._db.transaction():
                self._insert(added)
            self._end = end
            self._size += sum(len(each.line) for each in added)
            with suppress(OSError):  # a disk that is full now is tried again with the next event
                self._tidy()
        return len(added)

    def events_from(self, seq: int) -> Iterator[KeptEvent]:
        """Yield the kept events from this number on. Raises OSError."""
        seq = max(seq, 0)
        # A damaged file may have any values.
        columns = "seq, lower(hex(link)), coalesce(CAST(line AS BLOB), x'')"
        query = f"SELECT {columns} FROM events WHERE seq >= ? ORDER BY seq LIMIT ?"
        while found := self._db.rows(query, seq, AT_ONCE):
            yield from (KeptEvent(*row) for row in found)
            seq = found[-1][0] + 1

    def link_at(self, seq: int) -> str | None:
        """Return the link after this event; None if it is no longer known, or not yet."""
        if seq == self._start.seq:
            return self._start.link.hex()
        if not self.first <= seq <= self.last:
            return None
        found = self._db.rows("SELECT lower(hex(link)) FROM events WHERE seq = ?", seq)
        return str(found[0][0]) if found else None

    def acknowledge(self, seq: int) -> None:
        """Note how much the hall has. A power cut may take the note back: then the hall gets these events again."""
        acked = min(seq, self.last)
        with self._db.transaction(synced=False):
            self._db.run("UPDATE outbox SET acked = ?", acked)
        self._acked = acked
        self._tidy()

    def restart(self) -> None:
        """Count from 1 again, under a new name, with all unacknowledged events: the hall knows more than this file."""
        epoch, kept = self._fresh(), list[KeptEvent]()
        start = end = _ChainEnd(0, first_link(self._table, epoch), self.reported)
        for each in self.events_from(self._acked + 1):
            end, renumbered = self._follow(end, bytes(decoded(each.line, EventMessage).event), None, epoch)
            kept.append(renumbered)
        with self._db.transaction():
            self._db.run("DELETE FROM events")
            self._insert(kept)
            self._write(epoch, start, 0)
        self._epoch, self._start, self._end, self._acked = epoch, start, end, 0
        self._size = sum(len(each.line) for each in kept)

    def _open(self, path: Path) -> None:
        self._db = Database(path, SCHEMA)
        try:
            self._load()
        except BaseException:
            self._db.close()
            raise

    def _load(self) -> None:
        """Read the file up to its last sound event, and delete the rest. Raises ValueError if it is no outbox."""
        if self._db.rows("PRAGMA quick_check") != [("ok",)]:
            raise ValueError("its pages are damaged")
        if not (rows := self._db.rows("SELECT * FROM outbox")):
            epoch = self._fresh()
            rows = [(self._table, epoch, 1, first_link(self._table, epoch), msgspec.json.encode(ReportedSoFar()), 0)]
            with self._db.transaction():
                self._db.run("INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?)", *rows[0])
        ((table, self._epoch, first, link, reported, self._acked),) = msgspec.convert(rows, list[_Row])
        if table != self._table:
            raise ValueError("it is another table's")
        if self._db.rows("SELECT 1 FROM events WHERE seq < ? LIMIT 1", first):
            raise ValueError("it has events before its first one")
        self._start = self._end = _ChainEnd(first - 1, link, decoded(reported, ReportedSoFar))
        for each in self.events_from(0):
            try:
                self._take(each)
            except (msgspec.MsgspecError, ValueError):
                log.error("event %s of the outbox is damaged: it and all later ones are deleted", each.seq)
                with self._db.transaction():
                    self._db.run("DELETE FROM events WHERE seq > ?", self.last)
                break
        self._acked = min(self._acked, self.last)

    def _take(self, kept: KeptEvent) -> None:
        body = bytes(decoded(kept.line, EventMessage).event)
        end, expected = self._follow(self._end, body, decoded(body, HallEvent))
        if kept != expected:
            raise ValueError("it does not follow")
        self._end = end
        self._size += len(kept.line)

    def _follow(
        self, end: _ChainEnd, body: bytes, event: HallEvent | None, epoch: str | None = None
    ) -> tuple[_ChainEnd, KeptEvent]:
        """Return the next place in the chain, and the event as it is kept. Without `event` the sum stays as it is."""
        seq, link = end.seq + 1, next_link(end.link, body)
        reported = end.reported if event is None else after(end.reported, event)
        line = event_line(self._table, self._epoch if epoch is None else epoch, seq, link, body)
        return _ChainEnd(seq, link, reported), KeptEvent(seq, link.hex(), line)

    def _tidy(self) -> None:
        """Delete the oldest events if too many bytes are kept."""
        ((acked_bytes,),) = self._db.rows(
            "SELECT coalesce(sum(length(line)), 0) FROM events WHERE seq <= ?", self._acked
        )
        if self._size > self._most_bytes:
            self._delete(self._size - self._most_bytes // 2)
        elif acked_bytes > self._kept_bytes:
            self._delete(acked_bytes - self._kept_bytes // 2)

    def _delete(self, at_least: int) -> None:
        """Delete the oldest events, with so many bytes together."""
        start, gone = self._start, 0
        for each in self.events_from(0):
            if gone >= at_least:
                break
            gone += len(each.line)
            event = decoded(decoded(each.line, EventMessage).event, HallEvent)
            start = _ChainEnd(each.seq, bytes.fromhex(each.link), after(start.reported, event))
        acked = max(self._acked, start.seq)
        with self._db.transaction():
            self._db.run("DELETE FROM events WHERE seq <= ?", start.seq)
            self._write(self._epoch, start, acked)
        if acked > self._acked:
            log.error(
                "no hall has acknowledged anything for long: events %s to %s are deleted", self._acked + 1, start.seq
            )
        self._start, self._acked = start, acked
        self._size -= gone

    def _insert(self, events: Iterable[KeptEvent]) -> None:
        for each in events:
            self._db.run("INSERT INTO events VALUES (?, ?, ?)", each.seq, bytes.fromhex(each.link), each.line)

    def _write(self, epoch: str, start: _ChainEnd, acked: int) -> None:
        reported = msgspec.json.encode(start.reported)
        self._db.run(
            "UPDATE outbox SET epoch = ?, first = ?, link = ?, reported = ?, acked = ?",
            epoch, start.seq + 1, start.link, reported, acked,
        )  # fmt: skip
