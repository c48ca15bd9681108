"""Time in the emulated world: one line of nanoseconds that moves only when it is advanced.

Parts put actions on it (an air frame ends, a token reaches the barrier); a part that waits advances it. It belongs to
one thread. In real time its owner keeps advancing it to the monotonic clock.
"""

import heapq
from collections.abc import Callable
from itertools import count

from msgspec import Struct

US = 1_000
MS = 1_000_000
S = 1_000_000_000


class Timer(Struct):
    at_ns: int
    action: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    def __init__(self) -> None:
        self.now_ns = 0
        self._timers: list[tuple[int, int, Timer]] = []
        """A heap of the time, the order among actions at the same time, and the action."""
        self._turns = count()
        self._advancing = False

    @property
    def now_s(self) -> float:
        return self.now_ns / S

    @property
    def now_us(self) -> int:
        """Return the whole microseconds. Every emulated counter of microseconds changes with this number."""
        return self.now_ns // US

    @property
    def next_ns(self) -> int | None:
        """Return the time of the next action in nanoseconds, or None without one."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def at(self, at_ns: int, action: Callable[[], None]) -> Timer:
        """Run `action` when the time comes. An action in the past runs with the next advance."""
        timer = Timer(max(at_ns, self.now_ns), action)
        heapq.heappush(self._timers, (timer.at_ns, next(self._turns), timer))
        return timer

    def after(self, delay_ns: int, action: Callable[[], None]) -> Timer:
        return self.at(self.now_ns + delay_ns, action)

    def advance(self, by_ns: int) -> None:
        self.advance_to(self.now_ns + by_ns)

    def advance_to(self, at_ns: int) -> None:
        """Advance to `at_ns`, and run the actions that are due in order of time.

        Raises RuntimeError if an action advances the clock that runs it.
        """
        if self._advancing:
            raise RuntimeError("an action advanced the clock that runs it")
        if not self._timers or self._timers[0][0] > at_ns:  # true for nearly every byte on a bus
            if at_ns > self.now_ns:
                self.now_ns = at_ns
            return
        self._advancing = True
        try:
            while self._timers and self._timers[0][0] <= at_ns:
                timer = heapq.heappop(self._timers)[2]
                if not timer.cancelled:
                    self.now_ns = timer.at_ns
                    timer.action()
            self.now_ns = max(self.now_ns, at_ns)
        finally:
            self._advancing = False
