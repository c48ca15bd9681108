"""Counting at the light barrier, on a microsecond counter that comes round at 2**30."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware.barrier import Barrier
from hal.events import Outcome, PayOut, PayoutEnded, TokenLate
from sim_hardware.clock import MS, S
from tests.hal.dispenser.emulated import VirtualBench

WRAP_US = 1 << 30
HOUR_S = 3600


@given(start=st.integers(0, WRAP_US - 1), dark_us=st.integers(4000, 599_999))
@pytest.mark.slow
def test_a_token_is_one_wherever_the_counter_stands(start: int, dark_us: int) -> None:
    barrier = Barrier(2000, 4000, 600_000)
    barrier.edge(True, start)
    lit = (start + dark_us) % WRAP_US
    barrier.edge(False, lit)
    assert barrier.count((lit + 1999) % WRAP_US) == 0
    assert barrier.unsure_us((lit + 1999) % WRAP_US) == 1
    assert barrier.count((lit + 2000) % WRAP_US) == 1


@pytest.mark.slow
@given(start=st.integers(0, WRAP_US - 1), gap_us=st.integers(1, 1999))
def test_a_token_that_bounces_is_one_wherever_the_counter_stands(start: int, gap_us: int) -> None:
    barrier = Barrier(2000, 4000, 600_000)
    at = start
    for dark, after_us in ((True, 0), (False, 10_000), (True, gap_us), (False, 10_000)):
        at = (at + after_us) % WRAP_US
        barrier.edge(dark, at)
    assert barrier.count((at + 2000) % WRAP_US) == 1


@pytest.mark.parametrize("over_ms", [10, 100])
def test_what_lies_in_the_barrier_until_the_counter_has_come_round_is_no_token(over_ms: int) -> None:
    bench = VirtualBench()
    bench.run(1)
    bench.fault("block")
    bench.clock.advance(WRAP_US * 1000 + over_ms * MS)
    bench.fault("clear")
    bench.run(1)
    assert not [event for event in bench.heard if isinstance(event, TokenLate)]
    bench.request(PayOut("a", 0, 2))
    assert bench.until(PayoutEnded) == PayoutEnded("a", 2, 2, Outcome.DONE, 1)
    assert bench.tray() == (0, 0)


@pytest.mark.parametrize("idle_s", [0.0, 1.0, 5 * HOUR_S, 24 * HOUR_S + 0.37])
def test_hours_between_two_payouts_change_nothing(idle_s: float) -> None:
    bench = VirtualBench()
    bench.run(1)
    bench.request(PayOut("a", 0, 1))
    bench.until(PayoutEnded)
    bench.clock.advance(int(idle_s * S))
    bench.run(2)
    bench.request(PayOut("b", 0, 3))
    assert bench.until(PayoutEnded) == PayoutEnded("b", 3, 3, Outcome.DONE, 2)
    assert bench.tray() == (0, 0, 0, 0)


@pytest.mark.parametrize("before_ms", range(0, 900, 60))
def test_the_counter_comes_round_in_mid_payout(before_ms: int) -> None:
    bench = VirtualBench()
    bench.fault("reset")
    bench.dispenser.pico.ticks_us = WRAP_US - (before_ms + 1400) * 1000
    bench.run(2.2)
    bench.request(PayOut("a", 0, 4))
    assert bench.until(PayoutEnded) == PayoutEnded("a", 4, 4, Outcome.DONE, 1)
    assert bench.tray() == (0, 0, 0, 0)
