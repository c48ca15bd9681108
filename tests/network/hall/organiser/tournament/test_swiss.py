"""The next round by the Swiss system, compared with the best of all possible rounds."""

import random
from collections.abc import Iterator

import pytest

from table.network.hall.organiser.tournament.standings import PlayedRecord
from table.network.hall.organiser.tournament.swiss import next_opponents

Pairs = list[tuple[str, str]]


def paired(records: dict[str, PlayedRecord], points: dict[str, int], seed: int = 1) -> Pairs:
    return next_opponents([*points], records, points, random.Random(seed))


def every_round(names: list[str]) -> Iterator[Pairs]:
    """Every possible round, with a bye where the number is odd."""
    if len(names) < 2:
        yield [(name, "") for name in names]
        return
    first, *rest = names
    for other in rest:
        for more in every_round([each for each in rest if each != other]):
            yield [(first, other), *more]
    if len(names) % 2:
        for more in every_round(rest):
            yield [(first, ""), *more]


def badness(pairs: Pairs, records: dict[str, PlayedRecord], points: dict[str, int]) -> tuple[int, ...]:
    """Second byes, rematches, the bye's distance from the lowest score, and how far opponents are apart."""
    ranks = sorted(set(points.values()))
    rank = {name: ranks.index(total) for name, total in points.items()}
    byes = [one for one, other in pairs if not other]
    met = [(one, other) for one, other in pairs if other]
    return (
        sum(records[name].byes for name in byes),
        sum(records[one].opponents.count(other) for one, other in met),
        sum(rank[name] for name in byes),
        sum((rank[one] - rank[other]) ** 2 for one, other in met),
    )


@pytest.mark.parametrize("count", [4, 5, 7, 8])
@pytest.mark.parametrize("seed", range(4))
def test_no_possible_round_is_better(count: int, seed: int) -> None:
    rng, names = random.Random(seed), [f"P{number}" for number in range(count)]
    records, points = {name: PlayedRecord() for name in names}, dict.fromkeys(names, 0)
    for _ in range(count - 1):
        found = paired(records, points, seed)
        assert sorted(name for pair in found for name in pair if name) == names
        best = min(badness(each, records, points) for each in every_round(names))
        assert badness(found, records, points) == best
        for one, other in found:
            if not other:
                records[one].byes += 1
                points[one] += 3
                continue
            outcome = rng.choice((-1, 0, 1))
            records[one].add(other, outcome, 0, 0)
            records[other].add(one, -outcome, 0, 0)
            points[one] += {1: 3, 0: 1, -1: 0}[outcome]
            points[other] += {1: 0, 0: 1, -1: 3}[outcome]


def test_nobody_meets_twice_while_that_can_be_avoided_and_a_bye_comes_once() -> None:
    names = [f"P{number}" for number in range(33)]
    records, points = {name: PlayedRecord() for name in names}, dict.fromkeys(names, 0)
    rng = random.Random(7)
    for _ in range(6):
        for one, other in paired(records, points):
            winner = one if not other or rng.random() < 0.5 else other
            points[winner] += 3
            if other:
                records[one].add(other, 1 if winner == one else -1, 0, 0)
                records[other].add(one, 1 if winner == other else -1, 0, 0)
            else:
                records[one].byes += 1
    assert all(len(set(each.opponents)) == len(each.opponents) for each in records.values())
    assert sorted(each.byes for each in records.values()) == [0] * 27 + [1] * 6


def test_the_same_lot_gives_the_same_round_and_another_lot_another_one() -> None:
    points = dict.fromkeys("ABCDEFGH", 0)
    rounds = {tuple(paired({}, points, seed)) for seed in (1, 1, 2, 3)}
    assert len(rounds) == 3


def test_the_leaders_are_at_the_first_table_and_the_bye_is_last() -> None:
    points = {"A": 0, "B": 6, "C": 3, "D": 6, "E": 3}
    (first, second, bye) = paired({}, points)
    assert (set(first), set(second), bye) == ({"B", "D"}, {"C", "E"}, ("A", ""))
