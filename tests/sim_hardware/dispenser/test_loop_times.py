"""The drawn times of the firmware's loop are those that were measured."""

from random import Random

import pytest

from sim_hardware.clock import MS
from sim_hardware.dispenser.loop_times import FIRST_FIRMWARE, NO_TIME, TODAYS_FIRMWARE, LoopTimes

DRAWS = 20_000


@pytest.mark.parametrize("loop", [FIRST_FIRMWARE, TODAYS_FIRMWARE], ids=["first", "today"])
def test_turns_have_the_median_the_tail_and_the_worst_that_were_measured(loop: LoopTimes) -> None:
    chance = Random(1)
    turns = sorted(loop.turn_ns(chance) for _ in range(DRAWS))
    assert turns[DRAWS // 2] == pytest.approx(loop.median_ns, rel=0.05)
    assert turns[DRAWS * 99 // 100] == pytest.approx(loop.p99_ns, rel=0.25)
    assert loop.least_ns <= turns[0]
    assert 0.8 * loop.worst_ns < turns[-1] <= loop.worst_ns


@pytest.mark.slow
def test_what_happens_is_noticed_at_the_end_of_a_turn_and_a_long_turn_is_hit_more_often() -> None:
    chance = Random(1)
    lags = [FIRST_FIRMWARE.lag_ns(chance) for _ in range(DRAWS)]
    turns = [FIRST_FIRMWARE.turn_ns(chance) for _ in range(DRAWS)]
    mean_ns = sum(turn**2 for turn in turns) / sum(turns) / 2
    assert sum(lags) / DRAWS == pytest.approx(mean_ns, rel=0.05)
    assert max(lags) > FIRST_FIRMWARE.p99_ns


def test_a_firmware_that_takes_no_time_lags_behind_nothing() -> None:
    assert (NO_TIME.turn_ns(Random(1)), NO_TIME.lag_ns(Random(1))) == (0, 0)


def test_the_first_firmware_is_the_one_that_was_measured() -> None:
    assert (FIRST_FIRMWARE.median_ns, FIRST_FIRMWARE.worst_ns) == (13 * MS, 76 * MS)
    assert FIRST_FIRMWARE.boot_ns == 1450 * MS
