"""Figures of a hall with one hostile table: the cost for the other tables."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.campaigns.hall import hostile_table
from lab.campaigns.hall.hostile_evening import HostileEvening, evening
from lab.figure import Figure, at_most, control_of, none_of, published

TABLES, BURSTS = 10, 30
MOST_MB, MOST_RATIO, MOST_MORE_S = 150.0, 1.2, 0.5
ATTACKS = tuple(each.__name__ for each in hostile_table.ATTACKS)
SHORT = ("huge_retained", "flood")


def hostile_figures(folder: Path, *, full: bool) -> Iterator[Figure]:
    """Yield the figures of an evening for each attack, compared with one without a hostile table."""
    bursts = BURSTS if full else 4
    quiet = asyncio.run(evening(folder / "quiet", TABLES, 2))
    found = [
        asyncio.run(evening(folder / attack, TABLES, bursts, (attack,))) for attack in (ATTACKS if full else SHORT)
    ]
    note = f"{len(found)} attacks, {TABLES} other tables"
    yield at_most("hall.hostile.memory", [max(each.most_mb for each in found)], MOST_MB, "MB")
    yield none_of("hall.hostile.lost", sum(each.missing + each.differing for each in found), "events", note=note)
    unreported = sum(not each.reported for each in found[1:])
    yield none_of("hall.hostile.unreported", unreported, "attacks", note="what the broker refuses reaches no hall")
    page = at_most("hall.hostile.page", [_ratio(found)], MOST_RATIO, "times that without attacks")
    yield page if full else Figure(page.name, page.value, page.unit, note="short")
    more_s = max(each.started_s for each in found) - quiet.started_s
    yield at_most("hall.hostile.restart", [more_s], MOST_MORE_S, "s of a core more")
    yield Figure("hall.hostile.broker_memory", round(max(each.broker_mb for each in found), 1), "MB")
    without = asyncio.run(evening(folder / "control", TABLES, 2, SHORT[:1], limits=False))
    note = f"without limits and quotas the hall takes {without.most_mb:.0f} MB"
    yield control_of("hall.hostile.control", int(without.most_mb > MOST_MB), "attacks", note=note)


def _ratio(found: Sequence[HostileEvening]) -> float:
    """Return the page's p99 in bursts under attack, as a multiple of that in bursts without."""
    attacked = [ms for each in found for ms in each.attacked_ms]
    still = [ms for each in found for ms in each.quiet_ms]
    return (_p99(attacked) or float("inf")) / (_p99(still) or float("inf"))


def _p99(taken: Sequence[float]) -> float | None:
    return published("", taken, "ms").p99 if taken else None
