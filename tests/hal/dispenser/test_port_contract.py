"""One suite for both wires: in memory and virtual time, and behind a pseudo-terminal in real time."""

from collections.abc import Iterator
from unittest.mock import ANY

import pytest
from pytest_mock import MockerFixture

from hal.events import (
    AskJob,
    DispenserDown,
    DispenserUp,
    Fault,
    Outcome,
    PayOut,
    PayoutEnded,
    PayoutUnheard,
    TokenPassed,
)
from tests.hal.dispenser.bench import Bench
from tests.hal.dispenser.emulated import VirtualBench
from tests.hal.dispenser.realtime import PtyBench


@pytest.fixture(params=[VirtualBench, PtyBench], ids=["memory", "pty"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    bench: Bench = request.param()
    yield bench
    bench.close()


@pytest.mark.slow
def test_a_payout_is_counted_token_by_token(bench: Bench) -> None:
    bench.until(DispenserUp)
    bench.request(PayOut("m1-1", 0, 2))
    bench.until(PayoutEnded)
    assert [type(event) for event in bench.heard[-3:]] == [TokenPassed, TokenPassed, PayoutEnded]
    events = bench.heard
    assert events[-1] == PayoutEnded("m1-1", 2, 2, Outcome.DONE, 1)
    assert bench.tray() == (0, 0)


@pytest.mark.slow
def test_the_same_job_again_dispenses_nothing(bench: Bench) -> None:
    bench.until(DispenserUp)
    bench.request(PayOut("m1-1", 1, 1))
    bench.until(PayoutEnded)
    bench.restart_host()
    bench.until(DispenserUp)
    bench.request(AskJob("m1-1"), PayOut("m1-1", 1, 1), AskJob("m1-2"))
    bench.until(PayoutUnheard)
    ended = PayoutEnded("m1-1", 1, 1, Outcome.DONE, 1)
    assert bench.heard[-3:] == [ended, ended, PayoutUnheard("m1-2", 1)]
    assert bench.tray() == (1,)


@pytest.mark.slow
def test_pulled_out_and_plugged_in_again(bench: Bench) -> None:
    bench.until(DispenserUp)
    bench.fault("unplug")
    down = bench.until(DispenserDown)
    assert isinstance(down, DispenserDown)
    assert down.fault.code == "dispenser.unplugged"
    bench.fault("plug")
    bench.until(DispenserUp)
    bench.request(PayOut("m1-1", 0, 1))
    assert bench.until(PayoutEnded) == PayoutEnded("m1-1", 1, 1, Outcome.DONE, 1)


@pytest.mark.slow
def test_what_was_asked_is_not_kept_for_a_dispenser_that_returns(bench: Bench) -> None:
    """Players may have settled it by hand meanwhile: the session asks for its open jobs at each DispenserUp."""
    bench.until(DispenserUp)
    bench.request(PayOut("m1-1", 0, 1), PayOut("m1-2", 0, 1))
    bench.fault("unplug")
    bench.until(DispenserDown)
    bench.request(PayOut("m1-3", 0, 1))
    bench.fault("plug")
    bench.until(DispenserUp)
    bench.run(0.3)
    bench.request(AskJob("m1-2"), AskJob("m1-3"))
    bench.run(0.3)
    assert [e.job for e in bench.heard[-2:] if isinstance(e, PayoutUnheard)] == ["m1-2", "m1-3"]
    assert len(bench.tray()) <= 1


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("obstacle", "code"), [("busy", "dispenser.busy"), ("forbidden", "dispenser.no_permission")], ids=["busy", "denied"]
)
def test_a_port_that_cannot_be_opened_is_tried_again_by_itself(
    bench: Bench, mocker: MockerFixture, obstacle: str, code: str
) -> None:
    with getattr(bench, obstacle)(mocker):
        while bench.until(DispenserDown) != DispenserDown(Fault(code, "dispenser", ANY)):
            pass  # Until it has booted it is not plugged in, either.
    bench.until(DispenserUp)
    bench.request(PayOut("m1-1", 0, 1))
    assert bench.until(PayoutEnded) == PayoutEnded("m1-1", 1, 1, Outcome.DONE, 1)


@pytest.mark.campaign
def test_asking_and_waking_while_the_port_is_gone_or_closed_harms_nothing(bench: Bench) -> None:
    bench.until(DispenserUp)
    bench.fault("unplug")
    for _ in range(20):
        bench.request(AskJob("m1-1"))
        bench.run(0.02)
    bench.link.close()
    bench.request(AskJob("m1-1"))
    bench.link.wake()
    bench.link.wait(0.0)
    bench.fault("plug")
    bench.until(DispenserUp)
