"""The order tokens by kind: a heap for each combat group, and for Irregular, Tactical and Lieutenant Orders.

A table says which of these its hoppers hold (`heaps`). The Regular Orders of a group without a heap come from the one
that all groups share; an order of another kind has no token then, and lies beside its trooper.
"""

from collections.abc import Iterable
from typing import TypeAlias

from table.games.infinity.rules.model.forces import MOST_GROUPS

REGULAR, IRREGULAR, TACTICAL, LIEUTENANT = "regular", "irregular", "tactical", "lieutenant"
GROUPS = tuple(f"{REGULAR}_{group}" for group in range(1, MOST_GROUPS + 1))
HEAPS = (*GROUPS, IRREGULAR, TACTICAL, LIEUTENANT)
"""The kinds for which a table may have a heap beside the one of all Regular Orders."""
ORDERS = (REGULAR, *HEAPS)

COMMAND, SPEEDBALL = "command", "speedball"
"""The kinds of the other tokens."""

Heap: TypeAlias = tuple[str, int]
"""A kind, and a number of its tokens."""


def regular(group: int, heaps: Iterable[str]) -> str:
    """Return the kind of the Regular Orders of a combat group."""
    own = f"{REGULAR}_{group}"
    return own if own in heaps else REGULAR


def more(heaps: tuple[Heap, ...], kind: str, by: int) -> tuple[Heap, ...]:
    """Return the heaps with so many tokens more, or fewer. One with none is left out."""
    counts = dict(heaps)
    counts[kind] = counts.get(kind, 0) + by
    return tuple((kind, n) for kind, n in counts.items() if n)


def added_up(kinds: Iterable[Heap]) -> tuple[Heap, ...]:
    """Return one heap for each kind."""
    heaps: tuple[Heap, ...] = ()
    for kind, n in kinds:
        heaps = more(heaps, kind, n)
    return heaps


def of_kind(id: str, kind: str) -> str:
    """Return the id of something that can be corrected, with the kind of the tokens that follow."""
    return id if kind == REGULAR else f"{id}.{kind}"
