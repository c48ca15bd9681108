"""Figures of a hall with one hostile table: the cost for the other tables."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest.mock import patch

from lab.campaigns.hall import hall_on_a_card, hostile_table
from lab.campaigns.hall.hall_on_a_card import UNLIMITED
from lab.campaigns.hall.hostile_evening import evening
from lab.campaigns.hall.hostile_slices import SLICE_S, SlicedEvening, p99, sliced_evening
from lab.figure import Figure, at_most, control_of, none_of
from table.network.hall.organiser import mosquitto_files

TABLES, BURSTS, ROUNDS = 10, 30, 5
CARD = ("-m", hall_on_a_card.__name__)
SLOW_HASH = 20_000
"""The rounds of a password's hash with which each connect takes the broker several milliseconds."""
MOST_MB, MOST_RATIO, MOST_MORE_S = 150.0, 1.2, 0.5
ATTACKS = tuple(each.__name__ for each in hostile_table.ATTACKS)
(STATED,) = (each.__name__ for each in hostile_table.STATED)
AT_BROKER = tuple(each.__name__ for each in hostile_table.AT_BROKER)
SHORT = ATTACKS[0], ATTACKS[-1]
"""The attacks of the short form: what the broker refuses, and a flood."""


def hostile_figures(folder: Path, *, full: bool) -> Iterator[Figure]:
    """Yield the figures of an evening for each attack, compared with one without a hostile table."""
    bursts, attacks = (BURSTS, ATTACKS) if full else (4, SHORT)
    quiet = asyncio.run(evening(folder / "quiet", TABLES, 2))
    found = [asyncio.run(evening(folder / attack, TABLES, bursts, (attack,))) for attack in attacks]
    note = f"{len(found)} attacks, {TABLES} other tables"
    yield at_most("hall.hostile.memory", [max(each.most_mb for each in found)], MOST_MB, "MB")
    yield none_of("hall.hostile.lost", sum(each.missing + each.differing for each in found), "events", note=note)
    unreported = sum(not each.reported for attack, each in zip(attacks, found, strict=True) if attack not in AT_BROKER)
    note = f"not of {' and '.join(AT_BROKER)}, of which the hall receives nothing"
    yield none_of("hall.hostile.unreported", unreported, "attacks", note=note)
    yield from _page_figures(folder / "slices", attacks, ROUNDS if full else 1)
    more_s = max(each.started_s for each in found) - quiet.started_s
    yield at_most("hall.hostile.restart", [more_s], MOST_MORE_S, "s of a core more")
    yield Figure("hall.hostile.broker_memory", round(max(each.broker_mb for each in found), 1), "MB")
    without = asyncio.run(evening(folder / "control", TABLES, 2, ATTACKS[:1], limits=False))
    note = f"without limits and quotas the hall takes {without.most_mb:.0f} MB"
    yield control_of("hall.hostile.control", int(without.most_mb > MOST_MB), "attacks", note=note)


def _page_figures(folder: Path, attacks: Iterable[str], rounds: int) -> Iterator[Figure]:
    """Yield the time to the page under the attack that slows it most, against the quiet slices of the same hall."""
    found = {attack: asyncio.run(sliced_evening(folder / attack, TABLES, rounds, attack, CARD)) for attack in attacks}
    worst = max(found, key=lambda attack: found[attack].ratio)
    least, most = found[worst].interval()
    of = "; ".join(f"{attack} {_described(evening)}" for attack, evening in found.items())
    note = f"{worst}, 95 % of {least:.2f} to {most:.2f}; median of {rounds} rounds; a sample is one event; {of}"
    unit = "times the p99 right before the attack"
    n = sum(len(each.taken_ms) for each in found[worst].attacked)
    yield at_most("hall.hostile.page", [round(found[worst].ratio, 2)], MOST_RATIO, unit, n=n, note=note)
    without = asyncio.run(sliced_evening(folder / "control", TABLES, rounds, "flood", (*CARD, UNLIMITED)))
    note = f"without quotas a flood takes {without.ratio:.1f} times as long"
    yield control_of("hall.hostile.page.control", int(without.ratio > MOST_RATIO), "attacks", note=note)
    if rounds > 1:
        held = asyncio.run(sliced_evening(folder / "stated", TABLES, 1, STATED, CARD))
        note = f"{STATED}, which succeed: {_described(held)}"
        yield Figure("hall.hostile.page.stated", round(held.ratio, 2), unit, note=note)
    with patch.object(mosquitto_files, "ITERATIONS", SLOW_HASH):
        slow = asyncio.run(sliced_evening(folder / "slow_hash", TABLES, rounds, "connects", CARD))
    note = f"with a hash of {SLOW_HASH:,} rounds for each password, connects take {slow.ratio:.1f} times as long"
    yield control_of("hall.hostile.page.connects_control", int(slow.ratio > MOST_RATIO), "attacks", note=note)


def _described(evening: SlicedEvening) -> str:
    quiet, attacked = ([ms for each in of for ms in each.taken_ms] for of in (evening.quiet, evening.attacked))
    more_s = sum(each.hall_s for each in evening.attacked) - sum(each.hall_s for each in evening.quiet)
    share = 100 * more_s / (len(evening.quiet) * SLICE_S)
    times = f"{p99(quiet):.0f} and {p99(attacked):.0f} ms, {share:+.0f} % of a core"
    return f"{evening.ratio:.2f} ({times}, {evening.played} rounds)"
