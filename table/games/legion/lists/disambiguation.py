"""Units of the same name, distinguished by the rest of the list."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from table.games.legion.data.factions import distance
from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.raw_list import RawUnit
from table.games.legion.rules.model.armies import CommandCard, Rank
from table.games.legion.rules.model.hands import RANK_LIMITS


class DecidedBy(StrEnum):
    """The clue that decided between units of one name, the surest first."""

    TITLE = "title"
    RANK = "rank"
    POINTS = "points"
    FACTION = "faction"
    CARDS = "cards"
    ARMY = "army"
    NAME = "name"
    """No clue. One of them has no title, as in the list."""
    SAME = "same"
    """No clue. They are equal for this army."""


_SURER = (DecidedBy.TITLE, DecidedBy.RANK, DecidedBy.POINTS, DecidedBy.FACTION)


class Clues(Struct, frozen=True):
    """The clues that the rest of the list gives."""

    cards: tuple[CommandCard, ...] = ()
    faction: str = ""
    """The faction of the army; empty if unknown."""
    others: tuple[Rank | None, ...] | None = None
    """The ranks of the rest of the army. None if uncertain, or if a battle force changes the limits."""


def distinguished(
    candidates: tuple[UnitCard, ...], entry: RawUnit, clues: Clues
) -> tuple[tuple[UnitCard, ...], DecidedBy | None]:
    """Return the remaining candidates, and the clue if one is left.

    If two sure clues contradict each other, all candidates remain.
    """
    if len(candidates) < 2:
        return candidates, None
    left, decided = candidates, None
    for reason, fitting in _clues(candidates, entry, clues):
        if decided is not None and reason not in _SURER:
            break
        if fitting and not (left := tuple(unit for unit in left if unit in fitting)):
            return candidates, None
        if len(left) == 1 and decided is None:
            decided = reason
    return left, decided


def by_name(left: tuple[UnitCard, ...], written: str, *, short_names: bool) -> tuple[UnitCard, DecidedBy] | None:
    """Return the unit to take without a clue, or None if the players must choose.

    `short_names`: the list has the names of Legion HQ's standard text.
    """
    if len({(unit.full_name, unit.rank, unit.unit_type) for unit in left}) == 1:
        same_price = len({unit.cost for unit in left}) == 1
        return (left[0], DecidedBy.SAME) if same_price or len({unit.faction for unit in left}) > 1 else None
    named = [unit for unit in left if fold(unit.full_name) == fold(written)]
    if not named and short_names:
        named = [unit for unit in left if fold(unit.display_name or unit.name) == fold(written)]
    return (named[0], DecidedBy.NAME) if len(named) == 1 else None


def _clues(
    candidates: tuple[UnitCard, ...], entry: RawUnit, clues: Clues
) -> Iterator[tuple[DecidedBy, tuple[UnitCard, ...]]]:
    upgrades = {fold(upgrade) for upgrade in entry.upgrades}
    yield DecidedBy.TITLE, tuple(unit for unit in candidates if unit.title and fold(unit.title) in upgrades)
    yield DecidedBy.RANK, tuple(unit for unit in candidates if unit.rank is entry.rank)
    yield DecidedBy.POINTS, tuple(unit for unit in candidates if unit.cost in entry.prices)
    if clues.faction:
        far = {unit: distance(unit, clues.faction) for unit in candidates}
        yield DecidedBy.FACTION, tuple(unit for unit in candidates if far[unit] == min(far.values()))
    wanted = {card.title for card in clues.cards if card.title and candidates[0].name in card.belongs_to}
    yield DecidedBy.CARDS, tuple(unit for unit in candidates if unit.title in wanted)
    if clues.others is not None:
        counts = Counter(clues.others)
        yield DecidedBy.ARMY, tuple(unit for unit in candidates if _standard(counts + Counter((unit.rank,))))


def _standard(counts: Counter[Rank | None]) -> bool:
    """True if every rank is within its limits. Otherwise the list is incomplete and its ranks are no clue."""
    return all(least <= counts[rank] <= most for rank, least, most in RANK_LIMITS)
