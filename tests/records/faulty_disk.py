"""The one double of a disk: the shipping one, with faults that a test names."""

import errno
from collections.abc import Callable
from pathlib import Path

from table.records.disk import FileDisk, GuardedConnection, StatementError, writes
from table.records.journal import INSERT
from table.records.ports import PRIVATE, Connection

FULL = "database or disk is full"
READ_ONLY = "attempt to write a readonly database"
BROKEN = "disk I/O error"


class FaultyDisk(FileDisk):
    def __init__(self, why: str = "") -> None:
        self.why = why
        """Each statement that writes, and each file that is made, moved or removed, fails with this; empty: none."""
        self.batches_left = 0
        """So many batches can still be written."""
        self.meanwhile: dict[str, Callable[[], object]] = {}
        """What happens elsewhere, once, just before a `look`, a `connect` or a statement that begins with this word."""

    def connect(self, path: Path) -> Connection:
        self._now("connect")
        return GuardedConnection(super().connect(path), self._guard)

    def look(self, path: Path, log: bool = True) -> Connection:
        self._now("look")
        return super().look(path, log)

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        self._fail()
        super().create(path, content, mode)

    def move(self, path: Path, place: Path) -> None:
        self._fail()
        super().move(path, place)

    def remove(self, path: Path) -> None:
        self._fail()
        super().remove(path)

    def _now(self, act: str) -> None:
        self.meanwhile.pop(act, lambda: None)()

    def _guard(self, sql: str) -> None:
        self._now(sql.split()[0])
        if self.why and writes(sql):
            if not self.batches_left:
                raise StatementError(self.why)
            self.batches_left -= sql in ("COMMIT", INSERT)

    def _fail(self) -> None:
        if self.why:
            raise OSError(errno.ENOSPC if self.why == FULL else errno.EROFS, self.why)
