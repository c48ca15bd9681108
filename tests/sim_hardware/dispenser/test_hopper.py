"""Tokens that no barrier can distinguish are exactly those that the firmware's barrier does not count."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.firmware.barrier import Barrier
from firmware_bridge.firmware.settings import Settings
from sim_hardware.clock import US, Clock
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.hopper import TOUCHING_US, EmulatedHopper
from sim_hardware.dispenser.mechanics import COIN_HOPPER, PRINTED, HopperMechanics

LONG_NS = 1_000_000 * US
BOUNCES_NS = 1_200 * US
"""The time from a token's end to the last light of its bounces."""


@given(
    st.lists(st.integers(0, 60_000), min_size=1, max_size=6),
    st.booleans(),
)
@example(after_us=[0, 21_900], bounces=False)
@example(after_us=[0, 23_100], bounces=True)
@example(after_us=[0, 21_598], bounces=True)
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


@pytest.mark.parametrize("mechanics", [PRINTED, COIN_HOPPER])
@pytest.mark.parametrize("light_ns", [0, TOUCHING_US * US, BOUNCES_NS, BOUNCES_NS + TOUCHING_US * US])
def test_a_token_at_the_edge_of_the_last_one_is_either_counted_or_merged(
    mechanics: HopperMechanics, light_ns: int
) -> None:
    """The firmware counts whole microseconds. A nanosecond more or less may change its answer, and then both change."""
    for bounces in (False, True):
        for nearly_ns in (-US, -US // 2, -1, 0, 1, US // 2, US):
            powered_ns = 300 + nearly_ns % 7
            gap_ns = mechanics.dark_ns + light_ns + nearly_ns
            assert counted_and_merged(mechanics, powered_ns, gap_ns, bounces) == 2, (gap_ns, bounces)


def counted_and_merged(mechanics: HopperMechanics, powered_ns: int, gap_ns: int, bounces: bool) -> int:
    """Let two tokens fall with this gap past a dispenser that got its power in the midst of a microsecond."""
    clock, settings = Clock(), Settings()
    clock.advance(powered_ns)
    dispenser = EmulatedDispenser(clock, (2,))
    barrier = Barrier(settings.bounce_us, settings.shortest_us, settings.blocked_ms * 1000)
    clock.advance(LONG_NS)
    dispenser.pico.watch(0, barrier)
    hopper = dispenser.hoppers[0]
    hopper.mechanics, hopper.bouncing = mechanics, bounces
    hopper.throw(0)
    hopper.throw(gap_ns)
    clock.advance(LONG_NS)
    return barrier.count(clock.now_us) + hopper.merged
