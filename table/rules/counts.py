"""Counts by kind: a blind pool, the tokens on the table. Kinds keep their order, and kinds of count 0 are left out."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Counts: TypeAlias = tuple[tuple[str, int], ...]


def count(kinds: Iterable[str], order: Sequence[str]) -> Counts:
    tally: dict[str, int] = {}
    for kind in kinds:
        tally[kind] = tally.get(kind, 0) + 1
    return tuple((kind, tally[kind]) for kind in order if kind in tally)


def of(counts: Counts, kind: str) -> int:
    for each, n in counts:
        if each == kind:
            return n
    return 0


def change(counts: Counts, kind: str, by: int, order: Sequence[str]) -> Counts:
    """Return `counts` with `by` more (or fewer) of a kind. Raises ValueError if the count would become negative."""
    tally = dict(counts)
    tally[kind] = tally.get(kind, 0) + by
    if tally[kind] < 0:
        raise ValueError(f"{-by} of {kind} are wanted, and {tally[kind] + by} are there")
    return tuple((each, tally[each]) for each in order if tally.get(each))
