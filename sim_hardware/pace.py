"""The speed of emulated time when it follows real time."""

import math
import time
from collections.abc import Callable

from sim_hardware.clock import S


class Pace:
    """Converts real time to emulated time. Any thread may call.

    Time does not jump when the factor changes, and never decreases.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._wall_s = now_s
        self._line = (0.0, now_s(), 1.0)
        """The emulated seconds at a moment of real time, that moment, and the emulated seconds in a second from then.
        """

    @property
    def factor(self) -> float:
        return self._line[2]

    @factor.setter
    def factor(self, factor: float) -> None:
        """Set the speed; 0 stops time. Raises ValueError for a negative one."""
        if not factor >= 0.0:
            raise ValueError(f"time does not go back: {factor}")
        now_s = self._wall_s()
        self._line = (self._at(now_s), now_s, factor)

    def now_s(self) -> float:
        """Return the emulated seconds since the pace began."""
        return self._at(self._wall_s())

    def now_ns(self) -> int:
        return int(self.now_s() * S)

    def wall_s(self, seconds: float) -> float:
        """Return the real seconds for this much emulated time; infinite while time is stopped."""
        factor = self._line[2]
        return seconds / factor if factor else math.inf if seconds > 0 else 0.0

    def _at(self, wall_s: float) -> float:
        emulated_s, since_s, factor = self._line
        return emulated_s + max(0.0, wall_s - since_s) * factor
