"""The emulated Raspberry's disk: a folder of the real disk that can stall or refuse writes."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from sim_hardware.clock import S
from sim_hardware.dispenser.vocabulary import STALL_NS
from table.devices.clock import Timekeeper
from table.records.disk import PRIVATE, Connection, Cursor, Disk

WORDS = ("slow-disk", "full-disk", "free-disk")
WRITES = ("INSERT", "UPDATE", "DELETE", "CREATE", "COMMIT")


class EmulatedDisk(Disk):
    """A disk with faults. `fault` may be called from any thread; a writer waits until a stall has ended."""

    def __init__(self, clock: Timekeeper, wait: Callable[[float], object] | None = None) -> None:
        """Make a disk. `wait` waits for a number of real seconds."""
        self._clock = clock
        self._wait = Event().wait if wait is None else wait
        self._full = False
        self._stalls_until_s = float("-inf")

    def fault(self, word: str) -> None:
        """Begin or end a fault by one of `WORDS`. A stall ends by itself."""
        if word == "slow-disk":
            self._stalls_until_s = self._clock.now_s() + STALL_NS / S
        else:
            self._full = word == "full-disk"

    def connect(self, path: Path) -> Connection:
        return _Written(super().connect(path), self)

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        if self.is_full():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        super().create(path, content, mode)

    def is_full(self) -> bool:
        """True if the next write fails because the disk is full. Waits until a stall has ended."""
        while (left_s := self._stalls_until_s - self._clock.now_s()) > 0:
            self._wait(self._clock.wall_s(left_s))
        return self._full


class _Written:
    def __init__(self, db: Connection, disk: EmulatedDisk) -> None:
        self._db = db
        self._disk = disk

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        if sql.lstrip().startswith(WRITES) and self._disk.is_full():
            raise sqlite3.OperationalError("database or disk is full")
        return self._db.execute(sql, parameters)

    def close(self) -> None:
        self._db.close()
