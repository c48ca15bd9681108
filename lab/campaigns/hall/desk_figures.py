"""Measure an evening at the hall's desk: do its standings equal a reckoning of our own, and does nobody meet twice?

The reckoning knows the raw outcomes at the tables and the pairings that the organiser saw, and none of the hall's code.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from lab.campaigns.hall import desk_evening
from lab.campaigns.hall.desk_evening import PLAYERS, ROUNDS, TABLES, DeskRound
from lab.figure import Figure, at_most, control_of, left_out, none_of
from lab.temporary_folder import temporary_folder

MOST_S = 60.0
NOTE = f"{TABLES} tables, {len(PLAYERS)} players, {ROUNDS} rounds, one correction; everything at the page"


def measure(seed: int) -> Iterator[Figure]:
    if left_out("hall.desk.*", desk_evening.missing()):
        return
    began_s = time.monotonic()
    with temporary_folder() as folder:
        played = asyncio.run(desk_evening.evening(folder / "hall", seed))
    yield at_most("hall.desk.seconds", [time.monotonic() - began_s], MOST_S, "s")
    yield none_of("hall.desk", differing(played.rows, played.rounds), "players", len(PLAYERS), NOTE)
    yield none_of("hall.desk.again", again(played.rounds), "players", len(PLAYERS), "rematches and second byes")
    last = played.rounds[-1]
    withheld = dict([*last.outcomes.items()][1:])
    control = differing(played.rows, [*played.rounds[:-1], last._replace(outcomes=withheld)])
    yield control_of("hall.desk.control", len(control), "players", len(PLAYERS), note="one result withheld")


def differing(rows: Sequence[Sequence[str]], rounds: Sequence[DeskRound]) -> list[str]:
    """Return the players whose row on the page is not the reckoned one, or who are missing on one side."""
    shown = {row[1]: (int(row[0]), *row[2:]) for row in rows}
    reckoned = reckoning(rounds)
    return [name for name in shown.keys() | reckoned.keys() if shown.get(name) != reckoned.get(name)]


def again(rounds: Sequence[DeskRound]) -> list[str]:
    """Return the pairs that met more than once, and the players with more than one bye."""
    met = Counter(frozenset(seats) for each in rounds for seats in each.tables.values())
    byes = Counter(name for each in rounds for name in each.byes)
    return [str(each) for each, times in [*met.items(), *byes.items()] if times > 1]


def reckoning(rounds: Sequence[DeskRound]) -> dict[str, tuple[object, ...]]:
    """Return place, points, results, mean points of the opponents and difference of each player, as the page has them.

    A win has 3 points, a draw 1, a bye 3. Players with the same numbers share a place.
    """
    tally = {name: Counter[str]() for name in PLAYERS}
    met = {name: list[str]() for name in PLAYERS}
    for each in rounds:
        for name in each.byes:
            tally[name].update(points=3, byes=1)
        for table, (blue_points, red_points, winner) in each.outcomes.items():
            blue, red = each.tables[table]
            for name, other, lead in (
                (blue, red, blue_points - red_points),
                (red, blue, red_points - blue_points),
            ):
                met[name].append(other)
                tally[name].update(difference=lead)
                if winner is None:
                    tally[name].update(drawn=1, points=1)
                elif str(winner) == ("blue" if name == blue else "red"):
                    tally[name].update(won=1, points=3)
                else:
                    tally[name].update(lost=1)
    keys = {}
    for name, sums in tally.items():
        mean = Fraction(sum(tally[other]["points"] for other in met[name]), len(met[name]) or 1)
        keys[name] = (sums["points"], mean, sums["difference"])
    return {
        name: (
            1 + sum(other > key for other in keys.values()),
            str(key[0]),
            _won(tally[name]),
            f"{float(key[1]):.2f}",
            str(key[2]),
        )
        for name, key in keys.items()
    }  # fmt: skip


def _won(own: Counter[str]) -> str:
    byes = f" (+{own['byes']})" if own["byes"] else ""
    return f"{own['won']} – {own['drawn']} – {own['lost']}{byes}"
