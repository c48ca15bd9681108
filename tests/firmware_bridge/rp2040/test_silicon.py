"""The shipping firmware on MicroPython for the RP2040, where IMAGE names an image: none can be shipped."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.firmware.wiring import HOPPERS
from hal.dispenser import Link, open_serial
from hal.events import AskJob, DispenserEvent, DispenserUp, Outcome, PayOut, PayoutEnded, PayoutUnheard, PayoutUnknown
from tests.firmware_bridge.rp2040.bench import HERE, LIBRARY, TOOLS, Pico

KEPT = TOOLS / "micropython.uf2"
"""Where an image may lie, so that nobody has to name it."""
IMAGE = os.environ.get("IMAGE") or (str(KEPT) if KEPT.exists() else "")
HOST_S = 1800.0
"""The world's seconds after which a test gives up. All other times are the Pico's."""
MOST_CUTS = 12
WIRES = [(hopper.forward, hopper.backward, hopper.barrier) for hopper in HOPPERS]

pytestmark = [
    pytest.mark.rp2040,
    pytest.mark.timeout(7200),
    pytest.mark.skipif(not LIBRARY.exists(), reason="there is no rp2040js: make rp2040 brings it"),
    pytest.mark.skipif(not IMAGE, reason="no image of MicroPython for the RP2040: IMAGE=FILE.uf2 names one"),
]


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    """Return a Pico with the firmware, put onto it as an owner does."""
    made = Pico(tmp_path_factory.mktemp("pico"), Path(IMAGE), WIRES)
    made.power_on()
    done = command("install", made)
    assert done.returncode == 0, done.stdout + done.stderr
    yield made
    made.power_off()


def command(name: str, pico: Pico) -> subprocess.CompletedProcess[str]:
    """Run `command-table firmware` by the Pico's clock."""
    return subprocess.run(
        [sys.executable, "-m", "table", "firmware", name, pico.port],
        env={**os.environ, "PYTHONPATH": str(HERE / "pico_time"), "PICO_CLOCK": str(pico.clock)},
        capture_output=True,
        text=True,
        timeout=HOST_S,
        check=False,
    )


class Host:
    """The table's end of the cable, by the Pico's clock."""

    def __init__(self, pico: Pico, cut: int = 0) -> None:
        self._pico = pico
        port = pico.power_on(cut=cut, seed=cut)
        self._link = Link(lambda: open_serial(port))

    def until(
        self, so: Callable[[DispenserEvent], bool], gone: Callable[[], bool] = lambda: False
    ) -> DispenserEvent | None:
        """Return the first event that is so; None if the dispenser is gone, or nothing came in time."""
        until_s = time.monotonic() + HOST_S
        while time.monotonic() < until_s and not gone():
            for event in self._link.step(self._pico.now_s):
                if so(event):
                    return event
            time.sleep(0.02)
        return None

    def pay(self, job: str, hopper: int, count: int) -> None:
        self._link.request(PayOut(job, hopper, count))

    def ask(self, job: str) -> None:
        self._link.request(AskJob(job))

    def close(self) -> None:
        self._link.close()


@pytest.fixture
def host(pico: Pico) -> Iterator[Host]:
    made = Host(pico)
    assert made.until(lambda event: isinstance(event, DispenserUp)) is not None
    yield made
    made.close()


def ended(job: str) -> Callable[[DispenserEvent], bool]:
    return lambda event: isinstance(event, PayoutEnded | PayoutUnknown | PayoutUnheard) and event.job == job


def test_it_is_installed_and_reports_which_firmware_it_is(pico: Pico) -> None:
    pico.power_on()
    done = command("version", pico)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(WIRES)} hoppers" in done.stdout


def test_every_hopper_gives_exactly_one_token(pico: Pico) -> None:
    before = Counter(pico.tokens)
    pico.power_on()
    done = command("test", pico)
    assert done.returncode == 0, done.stdout + done.stderr
    assert Counter(pico.tokens) - before == Counter(range(len(WIRES)))


def test_every_token_of_a_payout_is_counted(pico: Pico, host: Host) -> None:
    before = len(pico.tokens)
    host.pay("many", 2, 8)
    end = host.until(ended("many"))
    assert isinstance(end, PayoutEnded)
    assert (end.outcome, end.passed, len(pico.tokens) - before) == (Outcome.DONE, 8, 8)


@pytest.mark.parametrize("cut", range(1, MOST_CUTS + 1))
def test_a_power_cut_at_any_write_gives_no_token_twice(pico: Pico, cut: int) -> None:
    """The answer after it is how many came, or that nobody knows; never a payout that is begun once more."""
    host, job, before = Host(pico, cut), "", 0
    host.until(lambda event: isinstance(event, DispenserUp), gone=lambda: pico.wait_for_cut(0))
    for number in range(cut + 1):  # each payout writes at least once
        job, before = f"cut-{cut}-{number}", len(pico.tokens)
        host.pay(job, 1, 2)
        if host.until(ended(job), gone=lambda: pico.wait_for_cut(0)) is None:
            break
        assert len(pico.tokens) - before == 2
    host.close()
    assert pico.wait_for_cut(0), "it was cut"
    host = Host(pico)
    assert host.until(lambda event: isinstance(event, DispenserUp)) is not None
    host.ask(job)
    end = host.until(ended(job))
    host.close()
    came = len(pico.tokens) - before
    match end:
        case PayoutEnded():
            assert (end.outcome, end.passed) == (Outcome.DONE, came)
        case PayoutUnknown():
            assert end.least <= came <= end.most == 2
        case _:
            assert (type(end), came) == (PayoutUnheard, 0)
