"""What the emulated mechanics say that no barrier can tell is just what the firmware's barrier does not count."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.firmware.barrier import Barrier
from firmware_bridge.firmware.settings import Settings
from sim_hardware.clock import US, Clock
from sim_hardware.dispenser.hopper import EmulatedHopper

LONG_NS = 1_000_000 * US


@given(
    st.lists(st.integers(0, 60_000), min_size=1, max_size=6),
    st.booleans(),
)
@example(after_us=[0, 21_900], bounces=False)
@example(after_us=[0, 23_100], bounces=True)
@pytest.mark.slow
def test_tokens_that_fall_as_they_like_are_counted_or_called_merged(after_us: list[int], bounces: bool) -> None:
    clock, settings, fallen = Clock(), Settings(), list[int]()
    barrier = Barrier(settings.bounce_us, settings.shortest_us, settings.blocked_ms * 1000)
    hopper = EmulatedHopper(
        clock,
        len(after_us),
        Random(1),
        lambda dark: barrier.edge(dark, clock.now_ns // US),
        lambda: fallen.append(clock.now_ns),
    )
    hopper.bouncing = bounces
    clock.advance(LONG_NS)
    for each in after_us:
        hopper.throw(each * US)
    clock.advance(LONG_NS)
    assert len(fallen) == len(after_us)
    assert barrier.count(clock.now_ns // US) + hopper.merged == len(after_us)
