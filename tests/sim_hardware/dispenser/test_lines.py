"""The line to an emulated Pico on a system without pseudo-terminals."""

from collections.abc import Iterator

import pytest

from firmware_bridge.reports import Outcome
from hal.dispenser import Link
from hal.events import DispenserDown, DispenserUp, PayOut, PayoutEnded
from sim_hardware.dispenser import lines
from tests.hal.dispenser.realtime import PtyBench


class MemoryBench(PtyBench):
    """A dispenser in the memory of this process."""

    def new_link(self) -> Link:
        opens = self.dispenser.open_port
        assert opens is not None
        return Link(opens)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryBench]:
    monkeypatch.setattr(lines, "HAS_PTYS", False)
    bench = MemoryBench()
    yield bench
    bench.close()


@pytest.mark.slow
def test_tokens_are_paid_over_it(bench: MemoryBench) -> None:
    bench.until(DispenserUp)
    bench.request(PayOut("j1", 0, 2))
    ended = bench.until(PayoutEnded)
    assert isinstance(ended, PayoutEnded)
    assert (ended.outcome, ended.passed) == (Outcome.DONE, 2)


@pytest.mark.slow
def test_a_dispenser_that_is_unplugged_is_missed_and_comes_back(bench: MemoryBench) -> None:
    bench.until(DispenserUp)
    bench.fault("unplug")
    bench.until(DispenserDown)
    bench.fault("plug")
    bench.until(DispenserUp)
