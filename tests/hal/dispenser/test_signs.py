"""A builder's mistakes: each is named from what the dispenser itself sees, and the right wiring never is."""

import pytest

from firmware_bridge.firmware.settings import Settings
from hal.events import DispenserEvent, HopperSign, Outcome, PayOut, PayoutEnded, Sign
from sim_hardware.clock import MS
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.mechanics import COIN_HOPPER, PRINTED, HopperMechanics
from tests.hal.dispenser.emulated import VirtualBench

BOTH = pytest.mark.parametrize("mechanics", [COIN_HOPPER, PRINTED], ids=["bought", "printed"])


def wired(*mistakes: str, mechanics: HopperMechanics = COIN_HOPPER) -> VirtualBench:
    """A dispenser with these mistakes in its first hopper from the start."""
    bench = VirtualBench(mechanics=mechanics)
    for mistake in mistakes:
        bench.fault(mistake)
    bench.fault("reset")
    bench.run(4)
    bench.heard.clear()
    return bench


def paid(bench: VirtualBench, count: int = 1, job: str = "a", hopper: int = 0) -> DispenserEvent:
    bench.request(PayOut(job, hopper, count))
    ended = bench.until(PayoutEnded)
    bench.run(1)
    return ended


def sign(bench: VirtualBench, hopper: int = 0) -> Sign:
    reported = [event.sign for event in bench.signs if event.hopper == hopper]
    return reported[-1] if reported else Sign.UNTRIED


@BOTH
def test_a_hopper_that_is_wired_right_works(mechanics: HopperMechanics) -> None:
    bench = wired(mechanics=mechanics)
    assert sign(bench) is Sign.UNTRIED
    assert paid(bench, 2) == PayoutEnded("a", 2, 2, Outcome.DONE, 1)
    assert [sign(bench, 0), sign(bench, 1)] == [Sign.WORKS, Sign.UNTRIED]


def test_a_barrier_that_is_the_other_way_round_is_named_and_nothing_turns() -> None:
    bench = wired("barrier-swapped")
    assert sign(bench) is Sign.NEVER_LIGHT
    assert paid(bench) == PayoutEnded("a", 1, 0, Outcome.DARK, 0)
    assert bench.tray() == ()
    bench.fault("rewire")
    bench.run(2)
    assert sign(bench) is Sign.UNTRIED
    assert paid(bench, job="b") == PayoutEnded("b", 1, 1, Outcome.DONE, 1)


def test_a_token_that_is_passed_by_hand_does_not_hide_that_the_barrier_is_the_other_way_round() -> None:
    bench = wired("barrier-swapped")
    bench.dispenser.hoppers[0].throw(0)
    bench.run(2)
    assert sign(bench) is Sign.NEVER_LIGHT


def test_what_lies_in_a_barrier_that_was_light_before_is_no_mistake_of_the_builder() -> None:
    bench = wired()
    bench.fault("block")
    bench.run(2)
    assert sign(bench) is Sign.BLOCKED
    assert paid(bench) == PayoutEnded("a", 1, 0, Outcome.BLOCKED, 0)


@BOTH
def test_a_motor_with_swapped_wires_is_named_after_two_tokens_that_came_backward(mechanics: HopperMechanics) -> None:
    bench = wired("motor-swapped", mechanics=mechanics)
    for job in ("a", "b"):
        ended = paid(bench, job=job)
        assert isinstance(ended, PayoutEnded)
        assert ended.outcome is Outcome.DONE
    assert sign(bench) is Sign.BACKWARD


@BOTH
def test_a_jam_that_one_reversal_frees_is_no_swapped_motor(mechanics: HopperMechanics) -> None:
    bench = wired(mechanics=mechanics)
    bench.fault("jam-clears")
    assert paid(bench, 3) == PayoutEnded("a", 3, 3, Outcome.DONE, 1)
    assert sign(bench) is Sign.WORKS


@pytest.mark.parametrize(
    ("wrong", "outcome"),
    [
        (("motor-dead",), Outcome.JAM),
        (("motor-dead", "blind"), Outcome.NOTHING),
        (("empty",), Outcome.EMPTY),
        (("empty", "blind"), Outcome.NOTHING),
        (("jam", "blind"), Outcome.NOTHING),
    ],
)
def test_what_cannot_turn_is_distinguished_from_what_is_empty_or_else_neither_is_claimed(
    wrong: tuple[str, ...], outcome: Outcome
) -> None:
    bench = wired(*wrong)
    ended = paid(bench)
    assert isinstance(ended, PayoutEnded)
    assert ended.outcome is outcome
    assert sign(bench) is Sign.NOTHING_CAME


def test_a_slow_disc_turns_as_long_as_its_own_settings_say() -> None:
    bench = VirtualBench()
    bench.dispenser.hoppers[1].pocket_ns = 1000 * MS
    bench.dispenser.pico.settings[1] = Settings().change({"feed_timeout_ms": 2500})
    bench.fault("reset")
    bench.run(4)
    turned: list[int] = []
    part = bench.dispenser.hoppers[1]
    drive = part.drive

    def watched(direction: int) -> None:
        turned.append(direction)
        drive(direction)

    part.drive = watched  # type: ignore[method-assign]
    assert paid(bench, 2, hopper=1) == PayoutEnded("a", 2, 2, Outcome.DONE, 1)
    assert -1 not in turned, "no needless reversal"


def test_a_mistake_is_there_from_the_start_and_no_cure_of_play_ends_it() -> None:
    bench = wired("barrier-swapped")
    bench.fault("clear")
    bench.run(1)
    assert sign(bench) is Sign.NEVER_LIGHT
    assert "barrier-swapped" in EmulatedDispenser.FAULTS


def test_signs_are_reported_again_to_a_new_host() -> None:
    bench = wired("barrier-swapped")
    bench.signs.clear()
    bench.restart_host()
    bench.run(2)
    assert bench.signs == [HopperSign(0, Sign.NEVER_LIGHT)]
