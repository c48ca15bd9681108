"""`campaign dispense`: payouts under random faults and faults at each moment. Are tokens doubled or lost?

Motors, tokens and light barriers are emulated; the Pico's firmware and the table's session are the real ones. Cables,
power, hoppers and disk fail at random times, and once at each moment of a payout. A surplus or missing token counts
unless the table reports it or asks about it. The firmware's loop takes the times measured on a Pico: those of today's
firmware, then those of the first firmware, which took at least three times as long. In some worlds tokens are returned,
and stay in the seat's tray or go back to their hoppers. In others the hoppers are the printed ones.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import MappingProxyType

from msgspec.structs import replace

from lab.campaigns.dispense import discs
from lab.campaigns.dispense.payout_table import FAULTS, PayoutWorld
from lab.campaigns.dispense.payout_trial import PayoutTrial, Tally
from lab.figure import Figure, none_of
from lab.log_silence import unwarned
from lab.process_pool import spread
from sim_hardware.clock import MS, S
from sim_hardware.dispenser.loop_times import FIRST_FIRMWARE
from sim_hardware.dispenser.mechanics import COIN_HOPPER, PRINTED
from table.rules.match.events import SpentTokens

SWEEP_SEED = 1
"""With this seed the players are patient: they wait for the dispenser's own count."""
SWEEP_TOKENS = 2
AWAY_NS = 700 * MS


def moments() -> int:
    """Return the number of moments in an undisturbed payout."""
    trial = PayoutTrial(SWEEP_SEED)
    trial.table.arm(0, "", 0)
    trial.payout(0, SWEEP_TOKENS)
    trial.close()
    return trial.table.steps.passed


def every_moment() -> Iterator[tuple[str, int]]:
    last = moments()
    return ((cut, moment) for cut in FAULTS for moment in range(1, last + 1))


def strike(word: str, moment: int) -> Tally:
    trial = PayoutTrial(SWEEP_SEED)
    trial.table.cut_ns = AWAY_NS
    trial.strike(moment, word, 0)
    trial.payout(0, SWEEP_TOKENS, word)
    trial.close()
    return trial.tally


PAYOUTS_A_WORLD = 25
CONTROL_WORLDS = 5
ALONE = 400
"""With fewer payouts a second process costs more time than it saves."""
SWEPT_IN_SMALL = 239
"""A small campaign strikes only one moment in so many."""

FIRST_POCKET_NS = discs.shortest_pocket_ns(FIRST_FIRMWARE)
"""The shortest time between two pockets at which the first firmware could stop the disc in time."""
FIRST_LOOP = (
    f"the loop of the first firmware: {FIRST_FIRMWARE.median_ns // MS} ms, {FIRST_FIRMWARE.p99_ns // MS} at p99,"
    f" {FIRST_FIRMWARE.worst_ns // MS} at worst; {S / FIRST_POCKET_NS:.1f} tokens a second"
)
OTHER_WORLDS = MappingProxyType(
    {
        "first": PayoutWorld(loop=FIRST_FIRMWARE, mechanics=replace(COIN_HOPPER, pocket_ns=FIRST_POCKET_NS)),
        "printed": PayoutWorld(mechanics=PRINTED),
    }
)
PRINTED_NOTE = "the printed hopper, with the empty pockets and jams of the simulated pours"
UNKNOWN = "power lost between a payout's start and the saving of its result"
UNCOUNTABLE = "two tokens passed as one pulse; found by recount"
UNSEEN = "late and without power or just before its loss, or behind an obstacle in the barrier; found by recount"

DISC_PAYOUTS = 400
DISC_PAYOUTS_IN_SMALL = 40

Task = tuple[str, int, int]
"""A kind (`random`, `first`, `printed`, `resend`, `stay`, `return`, or a sweep's fault), a seed or moment, a count."""
A_PART = 5
"""A world in so many is played again with returned tokens, in each setting."""
TRAYS = MappingProxyType(
    {
        SpentTokens.STAY: "tokens are returned to the seat's tray, which serves the next payout",
        SpentTokens.RETURN: "tokens are returned to their hoppers",
    }
)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterable[Figure]:
    """Run at least `count` random payouts, the sweep and the control. Results depend only on count and seed."""
    with unwarned():
        return list(_campaign(count, seed, done))


def _campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    worlds = range(-(-count // PAYOUTS_A_WORLD))
    tally = _all([("random", seed * 1_000_003 + n, PAYOUTS_A_WORLD) for n in worlds], count, done)
    first = _all([("first", seed * 1_000_003 + n, PAYOUTS_A_WORLD) for n in worlds], count, lambda _: None)
    moments = list(every_moment())
    step = 1 if count > ALONE else SWEPT_IN_SMALL
    swept = _all([(cut, moment, 1) for cut, moment in islice(moments, 0, None, step)], count, lambda _: None)
    control = _all([("resend", seed + n, PAYOUTS_A_WORLD) for n in range(CONTROL_WORLDS)], ALONE, lambda _: None)
    for wrong in (tally.wrong + first.wrong + swept.wrong)[:20]:
        logging.getLogger(__name__).error("%s", wrong)
    yield from _figures(tally, swept, control, len(moments[::step]))
    for name in ("double", "lost"):
        value = getattr(first, name)
        yield none_of(f"dispense.{name}.first_firmware", value, "tokens", first.jobs, note=FIRST_LOOP)
    few = [n for n in worlds if n % A_PART == 0]
    for spent, note in (*TRAYS.items(), ("printed", PRINTED_NOTE)):
        tried = _all([(spent, seed * 1_000_003 + n, PAYOUTS_A_WORLD) for n in few], count, lambda _: None)
        for wrong in tried.wrong[:20]:
            logging.getLogger(__name__).error("%s: %s", spent, wrong)
        for name in ("double", "lost"):
            value = getattr(tried, name)
            yield none_of(f"dispense.{name}.{spent}", value, "tokens", tried.jobs, note=note)
    yield from discs.figures(DISC_PAYOUTS if count > ALONE else DISC_PAYOUTS_IN_SMALL, seed)


def _figures(tally: Tally, swept: Tally, control: Tally, struck: int) -> Iterator[Figure]:
    jobs = tally.jobs + swept.jobs
    note = f"{tally.jobs} random jobs, {struck} strikes, one at each moment of a payout"
    for name in ("double", "lost"):
        value = getattr(tally, name) + getattr(swept, name)
        yield none_of(f"dispense.{name}", value, "tokens", jobs, note=note)
    elsewhere = tally.elsewhere + swept.elsewhere
    yield none_of("dispense.unknown_uncut", elsewhere, "jobs", jobs, "unknown without a power loss during the payout")
    share = round((tally.unknown + swept.unknown) / jobs, 4)
    yield Figure("dispense.unknown_share", share, "of jobs", n=jobs, note=UNKNOWN)
    merged = tally.uncountable + swept.uncountable
    yield Figure("dispense.uncountable", merged, "tokens", n=jobs, note=UNCOUNTABLE)
    yield Figure("dispense.unseen", tally.unseen + swept.unseen, "tokens", n=jobs, note=UNSEEN)
    yield Figure("dispense.resend.control", control.double, "tokens", "> 0", control.double > 0, control.jobs)


def _all(tasks: list[Task], count: int, done: Callable[[int], None]) -> Tally:
    total = Tally()
    for tally in map(one, tasks) if count <= ALONE else spread(one, tasks, chunk=20):
        total.add(tally)
        done(min(total.jobs, count))
    return total


def one(task: Task) -> Tally:
    what, which, payouts = task
    spent = SpentTokens(what) if what in TRAYS else None
    if spent is None and what not in ("random", "resend", *OTHER_WORLDS):
        return strike(what, which)
    trial = PayoutTrial(which, OTHER_WORLDS.get(what) or PayoutWorld(resends=what == "resend", spent=spent))
    for _ in range(payouts):
        trial.random_payout()
    trial.close()
    return trial.tally
