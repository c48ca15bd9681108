"""Journals that outlive a simulated process: the shipping SQL on a database in memory."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from table.records.journal import SCHEMA, Journal, JournalError, JournalUnwritable
from table.records.matches import Matches, Unfinished

MATCH = "campaign01"


class HostKilled(BaseException):
    """The table's process ends here. Not an Exception: no handler may catch it."""


class MemoryJournal(Journal):
    """`at` is told the moment before a batch is on disk, and the one after; `full` says whether the disk is."""

    def __init__(self, db: sqlite3.Connection, at: Callable[[str], None], full: Callable[[], bool]) -> None:
        super().__init__(Path(":memory:"), db, MATCH, "payouts")
        self._at = at
        self._full = full

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        self._at("before journal")
        if self._full():
            raise JournalUnwritable("the disk is full")
        super().append(bodies, cause)
        self._at("after journal")

    def close(self) -> None:
        """The disk stays."""


class Drawer(Matches):
    """Holds the one match."""

    def __init__(self, at: Callable[[str], None], full: Callable[[], bool]) -> None:
        super().__init__(Path(":memory:"), bytes)
        self._at = at
        self._full = full
        self._database: sqlite3.Connection | None = None

    def create(self, system: str, secret: bytes) -> Journal:
        disk = sqlite3.connect(":memory:", isolation_level=None)
        disk.executescript(SCHEMA)
        disk.execute("INSERT INTO match VALUES (?, ?)", (MATCH, system))
        disk.execute("INSERT INTO private VALUES (?)", (secret,))
        self._database = disk
        return MemoryJournal(disk, self._at, self._full)

    def open(self, match_id: str) -> Journal:
        if self._database is None:
            raise JournalError("nothing was begun")
        return MemoryJournal(self._database, self._at, self._full)

    def playing(self, journal: Journal) -> None:
        """There is but one."""

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        return ((Unfinished(MATCH, "payouts"),) if self._database is not None else ()), ()

    def throw_away(self) -> None:
        if self._database is not None:
            self._database.close()
