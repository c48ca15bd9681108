"""The clock of a match for clients that count its seconds themselves.

It is sent again only when it runs differently.
"""

from msgspec import Struct

from table.rules.seats import SEATS, Seat
from table.view.published import ClockFace

SLACK_MS = 1100
"""The tolerance within which two clocks count as equal, because a published one is rounded to the second."""


class RunningClock(Struct, frozen=True):
    """The seconds left at one moment, and the seats whose time has run since then."""

    at_ms: int
    """The moment, in the time of the frames. A seat in `running` has lost the time since then."""
    blue_s: int
    """The seconds left of blue's time, or of the shared time; negative once it is used up."""
    red_s: int
    running: tuple[Seat, ...]
    """The seats whose time runs."""
    shared: bool
    """True if both share one time, which is sent as blue's and as red's."""
    nobody_s: int | None
    """The seconds charged to neither seat, or null if they are not shown. They grow while no seat's time runs."""


class ClockNow(Struct, frozen=True):
    """A match's clock at one moment."""

    blue_s: int
    red_s: int
    running: tuple[Seat, ...]
    shared: bool


def clock_at(clock: RunningClock, at_ms: float) -> ClockNow:
    """Return the clock that a reader of the feed shows at this moment, computed from the last sent clock."""
    passed_s = max(0, int((at_ms - clock.at_ms) // 1000))
    blue_s, red_s = (
        left_s - (passed_s if _runs(clock, seat) else 0)
        for seat, left_s in zip(SEATS, (clock.blue_s, clock.red_s), strict=True)
    )
    return ClockNow(blue_s, red_s, clock.running, clock.shared)


def heard_clock(now: ClockNow | None, at_ms: int, before: RunningClock | None) -> RunningClock | None:
    """Return the clock to send, from a reading of it now: `before` as long as it predicts the reading."""
    if now is None:
        return None
    heard = RunningClock(at_ms, now.blue_s, now.red_s, now.running, now.shared, None)
    return before if before is not None and _foretold(before, heard) else heard


def running_clock(face: ClockFace | None, at_ms: int, before: RunningClock | None) -> RunningClock | None:
    """Return the clock to send, from the screen's face: `before` as long as it predicts the face."""
    if face is None:
        return None
    now = RunningClock(at_ms, face.blue_s, face.red_s, face.running, face.shared, face.nobody_s)
    return before if before is not None and _foretold(before, now) else now


def _foretold(before: RunningClock, now: RunningClock) -> bool:
    """True if a viewer that received only `before` shows this clock now."""
    if (before.running, before.shared, before.nobody_s is None) != (now.running, now.shared, now.nobody_s is None):
        return False
    passed_ms = now.at_ms - before.at_ms
    blue_ms, red_ms = (passed_ms if _runs(now, seat) else 0 for seat in SEATS)
    changes: tuple[tuple[int, int, int], ...] = (
        (before.blue_s, now.blue_s, -blue_ms),
        (before.red_s, now.red_s, -red_ms),
        (before.nobody_s or 0, now.nobody_s or 0, 0 if now.running or now.nobody_s is None else passed_ms),
    )
    return all(abs(1000 * (now_s - then_s) - change_ms) <= SLACK_MS for then_s, now_s, change_ms in changes)


def _runs(clock: RunningClock, seat: Seat) -> bool:
    return bool(clock.running) if clock.shared else seat in clock.running
