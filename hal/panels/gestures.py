"""The gestures of a finger: raw edges with time stamps in, short presses and holds out.

Pure: no clock and no thread. The result depends only on the edges' time stamps, not on the time of the call.
"""

from enum import Enum, auto

from msgspec import Struct


class Gesture(Enum):
    PRESS = auto()
    HOLD = auto()


class ButtonTiming(Struct, frozen=True):
    """The reading of a button. If `hold_s` is None it cannot be held, and presses once the contact rests."""

    debounce_s: float
    hold_s: float | None = None


class Contact:
    """Reads the contact of one button.

    A level counts once it has rested for `debounce_s`; shorter spikes are noise.

    It starts as released. A button that is pressed at the start gives no gesture until it is released.
    """

    def __init__(self, touch: ButtonTiming) -> None:
        self._touch = touch
        self._now_s = float("-inf")
        self._raw = False
        self._raw_since_s = float("-inf")
        self._down = False
        self._hold_due_s: float | None = None

    def edge(self, down: bool, at_s: float) -> tuple[tuple[float, Gesture], ...]:
        """Process an edge, and return the gestures that are certain by then.

        An edge that is older than the last reported time counts as of that time.
        """
        found = self.advance(at_s)
        if down != self._raw:
            self._raw = down
            self._raw_since_s = self._now_s
        return found

    def advance(self, now_s: float) -> tuple[tuple[float, Gesture], ...]:
        """Return the gestures that became certain up to `now_s`, each with its time."""
        found: list[tuple[float, Gesture]] = []
        while (due_s := self.next_deadline()) is not None and due_s <= now_s:
            gesture = self._settle(due_s) if self._raw != self._down else self._held()
            if gesture is not None:
                found.append((due_s, gesture))
        self._now_s = max(self._now_s, now_s)
        return tuple(found)

    @property
    def held_since_s(self) -> float | None:
        """Return the time since which the button is down, if that may still become a hold, or None."""
        if not self._down or self._hold_due_s is None or self._touch.hold_s is None:
            return None
        return self._hold_due_s - self._touch.hold_s

    def next_deadline(self) -> float | None:
        """Return the time at which a gesture becomes certain if no edge comes before, or None."""
        if self._raw != self._down:
            return self._raw_since_s + self._touch.debounce_s
        if self._down and self._hold_due_s is not None:
            # A spike may have delayed the hold beyond its time.
            return max(self._hold_due_s, self._now_s)
        return None

    def _settle(self, at_s: float) -> Gesture | None:
        self._now_s = at_s
        self._down = self._raw
        if self._touch.hold_s is None:
            return Gesture.PRESS if self._down else None
        if self._down:
            self._hold_due_s = self._raw_since_s + self._touch.hold_s
            return None
        was_held, self._hold_due_s = self._hold_due_s is None, None
        return None if was_held else Gesture.PRESS

    def _held(self) -> Gesture:
        self._hold_due_s = None
        return Gesture.HOLD
