"""The round's clock for all tables: a small file of the hall, by the clock of the hall's own machine."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from table.network.hall.wire.decoding import decoded
from table.view.hall import HallClock
from table.view.hall_events import LATEST_S

MOST_BYTES = 1024
LONGEST_S = 1e9
"""The largest number that is a time left at all."""


class RoundClock(Struct, frozen=True):
    """The clock as it was set last."""

    round: Annotated[int, Meta(ge=1, le=999)]
    left_s: Annotated[float, Meta(ge=-LONGEST_S, le=LONGEST_S)]
    """The seconds that were left when it was set."""
    set_s: Annotated[float, Meta(ge=0, le=LATEST_S)]
    """When that was, in seconds of this machine's clock."""
    runs: bool

    def left(self, now_s: float) -> float:
        """Return the seconds that are left; less than 0 once the round is over."""
        return self.left_s - (max(0.0, now_s - self.set_s) if self.runs else 0.0)

    def stopped(self, now_s: float) -> "RoundClock":
        return RoundClock(self.round, self.left(now_s), now_s, runs=False)

    def going(self, now_s: float) -> "RoundClock":
        return RoundClock(self.round, self.left(now_s), now_s, runs=True)

    def shown(self, now_s: float, at_ms: int) -> HallClock:
        """Return it as the hall's page counts it, at this moment of its frames."""
        return HallClock(at_ms, int(self.left(now_s) // 1), self.runs, self.round)


def changed(
    found: RoundClock | None, now_s: float, minutes: int | None, number: int | None, runs: bool | None
) -> RoundClock:
    """Return the clock with so many minutes, as that round's, and started or stopped. None leaves each as it is."""
    clock = found or RoundClock(1, 0.0, now_s, runs=False)
    if minutes is not None:
        clock = RoundClock(clock.round, 60.0 * minutes, now_s, clock.runs)
    if runs is not None:
        clock = clock.going(now_s) if runs else clock.stopped(now_s)
    return clock if number is None else RoundClock(number, clock.left(now_s), now_s, clock.runs)


def read_clock(raw: bytes) -> RoundClock | None:
    """Return the clock of a file; None if it has none."""
    try:
        return decoded(raw[:MOST_BYTES], RoundClock)
    except msgspec.MsgspecError:
        return None
