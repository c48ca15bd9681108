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


class Due:
    """Something that is done so long after it was first seen to wait, and again and again while it waits."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self.at_s: float | None = None
        """None: nothing waits, as far as was seen."""

    def ripe(self, waits: bool, now_s: float) -> bool:
        """At each look: is it to be done now?"""
        if not waits:
            self.at_s = None
            return False
        if self.at_s is None:
            self.at_s = now_s + self._after_s
        if now_s < self.at_s:
            return False
        self.at_s = now_s + self._after_s
        return True
