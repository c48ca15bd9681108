"""The emulated Raspberry's disk: a folder of the real one, that stalls or takes no write while it is told to."""

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
    """`fault` from any thread. Whoever writes waits out a stall."""

    def __init__(self, clock: Timekeeper, wait: Callable[[float], object] | None = None) -> None:
        """`wait`: so many seconds on the wall."""
        self._clock = clock
        self._wait = Event().wait if wait is None else wait
        self._full = False
        self._stalls_until_s = float("-inf")

    def fault(self, word: str) -> None:
        """One of WORDS. A stall ends by itself."""
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
        """As whoever writes finds it, once it answers."""
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
