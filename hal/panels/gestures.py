"""What a finger meant: from a button's raw edges, with their time stamps, to short presses and holds.

Pure: no clock and no thread. The result depends on the edges' own times alone, never on when somebody looked.
"""

from dataclasses import dataclass
from enum import Enum, auto


class Gesture(Enum):
    PRESS = auto()
    HOLD = auto()


@dataclass(frozen=True, slots=True)
class Touch:
    """How a button is read. `hold_s` None: it cannot be held, and a press is told as soon as the contact rests."""

    debounce_s: float
    hold_s: float | None = None


class Contact:
    """One button's contact. A level counts once it has rested for `debounce_s`: shorter spikes are noise.

    Made while the button is up, or is taken to be: one that is pressed at the start says nothing until it is let go.
    """

    def __init__(self, touch: Touch) -> None:
        self._touch = touch
        self._now_s = float("-inf")
        self._raw = False
        self._raw_since_s = float("-inf")
        self._down = False
        self._hold_due_s: float | None = None

    def edge(self, down: bool, at_s: float) -> tuple[tuple[float, Gesture], ...]:
        """The contact closed or opened. An edge that comes late, behind time already told, counts as of that time."""
        told = self.advance(at_s)
        if down != self._raw:
            self._raw = down
            self._raw_since_s = self._now_s
        return told

    def advance(self, now_s: float) -> tuple[tuple[float, Gesture], ...]:
        """What became certain up to `now_s`, each with its time."""
        told: list[tuple[float, Gesture]] = []
        while (due_s := self.next_deadline()) is not None and due_s <= now_s:
            gesture = self._settle(due_s) if self._raw != self._down else self._held()
            if gesture is not None:
                told.append((due_s, gesture))
        self._now_s = max(self._now_s, now_s)
        return tuple(told)

    def next_deadline(self) -> float | None:
        """When something becomes certain if no edge comes before."""
        if self._raw != self._down:
            return self._raw_since_s + self._touch.debounce_s
        if self._down and self._hold_due_s is not None:
            # A spike as the hold falls due may have put it off.
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
