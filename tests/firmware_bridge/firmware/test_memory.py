"""The Pico's flash: when it is written and erased, how it wears, and what survives a power cut."""

import pytest

from firmware_bridge import wire
from firmware_bridge.firmware.jobs import RECORD_SIZE, Job
from firmware_bridge.firmware.settings import ERASE_REST_MS, TIGHT_REST_MS
from hal.events import AskJob, DispenserEvent, Outcome, PayOut, PayoutEnded, PayoutUnknown, TokenLate
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.flash import Flash
from tests.hal.dispenser.emulated import VirtualBench


class Watched(Flash):
    """Notes for each operation: which, whether a disc turned, and how long they had rested."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, bool, int]] = []
        self.dispenser: EmulatedDispenser | None = None
        self.clock: Clock | None = None

    def write(self, sector: int, offset: int, data: bytes) -> None:
        self._see("write")
        super().write(sector, offset, data)

    def erase(self, sector: int) -> None:
        self._see("erase")
        super().erase(sector)

    def _see(self, what: str) -> None:
        if self.dispenser is not None and self.clock is not None:
            hoppers = self.dispenser.hoppers
            moved_ns = max(max(hopper.through_ns, hopper.started_ns) for hopper in hoppers)
            turning = any(hopper.direction for hopper in hoppers)
            self.seen.append((what, turning, (self.clock.now_ns - moved_ns) // MS))


@pytest.fixture
def flash() -> Watched:
    return Watched()


@pytest.fixture
def bench(flash: Watched) -> VirtualBench:
    bench = VirtualBench((400, 400), flash=flash)
    bench.run(6)
    flash.dispenser, flash.clock = bench.dispenser, bench.clock
    bench.heard.clear()
    return bench


def pay(bench: VirtualBench, name: str, hopper: int = 0) -> DispenserEvent:
    bench.request(PayOut(name, hopper, 1))
    return bench.until(PayoutEnded)


@pytest.mark.slow
def test_a_payout_costs_two_writes_and_no_erasure_however_many_follow_without_a_rest(
    bench: VirtualBench, flash: Watched
) -> None:
    for number in range(100):
        bench.request(PayOut(f"j-{number}", number % 2, 1))
    before_s = bench.clock.now_s
    while len(bench.tray()) < 100:
        bench.run(0.1)
    assert [what for what, _, _ in flash.seen if what == "erase"] == []
    assert len(flash.seen) < 100 * 2 + 100
    assert bench.clock.now_s - before_s < 48


def test_no_disc_turns_while_flash_works_and_it_is_erased_long_after_the_last_token(
    bench: VirtualBench, flash: Watched
) -> None:
    for number in range(40):
        pay(bench, f"j-{number}")
        if number % 10 == 9:
            bench.run(5)
    assert {what for what, _, _ in flash.seen} == {"write", "erase"}
    assert not any(turning for _, turning, _ in flash.seen)
    rests_ms = [rest_ms for what, _, rest_ms in flash.seen if what == "erase"]
    assert min(rests_ms) >= ERASE_REST_MS


@pytest.mark.slow
def test_even_without_any_rest_it_is_erased_only_after_the_shorter_one(bench: VirtualBench, flash: Watched) -> None:
    for number in range(150):
        pay(bench, f"j-{number}")
    rests_ms = [rest_ms for what, _, rest_ms in flash.seen if what == "erase"]
    assert rests_ms
    assert min(rests_ms) >= TIGHT_REST_MS
    assert len(bench.tray()) == 150


@pytest.mark.campaign
def test_the_sectors_wear_evenly(bench: VirtualBench, flash: Watched) -> None:
    for number in range(240):
        pay(bench, f"j-{number}")
        if number % 8 == 7:
            bench.run(4)
    assert sum(flash.erased) > 16
    assert max(flash.erased) - min(flash.erased) <= 1


@pytest.mark.parametrize("hangs_ms", range(232, 292, 2))
def test_a_token_that_passes_while_the_result_is_written_is_counted(bench: VirtualBench, hangs_ms: int) -> None:
    """The writing stops interrupts for a millisecond; a token is in the barrier for twenty."""
    bench.dispenser.hoppers[0].doubles = 1
    bench.request(PayOut("a", 0, 1))
    while not bench.tray():
        bench.clock.advance(MS)
        bench.heard.extend(bench.link.step(bench.clock.now_s))
    bench.dispenser.hoppers[0].throw(hangs_ms * MS)
    bench.run(3)
    (end,) = [event for event in bench.heard if isinstance(event, PayoutEnded)]
    late = max((event.late for event in bench.heard if isinstance(event, TokenLate)), default=0)
    assert end.passed + late == len(bench.tray()) == 3


@pytest.mark.campaign
@pytest.mark.parametrize("after_ms", range(3010, 3200, 7))
def test_a_cut_in_an_erasure_leaves_a_sector_that_is_not_trusted(after_ms: int) -> None:
    bench = VirtualBench((400, 400))
    bench.run(0.6)
    bench.clock.advance(after_ms * MS)
    bench.fault("reset")
    bench.run(2)
    for number in range(70):
        bench.request(PayOut(f"j-{number}", 0, 1))
    bench.run(60)
    bench.fault("reset")
    bench.run(2)
    bench.heard.clear()
    bench.request(AskJob("j-69"))
    assert bench.until(PayoutEnded) == PayoutEnded("j-69", 1, 1, Outcome.DONE, 70)


def test_a_job_whose_hopper_was_taken_away_meanwhile_is_reported_as_unknown() -> None:
    flash = Flash()
    bench = VirtualBench(flash=flash)
    bench.run(1)
    bench.request(PayOut("a", 1, 4))
    bench.run(0.3)
    bench.fault("power-cut")
    less = VirtualBench((20,), flash=flash)
    less.run(1)
    less.request(AskJob("a"))
    assert less.until(PayoutUnknown) == PayoutUnknown("a", 0, 4)
    less.run(5)
    less.fault("reset")
    less.run(2)
    app = less.dispenser.pico._app
    assert app is not None
    assert [job.state for job in app._jobs.all()] == ["unknown"]


def test_two_payouts_of_one_hopper_that_were_cut_are_both_reported_as_unknown() -> None:
    """The second was begun before the first one's end was in flash: neither is called running for ever."""
    flash = Flash()
    bench = VirtualBench(flash=flash)
    bench.run(1)
    bench.request(PayOut("a", 0, 4))
    bench.run(0.3)
    bench.fault("power-cut")
    record = Job("a", 0, 4, 1).pack()
    sector, at = next((n, content.find(record)) for n, content in enumerate(flash.sectors) if record in content)
    flash.write(sector, at + RECORD_SIZE, Job("b", 0, 2, 2).pack())
    bench.fault("power-on")
    bench.run(3)
    bench.heard.clear()
    bench.request(AskJob("a"), AskJob("b"))
    bench.run(1)
    assert bench.heard == [PayoutUnknown("a", 0, 4), PayoutUnknown("b", 0, 2)]


def test_nothing_is_begun_before_all_that_was_is_in_flash(bench: VirtualBench) -> None:
    pay(bench, "a")
    app = bench.dispenser.pico._app
    assert app is not None
    app._unwritten += app._jobs.all()
    counter = str(app._jobs.counter)
    assert app._answer(["pay", "7", "b", "0", "1", counter]) == wire.encode("no", "7", "busy", counter)
    bench.run(1)
    pay(bench, "b")
    assert bench.tray() == (0, 0)
