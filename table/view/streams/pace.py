"""The pace of a stream.

After a quiet period a frame is sent immediately, but never before its delay, and not too often.
"""

from collections import deque
from typing import Generic, TypeVar

SHORTEST_S = 0.1
"""The shortest time between two frames. Events in between share the next frame."""

T = TypeVar("T")


class Inbox(Generic[T]):
    """The last value that waits to be sent. Each value is a whole state. Neither thread waits for the other."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[T, float]] = deque(maxlen=1)
        self._taken_s: float | None = None
        self._before_s: float | None = None

    def put(self, value: T, now_s: float) -> None:
        """Replace the waiting value by this one, with its time. Any thread; it takes no lock."""
        self._waiting.append((value, now_s))

    def next_s(self) -> float | None:
        """Return when the value can be taken; None while nothing waits. Only the thread that takes."""
        if not self._waiting:
            return None
        came_s = self._waiting[0][1]
        return came_s if self._taken_s is None else max(came_s, self._taken_s + SHORTEST_S)

    def take(self, now_s: float) -> tuple[T, float] | None:
        """Return the waiting value with its time; None if there is none, or it is too early. Only one thread."""
        next_s = self.next_s()
        if next_s is None or now_s < next_s:
            return None
        self._before_s, self._taken_s = self._taken_s, now_s
        return self._waiting.popleft()

    def uncount(self) -> None:
        """Forget the time of the last `take`: its value was not sent. Only the thread that takes."""
        self._taken_s = self._before_s


class DelayLine(Generic[T]):
    """The values that are held back until their delay is over. Only one thread may call."""

    def __init__(self, delay_s: float) -> None:
        self._delay_s = delay_s
        self._held: deque[tuple[float, T]] = deque()

    def put(self, value: T, at_s: float) -> None:
        """Hold a value with its time. Times never decrease."""
        self._held.append((at_s + self._delay_s, value))

    def next_s(self) -> float | None:
        return self._held[0][0] if self._held else None

    def take(self, now_s: float) -> T | None:
        """Return the last value whose delay is over, or None. Earlier values are dropped."""
        due: T | None = None
        while self._held and self._held[0][0] <= now_s:
            _, due = self._held.popleft()
        return due
