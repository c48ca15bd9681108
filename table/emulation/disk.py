"""The emulated Raspberry's disk: a folder of the real disk that can stall or refuse writes."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import assert_never

from sim_hardware.clock import S
from sim_hardware.dispenser.vocabulary import STALL_NS, DiskFaultWord
from table.devices.table_clock import TableClock, WallClock
from table.records.disk import FileDisk, GuardedConnection, StatementError, writes
from table.records.ports import PRIVATE, Connection


class EmulatedDisk(FileDisk):
    """A disk with switchable faults. Any thread may call `fault`. A thread that writes waits out a stall."""

    def __init__(self, clock: TableClock | None = None, wait: Callable[[float], object] | None = None) -> None:
        """`clock` measures a stall, by default on the wall; `wait` waits so many seconds on the wall."""
        self._clock = WallClock() if clock is None else clock
        self._wait = Event().wait if wait is None else wait
        self._full = False
        self._stalls_until_s = float("-inf")

    def fault(self, word: DiskFaultWord) -> None:
        """Begin or end a fault. A stall ends by itself."""
        match word:
            case DiskFaultWord.SLOW:
                self._stalls_until_s = self._clock.now_s() + STALL_NS / S
            case DiskFaultWord.FULL:
                self._full = True
            case DiskFaultWord.FREE:
                self._full = False
            case _:
                assert_never(word)

    def connect(self, path: Path) -> Connection:
        return GuardedConnection(super().connect(path), self._guard)

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        if self.is_full():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        super().create(path, content, mode)

    def is_full(self) -> bool:
        """Wait until any stall is over, and return True if the disk accepts no writes then."""
        while (left_s := self._stalls_until_s - self._clock.now_s()) > 0:
            self._wait(self._clock.wall_s(left_s))
        return self._full

    def _guard(self, sql: str) -> None:
        if writes(sql) and self.is_full():
            raise StatementError("database or disk is full")
