"""The bench itself, without MicroPython: a program of eighty instructions erases, programs and counts three tokens."""

import os
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.firmware_bridge.rp2040.bench import LIBRARY, Pico, uf2

# The boot ROM's table gives the routines RE and RP. Sector 16 is erased, its first page programmed with the program's
# own beginning. The motor at GP2 is switched on; GP4 is read until it was high and low again three times; the motor is
# switched off; the second page is programmed.
PROGRAM = bytes.fromhex(
    "1a4885460027b88a19493a8b904704460027b88a17493a8b9047054616481749174ad823a04717481749184aa847"
    "1848184901601848052101600161174856210160174e0421716271610324102270681042fcd070681042fcd1641e"
    "f7d10421b16110481049114aa847fee7"
    "00100420524500005250000000000100001000000000010000000100000000100001000000f00040200100001440"
    "014014c00140000000d0000101000000001000010000"
)
NOISY = bytes.fromhex("40bf00bf") + PROGRAM
"""The same after SEV and NOP: the emulator logs each SEV."""
SECTOR, PAGE = 16 * 4096, 256
HOPPER = (2, -1, 4)
PATIENCE_S = 50.0

pytestmark = [
    pytest.mark.rp2040,
    pytest.mark.skipif(not LIBRARY.exists(), reason="there is no rp2040js: make rp2040 brings it"),
]


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    image = tmp_path / "program.uf2"
    image.write_bytes(uf2(PROGRAM))
    made = Pico(tmp_path, image, [HOPPER])
    yield made
    made.power_off()


def becomes(so: Callable[[], bool]) -> bool:
    """Return whether this is so before long: the emulation has a tenth to a third of a Pico's speed."""
    until_s = time.monotonic() + PATIENCE_S
    while not so() and time.monotonic() < until_s:
        time.sleep(0.05)
    return so()


def page(pico: Pico, number: int) -> bytes:
    start = SECTOR + number * PAGE
    return pico.flash.read_bytes()[start : start + PAGE]


def test_a_disc_turns_until_the_program_has_counted_three(pico: Pico) -> None:
    pico.power_on()
    assert becomes(lambda: sum("flash" in event for event in pico.events) == 3)
    assert pico.tokens == [0, 0, 0]
    assert [event["flash"] for event in pico.events if "flash" in event] == ["erase", "program", "program"]
    written = PROGRAM.ljust(PAGE, b"\0")
    assert (page(pico, 0), page(pico, 1), page(pico, 2)) == (written, written, b"\xff" * PAGE)
    times = [event["at_ms"] for event in pico.events if "token" in event]
    assert [later - sooner for sooner, later in pairwise(times)] == [120, 120]


def test_the_emulators_own_log_does_not_go_into_the_cable(tmp_path: Path) -> None:
    image = tmp_path / "noisy.uf2"
    image.write_bytes(uf2(NOISY))
    pico = Pico(tmp_path, image, [HOPPER])
    pico.power_on()
    host = os.open(pico.port, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        assert becomes(lambda: sum("flash" in event for event in pico.events) == 3)
        with pytest.raises(BlockingIOError):
            os.read(host, 100)
    finally:
        os.close(host)
        pico.power_off()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_cut_tears_a_page_and_its_bits_only_fall(pico: Pico, seed: int) -> None:
    pico.power_on(cut=2, seed=seed)
    assert pico.wait_for_cut(PATIENCE_S)
    torn, written = page(pico, 0), PROGRAM.ljust(PAGE, b"\0")
    assert torn not in (written, b"\xff" * PAGE)
    assert all(bits & wanted == wanted for bits, wanted in zip(torn, written, strict=True))
    pico.power_on()
    assert becomes(lambda: page(pico, 1) == written), "with power again it erases, and goes on"
    assert page(pico, 0) == written
