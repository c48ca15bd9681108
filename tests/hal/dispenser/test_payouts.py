"""The outcome of a job with every fault of hopper, Pico, cable and host."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.firmware.settings import Settings
from hal.events import (
    AskJob,
    DispenserDown,
    DispenserUp,
    Outcome,
    PayOut,
    PayoutEnded,
    PayoutUnheard,
    PayoutUnknown,
    TokenLate,
    TokenPassed,
)
from sim_hardware.clock import MS
from tests.hal.dispenser.emulated import VirtualBench


@pytest.fixture
def bench() -> VirtualBench:
    bench = VirtualBench()
    bench.run(1.0)
    bench.heard.clear()
    return bench


def ended(bench: VirtualBench) -> list[PayoutEnded]:
    return [event for event in bench.heard if isinstance(event, PayoutEnded)]


def test_jobs_run_one_after_the_other_in_order(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 0, 2), PayOut("b", 1, 1), PayOut("c", 0, 1))
    bench.run(4)
    assert [event.job for event in ended(bench)] == ["a", "b", "c"]
    assert bench.tray() == (0, 0, 1, 0)


def test_seven_tokens_a_second_within_a_job(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 0, 15))
    at_s = []
    while not ended(bench):
        at_s += [bench.clock.now_s for event in bench.run(0.01) if isinstance(event, TokenPassed)]
    assert len(at_s) == 15
    assert at_s[-1] - at_s[0] <= 14 / 7


@pytest.mark.parametrize(
    ("fault", "outcome", "passed"),
    [
        ("jam", Outcome.JAM, 0),
        ("jam-clears", Outcome.DONE, 3),
        ("empty", Outcome.EMPTY, 0),
        ("block", Outcome.BLOCKED, 0),
        ("bounce", Outcome.DONE, 3),
        ("slip", Outcome.DONE, 3),
        ("nearly-empty", Outcome.DONE, 3),
        ("double", Outcome.DONE, 3),
    ],
)
def test_faults_of_a_hopper(bench: VirtualBench, fault: str, outcome: Outcome, passed: int) -> None:
    bench.fault(fault)
    bench.request(PayOut("a", 0, 3))
    bench.until(PayoutEnded)
    bench.run(1)
    assert ended(bench) == [PayoutEnded("a", 3, passed, outcome, int(fault != "block"))]
    assert bench.tray() == (0,) * passed


def test_what_blocked_the_barrier_is_no_token_when_it_is_taken_away(bench: VirtualBench) -> None:
    bench.fault("block")
    bench.run(1)
    bench.fault("clear")
    bench.request(PayOut("a", 0, 1))
    bench.run(2)
    assert not [event for event in bench.heard if isinstance(event, TokenLate)]
    assert [event.passed for event in ended(bench)] == [1]


@pytest.mark.parametrize("dark_ms", range(0, 480, 37))
def test_at_most_one_token_passes_a_barrier_that_is_blocked_in_mid_job(bench: VirtualBench, dark_ms: int) -> None:
    """The disc is braked before a second pocket comes round: what the players are asked about is one token."""
    bench.clock.after(dark_ms * MS, lambda: bench.fault("block"))
    bench.request(PayOut("a", 0, 6))
    bench.run(3)
    (end,) = ended(bench)
    assert end.outcome is Outcome.BLOCKED
    assert len(bench.tray()) - end.passed in (0, 1)


def test_a_token_that_hangs_in_the_barrier_for_a_while_is_counted_and_the_job_goes_on(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 0, 3))
    bench.until(TokenPassed)
    bench.fault("block")
    bench.run(0.3)
    fallen = len(bench.tray())
    bench.fault("clear")
    bench.run(2)
    assert [(event.outcome, event.passed) for event in ended(bench)] == [(Outcome.DONE, 3)]
    assert fallen in (1, 2)


def test_a_double_beyond_what_was_asked_is_counted(bench: VirtualBench) -> None:
    bench.fault("double")
    bench.request(PayOut("a", 0, 1))
    bench.run(2)
    assert ended(bench) == [PayoutEnded("a", 1, 2, Outcome.DONE, 1)]
    assert bench.tray() == (0, 0)


def test_without_sensors_a_jam_cannot_be_distinguished_from_an_empty_hopper(bench: VirtualBench) -> None:
    bench.dispenser.hoppers[0].has_level_sensor = False
    bench.fault("jam")
    bench.request(PayOut("a", 0, 1))
    bench.until(PayoutEnded)
    assert [event.outcome for event in ended(bench)] == [Outcome.NOTHING]


def test_a_stall_sensor_reverses_at_once(bench: VirtualBench) -> None:
    bench.dispenser.hoppers[0].has_stall_sensor = True
    bench.fault("reset")
    bench.run(2.5)
    bench.fault("jam-clears")
    bench.request(PayOut("a", 0, 1))
    bench.run(Settings().reverse_ms / 1000 + 0.75)
    assert [event.outcome for event in ended(bench)] == [Outcome.DONE]


def test_a_late_token_is_reported_to_its_job_and_again_to_a_new_host(bench: VirtualBench) -> None:
    bench.fault("late")
    bench.request(PayOut("a", 0, 1))
    bench.dispenser.hoppers[0].tokens = 2
    bench.run(4)
    # The hopper fed another when the first did not come; the first came after all.
    (end,) = ended(bench)
    lates = [event for event in bench.heard if isinstance(event, TokenLate)]
    assert end.passed + sum(event.late for event in lates[-1:]) == len(bench.tray())
    bench.restart_host()
    again = [event for event in bench.run(2) if isinstance(event, TokenLate)]
    assert again == lates[-1:]


def test_a_token_that_outlasts_the_power_cut_is_not_lost(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 0, 1))
    bench.run(0.05)
    bench.fault("late")
    bench.run(0.1)
    bench.fault("reset")
    bench.run(2)
    bench.request(AskJob("a"))
    bench.run(2)
    (unknown,) = [event for event in bench.heard if isinstance(event, PayoutUnknown)]
    late = sum(event.late for event in bench.heard if isinstance(event, TokenLate))
    assert unknown.least + late <= len(bench.tray()) <= unknown.most + late


def test_the_host_silent_stops_the_motor_and_the_count_is_kept(bench: VirtualBench) -> None:
    bench.dispenser.hoppers[0].slip = 1.0
    bench.request(PayOut("a", 0, 5))
    bench.run(0.2)
    bench.clock.advance(4000 * MS)
    assert bench.dispenser.hoppers[0].direction == 0
    bench.run(1)
    assert [event.outcome for event in ended(bench)] in ([Outcome.STOPPED], [Outcome.EMPTY], [Outcome.JAM])


def test_a_hopper_that_is_not_there_and_counts_out_of_range_are_refused(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 7, 1), PayOut("b", 0, 100_000), PayOut("c", 0, -1))
    bench.run(1)
    assert [(event.job, event.outcome, event.passed) for event in ended(bench)] == [
        (job, Outcome.REFUSED, 0) for job in "abc"
    ]
    assert bench.tray() == ()


def test_a_job_id_that_the_wire_cannot_carry_is_refused_at_once(bench: VirtualBench) -> None:
    with pytest.raises(ValueError, match="invalid job id"):
        bench.request(PayOut("a b", 0, 1))


@pytest.mark.parametrize("wanted", [True, False])
def test_what_was_settled_by_hand_meanwhile_is_stopped_before_it_gives_what_nobody_waits_for(
    bench: VirtualBench, wanted: bool
) -> None:
    bench.request(PayOut("j", 0, 3))
    bench.until(TokenPassed)
    bench.dispenser.fault("jam")
    bench.dispenser.fault("unplug")
    bench.until(DispenserDown)
    bench.dispenser.fault("plug")
    bench.until(DispenserUp)
    bench.request(AskJob("j", wanted=wanted))
    bench.run(0.1)
    bench.dispenser.fault("clear")
    ended = bench.until(PayoutEnded)
    assert isinstance(ended, PayoutEnded)
    assert ended.outcome == (Outcome.DONE if wanted else Outcome.STOPPED)
    assert len(bench.dispenser.tray) == ended.passed
    assert (ended.passed == 3) is wanted


def test_after_the_power_is_back_the_dispenser_does_not_go_on_by_itself(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 0, 9))
    bench.run(0.4)
    bench.link.close()
    bench.fault("reset")
    fallen = len(bench.tray())
    bench.clock.advance(10_000 * MS)
    assert len(bench.tray()) <= fallen + 1, "one may have been falling"
    assert bench.dispenser.hoppers[0].direction == 0


@pytest.mark.slow
def test_jobs_outlive_many_others_and_power_cuts(bench: VirtualBench) -> None:
    bench.dispenser.load(0, 200)
    for number in range(60):
        bench.request(PayOut(f"j-{number}", 0, 1))
    bench.run(60)
    assert len(bench.tray()) == 60
    bench.fault("reset")
    bench.run(2)
    bench.heard.clear()
    bench.request(PayOut("j-59", 0, 1), AskJob("j-45"), AskJob("j-never"))
    bench.run(1)
    done = [PayoutEnded(job, 1, 1, Outcome.DONE, 60) for job in ("j-59", "j-45")]
    assert bench.heard == [*done, PayoutUnheard("j-never", 60)]
    assert sum(bench.dispenser.flash.erased) >= 2


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    cut_ms=st.integers(0, 900),
    count=st.integers(1, 4),
    seed=st.integers(0, 1000),
    host_too=st.booleans(),
)
def test_a_power_cut_at_any_moment(cut_ms: int, count: int, seed: int, host_too: bool) -> None:
    bench = VirtualBench(seed=seed)
    bench.run(1.0)
    job = PayOut("m1-1", 0, count)
    bench.request(job)
    bench.run(cut_ms / 1000)
    bench.clock.advance(seed % 10 * MS)
    bench.fault("power-cut")
    bench.run(0.5)
    bench.fault("power-on")
    if host_too:
        bench.restart_host()
    asked_at = len(bench.heard)
    while not any(isinstance(event, DispenserUp) for event in bench.heard[asked_at:]):
        bench.run(0.1)
    bench.request(AskJob("m1-1"))
    bench.run(4.0)
    fallen = len(bench.tray())
    late = max((event.late for event in bench.heard if isinstance(event, TokenLate)), default=0)
    last = [event for event in bench.heard if not isinstance(event, DispenserUp | DispenserDown | TokenLate)][-1]
    match last:
        case PayoutEnded(_, _, passed, Outcome.DONE):
            assert passed + late == fallen
        case PayoutUnknown(_, least, most):
            assert least <= fallen - late <= most
            assert least < most or least == most == fallen - late
        case PayoutUnheard():
            assert fallen == 0
        case _:
            raise AssertionError(last)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), loss=st.floats(0, 0.3), duplicates=st.floats(0, 0.3))
@pytest.mark.slow
def test_over_a_bad_cable_each_job_takes_effect_once(seed: int, loss: float, duplicates: float) -> None:
    chance = Random(seed)

    def spoil(data: bytes, _towards_host: bool) -> bytes:
        if chance.random() < loss:
            at = chance.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        return data * 2 if chance.random() < duplicates else data

    bench = VirtualBench(seed=seed)
    bench.run(1.0)
    bench.dispenser.cable.spoil = spoil
    asked = [PayOut("a", 0, 2), PayOut("b", 1, 1)]
    bench.request(*asked)
    for _ in range(60):
        for event in bench.run(1.0):
            if isinstance(event, DispenserUp):
                bench.request(AskJob("a"), AskJob("b"))
            if isinstance(event, PayoutUnheard):
                bench.request(*(pay for pay in asked if pay.job == event.job))
        if {event.job for event in ended(bench)} == {"a", "b"}:
            break
    bench.run(1.0)
    results = {event.job: (event.passed, event.outcome) for event in ended(bench)}
    fallen = bench.tray()
    assert results["b"][0] == fallen.count(1) <= 1
    assert results["a"][0] == fallen.count(0) <= 2


def test_progress_never_shrinks(bench: VirtualBench) -> None:
    bench.request(PayOut("a", 0, 5))
    bench.run(2)
    assert [event.passed for event in bench.heard if isinstance(event, TokenPassed)] == [1, 2, 3, 4, 5]
