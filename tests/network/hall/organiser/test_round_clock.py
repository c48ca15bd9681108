"""The round's clock: it counts on while the hall's program is gone, and may be stopped and set."""

import pytest

from table.network.hall.organiser.round_clock import RoundClock, read_clock
from table.view.hall import HallClock

CLOCK = RoundClock(2, 600.0, 1000.0, runs=True)


def test_it_counts_by_the_clock_of_the_halls_machine() -> None:
    assert [CLOCK.left(at_s) for at_s in (1000.0, 1060.0, 1700.0)] == [600.0, 540.0, -100.0]
    assert CLOCK.left(900.0) == 600.0, "a clock that was set back takes nothing"


def test_it_stands_and_goes_on() -> None:
    stopped = CLOCK.stopped(1100.0)
    assert (stopped.left(9000.0), stopped.runs) == (500.0, False)
    assert stopped.going(9000.0).left(9100.0) == 400.0


def test_it_is_shown_as_frames_count_time() -> None:
    assert CLOCK.shown(1060.5, 77) == HallClock(77, 539, True, 2)


@pytest.mark.parametrize("raw", [b"", b"{}", b'{"round":0,"left_s":1.0,"set_s":1.0,"runs":true}'])
def test_a_file_that_is_none_is_no_clock(raw: bytes) -> None:
    assert read_clock(raw) is None
