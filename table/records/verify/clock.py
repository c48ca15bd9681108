"""The check of the clock: its times are recomputed from the times of the batches."""

from collections.abc import Sequence

from msgspec import Struct

from table.records.verify.facts import Fact, Facts
from table.records.verify.verdict import Check, CheckState
from table.rules.text import text


class ClockTimes(Struct, frozen=True):
    """The milliseconds charged to each seat, and those of the whole match."""

    blue_ms: int = 0
    red_ms: int = 0
    match_ms: int = 0


def check(batches: Sequence[Facts]) -> tuple[tuple[Check, ...], ClockTimes | None]:
    """Return the check and the times of a match with a clock; nothing without a clock."""
    try:
        times = charged(batches)
    except ValueError as error:
        return (Check("clock", CheckState.FAILED, text("verify.clock.failed", why=str(error))),), None
    if times is None:
        return (), None
    line = text(
        "verify.clock.passed",
        blue=_duration(times.blue_ms),
        red=_duration(times.red_ms),
        match=_duration(times.match_ms),
    )
    return (Check("clock", CheckState.PASSED, line),), times


def charged(batches: Sequence[Facts]) -> ClockTimes | None:
    """Return the milliseconds charged to each seat; None without a clock. Raises ValueError."""
    sets = [event for batch in batches for event in batch.events if event.type == "ClockSet"]
    runs = [[event for event in batch.events if event.type == "ClockRuns"] for batch in batches]
    if not sets:
        if any(runs):
            raise ValueError("a clock runs that was never set")
        return None
    if len(sets) > 1 or sets[0] not in batches[0].events:
        raise ValueError("a clock is set once, in the first batch")
    at = blue = red = 0
    blue_runs = red_runs = False
    since = sets[0].number("setup_ms")
    for number, batch in enumerate(batches, 1):
        event = _last(number, batch, runs[number - 1])
        now = event.number("at_ms")
        if number == 1 and now:
            raise ValueError("the first batch is later than the beginning")
        if now < at:
            raise ValueError(f"batch {number} is earlier than the one before it")
        ran = max(0, now - max(at, since))
        blue, red = blue + ran * blue_runs, red + ran * red_runs
        at, since, blue_runs, red_runs = now, event.number("since_ms"), event.flag("blue"), event.flag("red")
    return ClockTimes(blue, red, at)


def _last(number: int, batch: Facts, runs: Sequence[Fact]) -> Fact:
    """Return the event that a batch of a match with a clock has to end with."""
    if len(runs) != 1 or batch.events[-1] is not runs[0]:
        raise ValueError(f"batch {number} does not end with its time")
    return runs[0]


def _duration(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02d}.{ms % 1000:03d}"
