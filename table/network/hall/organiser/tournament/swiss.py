"""The pairings of the next round by the Swiss system, as the matching of all players with the least cost.

In this order: no second bye, no rematch, the bye for the lowest score group, opponents of equal points, and the draw.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from table.network.hall.organiser.tournament.standings import PlayedRecord

LOTS = 1000
"""The number of different lots between two players."""
NOBODY = ""
"""The opponent of the player with the bye."""


def next_opponents(
    names: Sequence[str], records: Mapping[str, PlayedRecord], points: Mapping[str, int], chance: Random
) -> list[tuple[str, str]]:
    """Return who plays whom, the most points first; the second name is empty for a bye.

    Names without a record have played nothing. Raises ModuleNotFoundError without networkx.
    """
    from networkx import Graph, max_weight_matching

    entrants = [*names, *([NOBODY] if len(names) % 2 else [])]
    group = {total: number for number, total in enumerate(sorted({points.get(name, 0) for name in names}))}
    rank = {name: group[points.get(name, 0)] for name in names}
    costs = _Costs(len(entrants), len(group))
    graph = Graph()
    for one, other in combinations(entrants, 2):
        met = _record(records, one)
        if other == NOBODY:
            cost = costs.of(byes=met.byes, down=rank[one], lot=chance.randrange(LOTS))
        else:
            again = met.opponents.count(other)
            cost = costs.of(again=again, apart=abs(rank[one] - rank[other]), lot=chance.randrange(LOTS))
        graph.add_edge(one, other, weight=-cost)
    matched = max_weight_matching(graph, maxcardinality=True)
    return _ordered(matched, {name: points.get(name, 0) for name in names}, chance)


class _Costs:
    """Costs of two opponents. Any number of a lesser kind costs less than one of a greater kind."""

    def __init__(self, entrants: int, groups: int) -> None:
        self._apart = entrants * LOTS
        self._down = self._apart * entrants * groups * groups
        self._again = self._down * groups
        self._bye = self._again * entrants * entrants

    def of(self, *, again: int = 0, byes: int = 0, down: int = 0, apart: int = 0, lot: int) -> int:
        return byes * self._bye + again * self._again + down * self._down + apart * apart * self._apart + lot


def _record(records: Mapping[str, PlayedRecord], name: str) -> PlayedRecord:
    return records.get(name) or PlayedRecord()


def _ordered(matched: Iterable[Iterable[str]], points: Mapping[str, int], chance: Random) -> list[tuple[str, str]]:
    """Return the pairs by their points, the bye last, and the seats of each by chance."""
    pairs = [sorted(pair) for pair in matched]
    for pair in sorted(pairs):
        chance.shuffle(pair)
    pairs.sort(key=lambda pair: (NOBODY in pair, -max(points.get(name, 0) for name in pair), sorted(pair)))
    return [(pair[1], NOBODY) if pair[0] == NOBODY else (pair[0], pair[1]) for pair in pairs]
