"""The outbox on the disk: a file to which each event is added, and synced, before it is sent.

Its first line says whose it is, what its first event is and what was told before; then each line is an event as it is
sent, or a note of how far the hall has acknowledged. A line that the power cut off is none. What is acknowledged is
kept for a while, for a hall that has lost its own; then the file is written anew without it. So is the older half of
what no hall has ever acknowledged, once that is more than is read again: the hall is told how many events it lacks.
"""

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from table.network.hall.outbox.news import ToldSoFar, after
from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import EpochName, EventMessage, event_line, first_link, next_link
from table.view.hall_events import HallEvent, Link
from table.words.brought_file import NotAFileError, OversizedFileError, content_of

log = logging.getLogger(__name__)

FORMAT = "command-table outbox 1"
KEPT_BYTES = 4 * 1024 * 1024
"""The bytes of acknowledged events that are kept."""
MOST_BYTES = 32 * 1024 * 1024
"""The most bytes of a book: those of a dozen evenings without a hall."""
MOST_ADDED = 4 * 1024 * 1024
"""The most bytes that one event adds to it."""
PRIVATE = 0o600


class BookHead(Struct, frozen=True):
    """The first line."""

    format: str
    table: str
    epoch: EpochName
    first: Annotated[int, Meta(ge=1)]
    """The number of the first event that is in the file."""
    link: Link
    """The link before it."""
    told: ToldSoFar
    """The sum of what was told before it."""
    acked: Annotated[int, Meta(ge=0)] = 0


class AckedNote(Struct, frozen=True, forbid_unknown_fields=True):
    acked: int


class KeptEvent(NamedTuple):
    seq: int
    link: str
    line: bytes


class Book:
    """The outbox of a table. One thread calls. What cannot be written raises OSError, and then nothing has changed."""

    def __init__(
        self,
        path: Path,
        table: str,
        fresh: Callable[[], str],
        kept_bytes: int = KEPT_BYTES,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """`fresh` gives a name that no other outbox has. A file that is none, or another table's, is put aside."""
        self._path, self._table, self._fresh = path, table, fresh
        self._kept_bytes, self._most_bytes = kept_bytes, most_bytes
        self._events: deque[KeptEvent] = deque()
        self._file, self._size = -1, 0
        self._link, self._last, self._acked = b"", 0, 0
        self._told = ToldSoFar()
        self._head: BookHead
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self._read():
            with suppress(FileNotFoundError):
                path.replace(path.with_name(f"{path.name}.aside"))
                log.error("%s is no outbox of %s: it is put aside, and nothing of it is sent", path, table)
            self._begin(self._fresh(), 1, "", ToldSoFar(), 0)
            self._write(())
        else:
            self._write(self._events)  # what a power cut left of a line goes
        self._tidied = self._size

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    @property
    def epoch(self) -> str:
        return self._head.epoch

    @property
    def told(self) -> ToldSoFar:
        return self._told

    @property
    def acked(self) -> int:
        """Return the last event that the hall has acknowledged."""
        return self._acked

    @property
    def last(self) -> int:
        """Return the number of the last event; 0 if there is none yet."""
        return self._last

    @property
    def first(self) -> int:
        """Return the number of the first event that is kept."""
        return self._last + 1 - len(self._events)

    def add(self, events: Iterable[HallEvent]) -> int:
        """Add events, and return how many they were. They are on the disk when this returns."""
        told, link, seq = self._told, self._link, self._last
        added = list[KeptEvent]()
        for event in events:
            body = msgspec.json.encode(event)
            link, seq, told = next_link(link, body), seq + 1, after(told, event)
            added.append(KeptEvent(seq, link.hex(), event_line(self._table, self.epoch, seq, link, body)))
        if added:
            self._append(b"".join(each.line + b"\n" for each in added))
            self._events.extend(added)
            self._told, self._link, self._last = told, link, seq
        if self._size > self._most_bytes:
            with suppress(OSError):  # a disk that takes no more now is asked again with the next event
                self._tidy()
        return len(added)

    def from_(self, seq: int) -> Iterator[KeptEvent]:
        """Yield the kept events from this number on."""
        start = max(seq - self.first, 0)
        return (self._events[place] for place in range(start, len(self._events)))

    def link_at(self, seq: int) -> str | None:
        """Return the link after this event; None if it is not known any more, or not yet."""
        if seq == self.first - 1:
            return self._head.link
        place = seq - self.first
        return self._events[place].link if 0 <= place < len(self._events) else None

    def acknowledge(self, seq: int) -> None:
        """Note what the hall has. It need not outlast a power cut: then the hall is told again."""
        self._acked = min(seq, self._last)
        self._append(msgspec.json.encode(AckedNote(self._acked)) + b"\n", sync=False)
        if self._size > self._tidied + self._kept_bytes:
            self._tidy()

    def begin_anew(self) -> None:
        """Count from 1 again, under a new name, with all that is not acknowledged: this file has lost its end."""
        bodies = [bytes(decoded(each.line, EventMessage).event) for each in self.from_(self._acked + 1)]
        before = (self._head, self._link, self._last, self._told, self._acked, self._events)
        told, self._events = self._told, deque()
        self._begin(self._fresh(), 1, "", told, 0)
        link = self._link
        for seq, body in enumerate(bodies, 1):
            link = next_link(link, body)
            self._events.append(KeptEvent(seq, link.hex(), event_line(self._table, self.epoch, seq, link, body)))
        self._link, self._last, self._told = link, len(bodies), told
        try:
            self._write(self._events)
        except OSError:
            self._head, self._link, self._last, self._told, self._acked, self._events = before
            raise

    def _begin(self, epoch: str, first: int, link: str, told: ToldSoFar, acked: int) -> None:
        link = link or first_link(self._table, epoch).hex()
        self._head = BookHead(FORMAT, self._table, epoch, first, link, told, acked)
        self._link, self._last, self._told, self._acked = bytes.fromhex(link), first - 1, told, acked

    def _read(self) -> bool:
        """Take the file as it is, up to its last sound line. Return False if it is no outbox of this table."""
        try:
            raw = content_of(self._path, self._most_bytes + MOST_ADDED)
        except (FileNotFoundError, IsADirectoryError, NotAFileError, OversizedFileError):
            return False
        try:
            head = decoded(raw.partition(b"\n")[0], BookHead)
            if head.format != FORMAT or head.table != self._table:
                return False
            self._begin(head.epoch, head.first, head.link, head.told, head.acked)
        except (msgspec.MsgspecError, ValueError):
            return False
        for line in raw.split(b"\n")[1:-1]:
            try:
                self._take(line)
            except (msgspec.MsgspecError, ValueError):
                break
        return True

    def _take(self, line: bytes) -> None:
        if line.startswith(b'{"acked":'):
            self._acked = min(decoded(line, AckedNote).acked, self._last)
            return
        message = decoded(line, EventMessage)
        body = bytes(message.event)
        link = next_link(self._link, body)
        if (message.epoch, message.seq, message.chain) != (self.epoch, self._last + 1, link.hex()):
            raise ValueError("it does not follow")
        self._told = after(self._told, decoded(body, HallEvent))
        self._link, self._last = link, message.seq
        self._events.append(KeptEvent(message.seq, message.chain, line))

    def _tidy(self) -> None:
        """Write the file anew without what was acknowledged long ago, and if that is too much, without the oldest."""
        told, kept = self._head.told, deque(self._events)
        size = sum(len(each.line) for each in kept)
        link, acked = self._head.link, self._acked
        most = self._most_bytes // 2 if self._size > self._most_bytes else size
        while kept and ((kept[0].seq <= acked and size > self._kept_bytes // 2) or size > most):
            gone = kept.popleft()
            size -= len(gone.line)
            message = decoded(gone.line, EventMessage)
            told, link = after(told, decoded(message.event, HallEvent)), gone.link
        first = kept[0].seq if kept else self._last + 1
        before, self._head = self._head, BookHead(FORMAT, self._table, self.epoch, first, link, told, acked)
        try:
            self._write(kept)
        except OSError:
            self._head = before
            raise
        if first > acked + 1:
            log.error(
                "no hall has acknowledged anything for long: events %s to %s are kept no more", acked + 1, first - 1
            )
        self._events, self._acked = kept, max(acked, first - 1)
        self._tidied = self._size

    def _write(self, events: Iterable[KeptEvent]) -> None:
        """Write the whole file; a power cut leaves the old one or this one."""
        new = self._path.with_name(f"{self._path.name}.new")
        head = msgspec.structs.replace(self._head, acked=max(self._acked, self._head.first - 1))
        lines = b"".join([msgspec.json.encode(head) + b"\n", *(each.line + b"\n" for each in events)])
        handle = os.open(new, os.O_CREAT | os.O_TRUNC | os.O_RDWR | os.O_APPEND | os.O_CLOEXEC, PRIVATE)
        try:
            _all_written(handle, lines)
            os.fsync(handle)
            new.replace(self._path)
            _sync_folder(self._path.parent)
        except OSError:
            os.close(handle)
            raise
        self.close()
        self._file, self._size = handle, len(lines)

    def _append(self, lines: bytes, *, sync: bool = True) -> None:
        try:
            _all_written(self._file, lines)
            if sync:
                os.fdatasync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(lines)


def _all_written(handle: int, lines: bytes) -> None:
    left = memoryview(lines)
    while left:
        left = left[os.write(handle, left) :]


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
