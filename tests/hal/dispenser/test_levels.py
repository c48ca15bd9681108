"""Level sensors, from the hopper over the wire to the table: what stays so is reported, once."""

from hal.events import DispenserUp, HopperLevel, Outcome, PayOut, PayoutEnded
from tests.hal.dispenser.emulated import VirtualBench


def up(*tokens: int) -> VirtualBench:
    bench = VirtualBench(tokens)
    bench.until(DispenserUp)
    bench.run(1.2)
    return bench


def reported(bench: VirtualBench) -> list[HopperLevel]:
    levels, bench.levels = bench.levels, []
    return levels


def test_every_sensor_speaks_once_after_the_greeting() -> None:
    bench = up(20, 0)
    assert reported(bench) == [HopperLevel(0, True), HopperLevel(1, False)]
    bench.run(5)
    assert reported(bench) == []


def test_a_hopper_without_a_sensor_reports_nothing() -> None:
    bench = VirtualBench((20, 20))
    bench.dispenser.hoppers[0].has_level_sensor = False
    bench.run(3)
    assert reported(bench) == [HopperLevel(1, True)]


def test_a_hopper_that_is_filled_or_emptied_by_hand_is_reported() -> None:
    bench = up(20, 20)
    reported(bench)
    bench.dispenser.fault("empty", 1)
    bench.run(1.2)
    assert reported(bench) == [HopperLevel(1, False)]
    bench.dispenser.load(1, 5)
    bench.run(1.2)
    assert reported(bench) == [HopperLevel(1, True)]


def test_while_a_disc_stirs_the_tokens_nothing_is_reported_and_afterwards_that_hopper_speaks_again() -> None:
    bench = up(3, 20)
    reported(bench)
    bench.request(PayOut("a", 0, 3))
    ended = bench.until(PayoutEnded)
    assert isinstance(ended, PayoutEnded)
    assert ended.outcome is Outcome.DONE
    assert reported(bench) == []
    bench.run(1.2)
    assert reported(bench) == [HopperLevel(0, False)]
    bench.request(PayOut("b", 1, 1))
    bench.run(3)
    assert reported(bench) == [HopperLevel(1, True)], "the ledger may have forgotten what it said"


def test_a_sensor_that_flickers_is_not_believed() -> None:
    bench = up(20)
    reported(bench)
    for n in range(20):
        bench.dispenser.hoppers[0].tokens = 20 * (n % 2)
        bench.run(0.5)
    assert reported(bench) == []


def test_after_a_return_every_sensor_speaks_again() -> None:
    bench = up(20, 0)
    reported(bench)
    bench.fault("unplug")
    bench.run(1)
    bench.fault("plug")
    bench.until(DispenserUp)
    bench.run(1.2)
    assert reported(bench) == [HopperLevel(0, True), HopperLevel(1, False)]
