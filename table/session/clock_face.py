"""The times at a table: a match's clock with its warnings, a hall's round, the time played, and deadlines."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from table.records.open_match import OpenMatch
from table.rules.match.events import ClockMode
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.view.published import ClockFace, Notice, RoundTime


def clock_face(play: OpenMatch) -> ClockFace | None:
    """Return the clock now, or at the moment when the match was closed; None if the match has no clock."""
    if play.state.clock is None:
        return None
    now = play.state.clock if play.state.ended else play.state.clock.at(play.at_ms)
    mode = now.set.mode
    running = () if play.stands else now.running
    nobody = now.nobody_ms // 1000 if mode is ClockMode.NEUTRAL else None
    blue_s, red_s = (-(-now.left_ms(seat) // 1000) for seat in SEATS)  # the last second is shown until it is used up
    return ClockFace(blue_s, red_s, running, mode is ClockMode.SHARED, nobody, now.last_one)


class _Standing(NamedTuple):
    notice: Notice
    seats: frozenset[Seat]
    """An act of any of these seats clears the warning."""


class ClockWarnings:
    """Reports each warning of a match clock once, when it is due. The session's thread only."""

    def __init__(self, minutes: Sequence[int]) -> None:
        self._marks_s = sorted({0, *(60 * each for each in minutes)})
        self._match = ""
        self._left: dict[Seat, int] = {}
        self._standing: tuple[_Standing, ...] = ()

    @property
    def standing(self) -> Notice | None:
        """Return the last warning that no seat it is for has cleared by acting."""
        return self._standing[-1].notice if self._standing else None

    def due(self, match: str, face: ClockFace | None) -> Notice | None:
        """Return the warning of a mark that a seat's time has reached since the last call, or None.

        It is for both seats if both have reached the mark. A second mark is reported at the next call.
        """
        if face is None:
            self._standing = ()
            return None
        if match != self._match:
            self._match, self._left, self._standing = match, {}, ()
        passed = {seat: mark for seat in SEATS if (mark := self._passed(seat, face)) is not None}
        first = min(passed.values(), default=None)
        now = [seat for seat in SEATS if passed.get(seat, first) == first]
        self._left |= {seat: face.left_s(seat) for seat in now}
        if first is None:
            return None
        warned = [seat for seat in now if seat in passed]
        seat = warned[0] if len(warned) == 1 and not face.shared else None
        notice = _notice(seat, first, face)
        seats = frozenset({seat} if seat is not None else face.running or SEATS)
        others = tuple(each for each in self._standing if not each.seats <= seats)
        self._standing = (*others, _Standing(notice, seats))
        return notice

    def acted(self, seat: Seat) -> None:
        """Clear each warning for this seat, which has acted."""
        self._standing = tuple(each for each in self._standing if seat not in each.seats)

    def _passed(self, seat: Seat, face: ClockFace) -> int | None:
        """Return the lowest mark that this seat's time has reached since the last call, or None."""
        left, before = face.left_s(seat), self._left.get(seat)
        return None if before is None else next((mark for mark in self._marks_s if left <= mark < before), None)


def _notice(seat: Seat | None, mark_s: int, face: ClockFace) -> Notice:
    if mark_s:
        return Notice(seat, text("clock.left", minutes=mark_s // 60), "TB-97")
    return Notice(seat, text("clock.out.last" if face.last_round else "clock.out"), "TB-98")


class RoundCountdown:
    """The clock of a hall's round, extrapolated from the hall's last message.

    It belongs to no match and is not journalled. After a restart it is absent until the hall sends it again.
    The session's thread only; times are seconds of its clock.
    """

    def __init__(self) -> None:
        self._set: RoundTime | None = None
        self._set_s = 0.0

    @property
    def runs(self) -> bool:
        return self._set is not None and self._set.runs

    def set(self, time: RoundTime | None, now_s: float) -> None:
        """Set the clock by the hall's message; None removes it."""
        self._set, self._set_s = time, now_s

    def shown(self, now_s: float) -> RoundTime | None:
        """Return the hall's clock with the time that is left at `now_s`; None if no clock is set."""
        if self._set is None or not self._set.runs:
            return self._set
        return replace(self._set, left_s=self._set.left_s - int(now_s - self._set_s))


class PlayedTime:
    """Measures the time from a match's first view to its end. The session's thread only."""

    def __init__(self) -> None:
        self._match = ""
        self._began_s: float | None = None
        self._lasted_s: int | None = None

    def of(self, play: OpenMatch, resumed: bool, now_s: float) -> int | None:
        """Return the duration of a closed match in seconds; None if it is open, or was resumed."""
        if play.state.id != self._match:
            self._match, self._began_s, self._lasted_s = play.state.id, None if resumed else now_s, None
        if play.state.ended and self._lasted_s is None and self._began_s is not None:
            self._lasted_s = int(now_s - self._began_s)
        return self._lasted_s


class Deadline:
    """A deadline that starts when work has to wait, and repeats as long as it waits."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self.at_s: float | None = None
        """The next deadline on the caller's clock; None while nothing waits."""

    def ripe(self, waits: bool, now_s: float) -> bool:
        """Return True if it is due now, and set the next deadline. Call it at each look."""
        if not waits:
            self.at_s = None
            return False
        if self.at_s is None:
            self.at_s = now_s + self._after_s
        if now_s < self.at_s:
            return False
        self.at_s = now_s + self._after_s
        return True
