"""What time it is for a running table, and how long a wait really lasts."""

import time
from typing import Protocol


class Timekeeper(Protocol):
    """Any thread."""

    def now_s(self) -> float:
        """Never goes back."""
        ...

    def wall_s(self, seconds: float) -> float:
        """So long of the table's time, in seconds to sleep."""
        ...


class WallClock:
    """The time of every real table."""

    def now_s(self) -> float:
        return time.monotonic()

    def wall_s(self, seconds: float) -> float:
        return seconds
