"""Write `sim_hardware/dispenser/feeding.py`: how a pocket of the printed hopper feeds, by kept pours (`make docs`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from firmware_bridge.firmware.settings import Settings
from lab.kept_pours import Row
from sim_hardware.clock import S
from sim_hardware.dispenser.kit import hopper_fingerprint
from sim_hardware.dispenser.mechanics import PRINTED

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "sim_hardware" / "dispenser" / "feeding.py"
FILLINGS = (1, 2, 4, 8, 16)
"""The most tokens in the bowl of each row."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A token that came, or on which the firmware gave up, with so many tokens in the bowl."""

    filling: int
    pockets: int
    """The pockets that passed while the disc was free."""
    reversals: int
    came: bool


def waits(row: Row) -> Iterator[Wait]:
    """Yield each wait of a pour. The firmware turns back after a feed timeout without a token."""
    for paid, (earlier, later) in enumerate(pairwise((0.0, *row["at"]))):
        reversals, rest = _turned_back(later - earlier)
        pockets = max(1, round(rest * S / PRINTED.pocket_ns))
        yield Wait(row["tokens"] - paid, pockets, reversals, came=True)
    if row["paid"] < row["tokens"]:
        yield Wait(row["tokens"] - row["paid"], 0, Settings().retries, came=False)


def _turned_back(seconds: float) -> tuple[int, float]:
    """Return how often the disc turned back in this time, and the seconds after the last time.

    Each turn back is longer than the one before by the first one's time.
    """
    timings = Settings()
    reversals, patience = 0, timings.feed_timeout_ms / 1000
    while seconds > patience:
        reversals += 1
        seconds -= patience + reversals * timings.reverse_ms / 1000
    return reversals, max(0.0, seconds)


def table(rows: Iterable[Row]) -> str:
    """Return the module's text."""
    every = [
        each
        for row in rows
        if not row["control"] and row["measures"] == hopper_fingerprint(row["token"])
        for each in waits(row)
    ]
    found = [
        (most, _finds([each for each in every if least < each.filling <= most]))
        for least, most in pairwise((0, *FILLINGS))
    ]
    jams, reversals = sum(each.reversals > 0 for each in every), sum(each.reversals for each in every)
    freed = sum(each.reversals > 0 and each.came for each in every)
    pockets = jams + sum(each.pockets for each in every)
    return f'''"""Shares of the printed hopper's pockets, by {len(every)} waits in the kept pours. By `make docs`."""

FINDS = {tuple(found)}
"""The share of pockets that come with a token, if at most so many tokens are in the bowl."""
JAMS = {jams / max(1, pockets):.3f}
"""The share of pockets at which the disc jams, or nothing comes for a whole turn."""
FREES = {freed / max(1, reversals):.2f}
"""The share of turns back that end this."""
'''


def _finds(some: list[Wait]) -> float:
    came = [each for each in some if each.came]
    return round(len(came) / max(1, sum(each.pockets for each in came)), 2)
