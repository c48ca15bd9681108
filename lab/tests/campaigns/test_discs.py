"""The highest safe speed of a disc follows from the longest turn of the firmware's loop."""

import pytest

from lab.campaigns.dispense import discs
from sim_hardware.clock import MS, S
from sim_hardware.dispenser import kit
from sim_hardware.dispenser.loop_times import FIRST_FIRMWARE, TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.mechanics import PRINTED, printed


@pytest.mark.slow
@pytest.mark.parametrize("loop", [FIRST_FIRMWARE, TODAYS_FIRMWARE], ids=["first", "today"])
def test_a_disc_at_the_safe_speed_pays_none_too_many_and_a_much_faster_one_does(loop: LoopTimes) -> None:
    safe_ns = discs.shortest_pocket_ns(loop)
    assert discs.too_many(loop, safe_ns, 25, 1) == 0
    assert discs.too_many(FIRST_FIRMWARE, discs.shortest_pocket_ns(FIRST_FIRMWARE) // 3, 25, 1) > 0


@pytest.mark.slow
def test_at_its_speed_at_most_one_token_passes_uncounted_behind_an_obstacle() -> None:
    safe_ns = discs.shortest_blocked_pocket_ns(TODAYS_FIRMWARE)
    assert discs.most_uncounted(TODAYS_FIRMWARE, safe_ns, 25, 1) <= 1


@pytest.mark.slow
def test_the_printed_disc_pays_none_too_many_at_its_own_speed() -> None:
    assert discs.too_many(TODAYS_FIRMWARE, PRINTED.pocket_ns, 25, 1, PRINTED) == 0
    assert discs.most_uncounted(TODAYS_FIRMWARE, PRINTED.pocket_ns, 25, 1, PRINTED) <= 1


@pytest.mark.parametrize("token", kit.tokens(), ids=lambda token: token.name)
def test_the_printed_disc_of_every_token_is_slow_enough_for_its_chute(token: kit.Token) -> None:
    hopper = printed(kit.measures(token))
    assert discs.shortest_blocked_pocket_ns(TODAYS_FIRMWARE, hopper) < hopper.pocket_ns
    assert discs.shortest_blocked_pocket_ns(FIRST_FIRMWARE, hopper) < hopper.pocket_ns


def test_the_speeds_are_those_of_the_documents() -> None:
    assert discs.shortest_pocket_ns(TODAYS_FIRMWARE) == 85 * MS
    assert discs.shortest_blocked_pocket_ns(TODAYS_FIRMWARE) == 145 * MS
    assert discs.shortest_pocket_ns(FIRST_FIRMWARE) == 121 * MS
    assert round(S / discs.shortest_pocket_ns(TODAYS_FIRMWARE, PRINTED), 1) == 4.1
    assert round(S / discs.shortest_blocked_pocket_ns(TODAYS_FIRMWARE, PRINTED), 1) == 3.3
