"""Which unit is meant where a list leaves a title out and several have the name: what else the list says of it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from table.games.legion.data.units import UnitCard
from table.games.legion.lists.raw_list import RawUnit
from table.games.legion.rules.model.armies import CommandCard, Rank
from table.games.legion.rules.model.hands import RANK_LIMITS

RANK, CARDS, POINTS, ARMY = "rank", "cards", "points", "army"
"""By what a unit was told apart, the surest first."""


def told_apart(
    candidates: tuple[UnitCard, ...],
    entry: RawUnit,
    cards: Iterable[CommandCard],
    others: Iterable[Rank | None] | None,
    *,
    priced: bool,
) -> tuple[UnitCard, str] | None:
    """The one that is left, and by what; None: it stays open.

    `others` are the ranks of the rest of the army, None if that is not certain or a battle force changes what it may
    be. `priced`: the catalogue's points are of this edition.
    """
    for reason, fitting in _clues(candidates, entry, tuple(cards), others, priced):
        candidates = fitting or candidates
        if len(candidates) == 1:
            return candidates[0], reason
    return None


def _clues(
    candidates: tuple[UnitCard, ...],
    entry: RawUnit,
    cards: tuple[CommandCard, ...],
    others: Iterable[Rank | None] | None,
    priced: bool,
) -> Iterator[tuple[str, tuple[UnitCard, ...]]]:
    yield RANK, tuple(unit for unit in candidates if unit.rank is entry.rank)
    wanted = {card.title for card in cards if card.title and candidates[0].name in card.belongs_to}
    yield CARDS, tuple(unit for unit in candidates if unit.title in wanted)
    yield POINTS, tuple(unit for unit in candidates if priced and unit.cost in entry.prices)
    if others is not None:
        counts = Counter(others)
        yield ARMY, tuple(unit for unit in candidates if _standard(counts + Counter((unit.rank,))))


def _standard(counts: Counter[Rank | None]) -> bool:
    """Within every limit: a few units of a list that is not whole say nothing of who is missing."""
    return all(least <= counts[rank] <= most for rank, least, most in RANK_LIMITS)
