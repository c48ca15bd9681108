"""Define figures: measured values with goals."""

import math
import statistics
from collections.abc import Sequence, Sized

import msgspec
from msgspec import Struct

from table.rules.errors import ProgramError
from table.words.terminal import print_line


class NotMeasuredError(ProgramError, RuntimeError):
    """An event that a figure or a campaign measures did not happen. The message names it."""


def left_out(figures: str, why: str) -> bool:
    """Return True if there is a reason not to measure figures here, and print it. An empty one is none."""
    if why:
        print_line(f"{figures}: not measured, {why}", error=True)
    return bool(why)


class Figure(Struct, frozen=True):
    """A measured value. A control's name ends in `.control`; a control is `ok` if it failed, as it must."""

    name: str
    value: float
    """The value; the median if it was measured many times."""
    unit: str
    """The unit; `ms (virtual)` for emulated time."""
    goal: str | None = None
    """The goal, or None for a figure without one."""
    ok: bool = True
    n: int = 1
    p99: float | None = None
    max: float | None = None
    note: str = ""


def at_most(
    name: str, taken: Sequence[float], most: float, unit: str, *, judged: str = "value", n: int = 0, note: str = ""
) -> Figure:
    """Return a figure with an upper limit as its goal. `judged` names what must meet it: value, p99 or max."""
    figure = published(name, taken, unit, n=n, note=note)
    reached = getattr(figure, judged)
    which = "" if judged == "value" else f" at {judged}"
    return msgspec.structs.replace(figure, goal=f"<= {most:g}{which}", ok=reached <= most)


def at_least(name: str, taken: Sequence[float], least: float, unit: str, *, n: int = 0, note: str = "") -> Figure:
    figure = published(name, taken, unit, n=n, note=note)
    return msgspec.structs.replace(figure, goal=f">= {least:g}", ok=figure.value >= least)


def none_of(name: str, found: int | Sized, unit: str, n: int = 1, note: str = "") -> Figure:
    """Return the figure of findings that must not occur, by their number."""
    number = found if isinstance(found, int) else len(found)
    return Figure(name, number, unit, "<= 0", number == 0, n, note=note)


def all_of(name: str, found: int, unit: str, n: int, note: str = "") -> Figure:
    """Return the figure of `n` tries, each of which must succeed."""
    return Figure(name, found, unit, f"= {n}", found == n, n, note=note)


def control_of(name: str, found: int, unit: str, n: int = 1, note: str = "") -> Figure:
    """Return the figure of a control, which must have findings."""
    return Figure(name, found, unit, "fails", found > 0, n, note=note)


def every_control(name: str, found: int, unit: str, n: int, note: str = "") -> Figure:
    """Return the figure of `n` faults planted one by one, each of which must be found."""
    return Figure(name, found, unit, "fails", found == n, n, note=note)


def published(name: str, taken: Sequence[float], unit: str, *, n: int = 0, note: str = "") -> Figure:
    """Return a figure without a goal. `n` replaces the number of measured values."""
    if len(taken) == 1:
        return Figure(name, _rounded(taken[0]), unit, n=n or 1, note=note)
    ordered = sorted(taken)
    p99 = _rounded(ordered[math.ceil(0.99 * len(ordered)) - 1])
    median = _rounded(statistics.median(ordered))
    return Figure(name, median, unit, n=n or len(ordered), p99=p99, max=_rounded(ordered[-1]), note=note)


def _rounded(value: float) -> float:
    """Return the value with four significant digits; counts stay as they are."""
    if not value or not math.isfinite(value) or float(value).is_integer():
        return value
    return round(value, max(0, 3 - math.floor(math.log10(abs(value)))))
