"""The time of a running table, and the real duration of its waits."""

import time
from typing import Protocol


class TableClock(Protocol):
    """The clock of a table. Any thread may call."""

    def now_s(self) -> float:
        """Return the seconds of the table's time. They never decrease."""

    def wall_s(self, seconds: float) -> float:
        """Return the real seconds to sleep for these seconds of the table's time."""


class WallClock:
    """Real time, for every real table. Any thread may call."""

    def now_s(self) -> float:
        return time.monotonic()

    def wall_s(self, seconds: float) -> float:
        return seconds
