"""Each fault of the port and the line is reported correctly, and a payout afterwards is complete."""

import os
from collections.abc import Iterator

import pytest

from hal.events import DispenserDown, DispenserUp, Outcome, PayOut, PayoutEnded
from tests.hal.dispenser.emulated import VirtualBench
from tests.hal.dispenser.realtime import PtyBench

Bench = VirtualBench | PtyBench


@pytest.fixture(params=[VirtualBench, PtyBench], ids=["memory", "pty"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    bench: Bench = request.param()
    bench.until(DispenserUp)
    yield bench
    bench.close()


def pays(bench: Bench) -> None:
    bench.request(PayOut("m1-1", 0, 1))
    assert bench.until(PayoutEnded) == PayoutEnded("m1-1", 1, 1, Outcome.DONE, 1)
    assert bench.tray() == (0,)


def went_down(bench: Bench) -> str:
    down = bench.until(DispenserDown)
    assert isinstance(down, DispenserDown)
    return down.fault.code


def device_of(bench: Bench) -> str | int:
    """What the port's name leads to now."""
    return os.readlink(bench.dispenser.path) if isinstance(bench, PtyBench) else bench.dispenser.cable.session


@pytest.mark.campaign
def test_a_port_renumbered_is_found_again_by_its_name(bench: Bench) -> None:
    number = device_of(bench)
    bench.fault("renumber")
    assert went_down(bench) == "dispenser.unplugged"
    bench.until(DispenserUp)
    assert device_of(bench) != number
    pays(bench)


@pytest.mark.campaign
def test_a_port_under_another_name_is_unplugged_until_it_has_its_own(bench: Bench) -> None:
    bench.fault("rename")
    assert went_down(bench) == "dispenser.unplugged"
    bench.run(0.5)
    bench.fault("plug")
    bench.until(DispenserUp)
    pays(bench)


@pytest.mark.parametrize(
    ("word", "code"), [("stranger", "dispenser.foreign"), ("old-firmware", "dispenser.old_firmware")]
)
def test_another_device_at_the_port_is_reported_for_what_it_is(word: str, code: str) -> None:
    bench = VirtualBench()
    bench.until(DispenserUp)
    bench.heard.clear()
    bench.fault(word)
    bench.run(4)
    assert [event.fault.code for event in bench.heard if isinstance(event, DispenserDown)] == [
        "dispenser.unplugged",
        code,
    ]
    bench.heard.clear()
    bench.fault("plug")
    bench.until(DispenserUp)
    pays(bench)


@pytest.mark.parametrize("word", ["echo", "flood"])
def test_over_a_line_that_echoes_or_is_flooded_a_payout_is_whole(word: str) -> None:
    bench = VirtualBench()
    bench.until(DispenserUp)
    bench.heard.clear()
    bench.fault(word)
    pays(bench)
    bench.fault("quiet")
    bench.run(1)
    assert [event for event in bench.heard if isinstance(event, DispenserDown)] == []
