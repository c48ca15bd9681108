"""The order tokens by kind: a heap for each combat group, and for Irregular, Tactical and Lieutenant Orders.

`heaps` are the kinds in a table's hoppers. Regular Orders of a group without a heap come from the common heap. Orders
of another kind without a heap have no token.
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
    """Return the heaps with this many tokens more or fewer. Empty heaps are left out."""
    counts = dict(heaps)
    counts[kind] = counts.get(kind, 0) + by
    return tuple((kind, n) for kind, n in counts.items() if n)


def added_up(kinds: Iterable[Heap]) -> tuple[Heap, ...]:
    """Return the sum of the heaps, by kind."""
    heaps: tuple[Heap, ...] = ()
    for kind, n in kinds:
        heaps = more(heaps, kind, n)
    return heaps


def of_kind(id: str, kind: str) -> str:
    """Return the id of a correction that includes the kind of the tokens it moves."""
    return id if kind == REGULAR else f"{id}.{kind}"
