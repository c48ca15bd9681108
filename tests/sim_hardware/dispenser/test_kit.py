"""The simulated dispenser is the printed one: its times follow from the measures that the parts are printed with."""

import json
import runpy
import tomllib
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from firmware_bridge.firmware import wiring
from firmware_bridge.firmware.settings import Settings
from hal.events import Outcome, PayOut, PayoutEnded, TokenLate
from sim_hardware.clock import MS, US, Clock
from sim_hardware.dispenser.hopper import EmulatedHopper
from sim_hardware.dispenser.kit import LOADED_SPEED, USUAL, HopperMeasures, fingerprint, measures, token, tokens
from sim_hardware.dispenser.mechanics import PRINTED, HopperMechanics, printed
from tests.hal.dispenser.emulated import VirtualBench

PRINTED_PARTS = Path(__file__).parents[3] / "docs" / "build" / "kit" / "printed"
EVERY = pytest.mark.parametrize("hopper", [measures(each) for each in tokens()], ids=lambda each: each.token.name)


def spells(some: HopperMeasures, pockets: int) -> list[tuple[int, int]]:
    """Return the dark spells of an emulated hopper with these measures, while so many full pockets pass the hole."""
    clock, edges = Clock(), list[int]()
    every = replace(printed(some), finds=((1, 1.0),), jams=0.0)
    part = EmulatedHopper(
        clock, pockets, Random(1), lambda _: edges.append(clock.now_ns), lambda: None, mechanics=every
    )
    part.drive(1)
    clock.advance((pockets + 2) * some.pocket_ns)
    return list(zip(edges[::2], edges[1::2], strict=True))


def nearly_empty(some: HopperMeasures, speed: float = 1.0) -> VirtualBench:
    """Return a dispenser with one such hopper, of whose pockets one alone finds tokens; without a level sensor."""
    bench = VirtualBench((5,), mechanics=printed(some))
    part = bench.dispenser.hoppers[0]
    part.has_level_sensor = False
    part.pocket_ns = round(part.pocket_ns / speed)
    bench.fault("nearly-empty")
    bench.run(1.0)
    return bench


def paid(bench: VirtualBench, count: int) -> tuple[Outcome, int]:
    """Return how a payout of so many tokens ended, and the tokens that it paid."""
    bench.request(PayOut("a", 0, count))
    ended = bench.until(PayoutEnded)
    assert isinstance(ended, PayoutEnded)
    assert ended.passed == len(bench.tray())
    return ended.outcome, ended.passed


def test_the_timings_beside_the_printed_parts_are_those_of_the_measures() -> None:
    document = tomllib.loads((PRINTED_PARTS / "timings.toml").read_text("utf-8"))
    wanted = {each.name: measures(each) for each in tokens()}
    assert document == {
        name: {"feed_timeout_ms": m.feed_timeout_ms, "reverse_ms": m.reverse_ms} for name, m in wanted.items()
    }, "run `make kit`"
    defaults = Settings()
    assert all(each["feed_timeout_ms"] <= defaults.feed_timeout_ms for each in document.values())
    assert all(each["reverse_ms"] <= defaults.reverse_ms for each in document.values())


def test_the_wiring_beside_the_printed_parts_has_the_longest_timings_and_the_shipped_pins() -> None:
    made = runpy.run_path(str(PRINTED_PARTS / "wiring.py"))
    every = [measures(each) for each in tokens()]
    longest = {
        "feed_timeout_ms": max(each.feed_timeout_ms for each in every),
        "reverse_ms": max(each.reverse_ms for each in every),
    }
    assert [vars(each) | {"timings": {}} for each in made["HOPPERS"]] == [vars(each) for each in wiring.HOPPERS]
    assert all(each.timings == longest for each in made["HOPPERS"]), "run `make kit`"


def test_the_printed_parts_were_made_from_the_measures_that_are_simulated() -> None:
    document = json.loads((PRINTED_PARTS / "assembly.json").read_text("utf-8"))
    assert document["measures"] == fingerprint(), "run `make kit`"
    assert {path.name for path in PRINTED_PARTS.iterdir() if path.is_dir()} == {each.name for each in tokens()} | {
        "common"
    }


def test_a_pocket_finds_a_token_as_often_as_the_table_has_it_for_that_filling() -> None:
    table = replace(PRINTED, finds=((2, 0.4), (16, 0.8)), jams=0.0)
    for inside, share in ((1, 0.4), (2, 0.4), (3, 0.8), (40, 0.8)):
        assert found(table, inside, 2000) == pytest.approx(share, abs=0.04)


def found(mechanics: HopperMechanics, inside: int, pockets: int) -> float:
    """Return the share of so many pockets that come with a token while so many are in the bowl."""
    clock, fallen = Clock(), list[int]()
    part = EmulatedHopper(clock, inside, Random(1), lambda _: None, lambda: fallen.append(1), mechanics=mechanics)
    part.drive(1)
    for _ in range(pockets):
        clock.advance(mechanics.pocket_ns)
        part.tokens = inside
    return len(fallen) / pockets


def test_a_jam_needs_as_many_turns_back_as_the_pours_needed() -> None:
    mechanics = replace(PRINTED, jams=1.0, frees=0.5)
    needed = []
    for seed in range(400):
        clock = Clock()
        part = EmulatedHopper(clock, 9, Random(seed), lambda _: None, lambda: None, mechanics=mechanics)
        part.drive(1)
        clock.advance(mechanics.pocket_ns)
        turns = 0
        while part.jammed:
            part.drive(-1)
            part.drive(0)
            turns += 1
        needed.append(turns)
    assert needed.count(1) / 400 == pytest.approx(0.5, abs=0.08)
    assert sum(needed) / 400 == pytest.approx(2.0, abs=0.3)


@EVERY
def test_its_barrier_is_dark_as_long_as_the_token_needs_and_as_often_as_a_pocket_comes(hopper: HopperMeasures) -> None:
    dark = spells(hopper, 5)
    assert {end - begin for begin, end in dark} == {hopper.dark_ns}
    pauses = [later[0] - earlier[0] for earlier, later in pairwise(dark)]
    assert all(abs(pause - hopper.pocket_ns) <= PRINTED.jitter_ns for pause in pauses)


@EVERY
def test_the_firmwares_timings_suit_it(hopper: HopperMeasures) -> None:
    settings = Settings()
    way_ns = hopper.pocket_ns + PRINTED.jitter_ns + hopper.fall_ns + hopper.dark_ns
    assert settings.shortest_us * US < hopper.dark_ns < settings.dark_ms * MS < hopper.pocket_ns
    assert settings.reverse_ms * MS > way_ns, "a motor with swapped wires would not be known by its token"
    assert settings.feed_timeout_ms * MS > hopper.turn_ns + hopper.fall_ns + hopper.dark_ns, "a pocket would not come"
    assert settings.settle_ms * MS > hopper.fall_ns + hopper.dark_ns, "a token that falls would come late"


def test_the_shipped_timings_follow_from_the_kits_disc() -> None:
    hoppers = [measures(each) for each in tokens()]
    settings = Settings()
    assert settings.feed_timeout_ms == max(each.feed_timeout_ms for each in hoppers)
    assert settings.reverse_ms == max(each.reverse_ms for each in hoppers)


@EVERY
@pytest.mark.parametrize("speed", [1.0, LOADED_SPEED])
def test_tokens_that_all_come_into_one_pocket_are_paid(hopper: HopperMeasures, speed: float) -> None:
    """Between two of them the disc makes a whole turn."""
    bench = nearly_empty(hopper, speed)
    assert paid(bench, 3) == (Outcome.DONE, 3)


def test_timings_without_a_whole_turn_leave_tokens_in_the_bowl() -> None:
    """The control: a disc of 180 degrees a second that turns 800 ms forward, as far back, and forward again."""
    bench = nearly_empty(measures(token(USUAL)))
    bench.dispenser.pico.settings[0] = Settings().change({"feed_timeout_ms": 800, "reverse_ms": 650, "retries": 1})
    bench.fault("reset")
    bench.run(4.0)
    assert paid(bench, 1) == (Outcome.NOTHING, 0)
    assert bench.dispenser.contents()[0] > 0


@EVERY
def test_one_token_fits_under_the_roof_and_two_do_not(hopper: HopperMeasures) -> None:
    assert hopper.token.thickest < hopper.gap < 2 * hopper.token.thinnest
    assert not hopper.holds_two
    assert hopper.token.widest < hopper.pocket < hopper.hole


def test_a_faster_motor_and_a_slower_ramp_are_seen_in_the_times() -> None:
    usual = measures(token(USUAL))
    faster = replace(usual, motor=replace(usual.motor, turns_per_minute=60.0))
    rough = replace(usual, chute=replace(usual.chute, friction=0.6))
    assert faster.pocket_ns * 2 == usual.pocket_ns
    assert faster.feed_timeout_ms < usual.feed_timeout_ms
    assert faster.reverse_ms < usual.reverse_ms
    assert rough.fall_ns > usual.fall_ns
    assert rough.dark_ns > usual.dark_ns


def test_a_hopper_that_is_printed_with_too_high_a_roof_pays_two_and_the_link_reports_it() -> None:
    """The control: a mistake in the measures is a mistake of the emulated dispenser."""
    usual = measures(token(USUAL))
    high = replace(usual, bowl=replace(usual.bowl, gap_play=1.6))
    assert high.holds_two
    bench = VirtualBench(mechanics=printed(high))
    bench.run(1.0)
    bench.request(PayOut("a", 0, 1))
    bench.run(4.0)
    (ended,) = (event for event in bench.heard if isinstance(event, PayoutEnded))
    late = sum(isinstance(event, TokenLate) for event in bench.heard)
    assert ended.outcome is Outcome.DONE
    assert ended.passed + late == len(bench.tray()) == 2


def test_a_token_that_has_no_preset_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(ValueError, match=r"no such token: 19x2\.0; there are 18x1\.5, 20x2\.0, "):
        token("19x2.0")


def test_the_emulated_hopper_is_that_of_the_kit() -> None:
    assert printed(measures(token(USUAL))) == PRINTED
