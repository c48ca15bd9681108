"""Marks that depend on each other: every set of them, against a search through all sequences (LA-86)."""

import random
from itertools import combinations

import pytest

from table.rules.choice.marking import MarkWay, additions, found, kept

OPTIONS = ("a", "b", "c", "d", "e")


def reached(ways: tuple[MarkWay, ...]) -> set[frozenset[str]]:
    """Every set of marks that one mark after another leads to, each by a way that is still free."""
    seen = {(frozenset[str](), frozenset[int]())}
    waiting = list(seen)
    while waiting:
        marked, used = waiting.pop()
        for place, way in enumerate(ways):
            if place in used or (way.after and way.after not in marked):
                continue
            for option in set(way.to) - marked:
                more = (marked | {option}, used | {place})
                if more not in seen:
                    seen.add(more)
                    waiting.append(more)
    return {marked for marked, _ in seen}


def drawn(rng: random.Random) -> tuple[MarkWay, ...]:
    def some() -> tuple[str, ...]:
        return tuple(rng.sample(OPTIONS, rng.randrange(1, 4)))

    free = [MarkWay(some()) for _ in range(rng.randrange(1, 4))]
    return (*free, *(MarkWay(some(), rng.choice(OPTIONS)) for _ in range(rng.randrange(5))))


@pytest.mark.rule("LA-86")
@pytest.mark.parametrize("seed", range(60))
def test_what_can_be_marked_together_is_what_some_sequence_leads_to(seed: int) -> None:
    ways = drawn(random.Random(seed))
    right = reached(ways)
    for size in range(len(OPTIONS) + 1):
        for wanted in combinations(OPTIONS, size):
            marks = found(ways, wanted)
            assert (marks is not None) is (frozenset(wanted) in right), (ways, wanted)
            if marks is not None:
                assert set(marks.order) == set(wanted) == marks.ways.keys()
                before = dict(zip(marks.order, range(size), strict=True))
                for option, place in marks.ways.items():
                    after = ways[place].after
                    assert option in ways[place].to
                    assert not after or before[after] < before[option]


@pytest.mark.rule("LA-86")
def test_a_long_list_of_equal_options_is_searched_in_few_steps() -> None:
    """Thirteen droids, of which only the first gets its order from the card, and two are out of every reach."""
    droids = tuple(f"{n}" for n in range(13))
    chains = tuple(MarkWay(tuple(o for o in droids[:11] if o != each), each) for each in droids[1:6])
    ways = (MarkWay(droids[:1]), MarkWay(("7",)), *chains, *(MarkWay(droids[:9], each) for each in droids[6:9]))
    assert len(kept(ways, droids)) == 10
    assert found(ways, droids[:11]) is None


@pytest.mark.rule("LA-86")
def test_the_unconditional_ways_are_used_first_and_the_first_of_them_most() -> None:
    ways = (MarkWay(("a", "b")), MarkWay(("a",)))
    marks = found(ways, ("a", "b"))
    assert marks is not None
    assert marks.ways == {"a": 1, "b": 0}
    one = found(ways, ("a",))
    assert one is not None
    assert one.ways == {"a": 0}


@pytest.mark.rule("LA-86")
def test_without_its_giver_a_chain_goes_and_what_has_another_way_stays() -> None:
    ways = (MarkWay(("a", "c")), MarkWay(("b",), "a"))
    assert additions(ways, ("a",), OPTIONS) == ("b",)
    assert kept(ways, ("b",)) == ()
    assert kept(ways, ("b", "c")) == ("c",)
    assert kept(ways, ("b", "a", "c")) == ("b", "a")
