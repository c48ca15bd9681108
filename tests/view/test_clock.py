"""A clock that runs as it states is reported once."""

import pytest

from table.rules.seats import BLUE, RED, Seat
from table.view.clock import RunningClock, running_clock
from table.view.published import ClockFace

BOTH = (BLUE, RED)


def face(blue_s: int, red_s: int, *running: Seat, shared: bool = False, nobody_s: int | None = None) -> ClockFace:
    return ClockFace(blue_s, red_s, running, shared, nobody_s)


def reported(before: ClockFace, later: ClockFace, later_ms: int) -> RunningClock | None:
    first = running_clock(before, 5_000, None)
    second = running_clock(later, 5_000 + later_ms, first)
    return None if second is first else second


def test_a_match_without_a_clock_reports_none() -> None:
    assert running_clock(None, 0, None) is None
    assert running_clock(None, 9, running_clock(face(60, 60), 0, None)) is None


@pytest.mark.parametrize(
    ("before", "later", "later_ms"),
    [
        (face(600, 600, BLUE), face(570, 600, BLUE), 30_400),
        (face(600, 600, *BOTH), face(570, 570, *BOTH), 29_600),
        (face(600, 600, RED, shared=True), face(570, 570, RED, shared=True), 30_000),
        (face(600, 600), face(600, 600), 3_600_000),
        (face(600, 600, BLUE, nobody_s=9), face(570, 600, BLUE, nobody_s=9), 30_000),
        (face(600, 600, nobody_s=9), face(600, 600, nobody_s=39), 30_000),
        (face(3, 600, BLUE), face(-27, 600, BLUE), 30_000),
    ],
)
def test_a_clock_that_runs_as_it_states_is_not_reported_again(
    before: ClockFace, later: ClockFace, later_ms: int
) -> None:
    assert reported(before, later, later_ms) is None


@pytest.mark.parametrize(
    ("before", "later", "later_ms"),
    [
        (face(600, 600, BLUE), face(570, 600, RED), 30_000),
        (face(600, 600, BLUE), face(570, 600), 30_000),
        (face(600, 600, BLUE), face(630, 600, BLUE), 30_000),
        (face(600, 600, BLUE), face(570, 570, BLUE), 30_000),
        (face(600, 600, *BOTH), face(570, 600, *BOTH), 30_000),
        (face(600, 600), face(600, 540), 1_000),
        (face(600, 600, BLUE, shared=True), face(570, 570, BLUE), 30_000),
        (face(600, 600, BLUE), face(570, 600, BLUE, nobody_s=0), 30_000),
        (face(600, 600, BLUE, nobody_s=9), face(570, 600, BLUE, nobody_s=39), 30_000),
    ],
)
def test_a_clock_that_runs_otherwise_is_reported_again(before: ClockFace, later: ClockFace, later_ms: int) -> None:
    again = reported(before, later, later_ms)
    assert again is not None
    assert (again.at_ms, again.blue_s, again.red_s) == (5_000 + later_ms, later.blue_s, later.red_s)
