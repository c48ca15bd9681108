"""Emulated time over the wall's clock: faster, slower, standing, and never back."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim_hardware.pace import Pace

STEPS = st.lists(st.tuples(st.floats(0, 100), st.sampled_from([0.0, 0.125, 0.5, 1.0, 2.0, 4.0])), max_size=20)


class Wall:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_it_begins_at_nought_and_goes_as_the_wall_does() -> None:
    wall = Wall()
    pace = Pace(wall)
    wall.now_s += 2.5
    assert pace.now_s() == 2.5
    assert pace.now_ns() == 2_500_000_000
    assert pace.wall_s(1.0) == 1.0


@pytest.mark.slow
@given(STEPS)
def test_it_adds_up_whatever_the_factor_was_and_never_goes_back(steps: list[tuple[float, float]]) -> None:
    wall, passed = Wall(), 0.0
    pace = Pace(wall)
    for lasting_s, factor in steps:
        before = pace.now_s()
        pace.factor = factor
        assert pace.now_s() == pytest.approx(before)
        wall.now_s += lasting_s
        passed += lasting_s * factor
        assert pace.now_s() == pytest.approx(passed)


def test_a_wait_is_shorter_in_fast_time_and_endless_while_it_stands() -> None:
    pace = Pace(Wall())
    pace.factor = 4.0
    assert pace.wall_s(1.0) == 0.25
    pace.factor = 0.0
    assert pace.wall_s(1.0) == math.inf
    assert pace.wall_s(0.0) == 0.0
    with pytest.raises(ValueError, match="back"):
        pace.factor = -1.0
