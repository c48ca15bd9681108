"""One suite for both wires: in memory and virtual time, and behind a pseudo-terminal in real time."""

from collections.abc import Iterator

import pytest

from hal.events import (
    AskJob,
    DispenserDown,
    DispenserUp,
    Outcome,
    PayOut,
    PayoutEnded,
    PayoutUnheard,
    TokenPassed,
)
from tests.dispenser.emulated import VirtualBench
from tests.dispenser.realtime import PtyBench

Bench = VirtualBench | PtyBench


@pytest.fixture(params=[VirtualBench, PtyBench], ids=["memory", "pty"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    bench: Bench = request.param()
    yield bench
    bench.close()


def test_a_payout_is_counted_token_by_token(bench: Bench) -> None:
    bench.request(PayOut("m1-1", 0, 2))
    events = bench.run(1.6)
    assert [type(event) for event in events if not isinstance(event, DispenserDown)] == [
        DispenserUp,
        TokenPassed,
        TokenPassed,
        PayoutEnded,
    ]
    assert events[-1] == PayoutEnded("m1-1", 2, 2, Outcome.DONE)
    assert bench.tray() == (0, 0)


def test_the_same_job_again_dispenses_nothing(bench: Bench) -> None:
    bench.request(PayOut("m1-1", 1, 1))
    bench.run(1.4)
    bench.restart_host()
    bench.request(AskJob("m1-1"), PayOut("m1-1", 1, 1), AskJob("m1-2"))
    events = bench.run(0.6)
    ended = PayoutEnded("m1-1", 1, 1, Outcome.DONE)
    assert [event for event in events if not isinstance(event, DispenserUp)] == [ended, ended, PayoutUnheard("m1-2")]
    assert bench.tray() == (1,)


def test_pulled_out_and_plugged_in_again(bench: Bench) -> None:
    bench.run(0.7)
    bench.fault("unplug")
    (down,) = bench.run(0.2)
    assert isinstance(down, DispenserDown)
    assert down.fault.code == "dispenser.unplugged"
    bench.request(PayOut("m1-1", 0, 1))
    bench.fault("plug")
    events = bench.run(1.4)
    assert isinstance(events[0], DispenserUp)
    assert events[-1] == PayoutEnded("m1-1", 1, 1, Outcome.DONE)
