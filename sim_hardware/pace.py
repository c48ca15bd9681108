"""How fast emulated time goes by where it follows the clock on the wall."""

import math
import time
from collections.abc import Callable

from sim_hardware.clock import S


class Pace:
    """Any thread. Time goes on without a jump when the factor changes, and never goes back."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._wall_s = now_s
        self._line = (0.0, now_s(), 1.0)
        """Emulated seconds at that moment on the wall, and how many go by in a second from then on."""

    @property
    def factor(self) -> float:
        return self._line[2]

    @factor.setter
    def factor(self, factor: float) -> None:
        """0 stops time. ValueError for less."""
        if not factor >= 0.0:
            raise ValueError(f"time does not go back: {factor}")
        now_s = self._wall_s()
        self._line = (self._at(now_s), now_s, factor)

    def now_s(self) -> float:
        """Since the pace began."""
        return self._at(self._wall_s())

    def now_ns(self) -> int:
        return int(self.now_s() * S)

    def wall_s(self, seconds: float) -> float:
        """How long so much emulated time takes; infinitely long while time stands."""
        factor = self._line[2]
        return seconds / factor if factor else math.inf if seconds > 0 else 0.0

    def _at(self, wall_s: float) -> float:
        emulated_s, since_s, factor = self._line
        return emulated_s + max(0.0, wall_s - since_s) * factor
