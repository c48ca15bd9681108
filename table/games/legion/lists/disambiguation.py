"""A list may leave a title out that several units have to their name. The rest of the list says which one is meant."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from table.games.legion.data.factions import distance
from table.games.legion.data.names import fold
from table.games.legion.data.units import UnitCard
from table.games.legion.lists.raw_list import RawUnit
from table.games.legion.rules.model.armies import CommandCard, Rank
from table.games.legion.rules.model.hands import RANK_LIMITS


class ToldBy(StrEnum):
    """A unit was told apart by this, the surest first."""

    TITLE = "title"
    RANK = "rank"
    POINTS = "points"
    FACTION = "faction"
    CARDS = "cards"
    ARMY = "army"
    NAME = "name"
    """Nothing tells them apart, and one of them has no title: its name is the one that the list has."""
    SAME = "same"
    """Nothing tells them apart, and to this army they are the same."""


_SURER = (ToldBy.TITLE, ToldBy.RANK, ToldBy.POINTS, ToldBy.FACTION)


class Clues(Struct, frozen=True):
    """The clues to a unit are what the rest of its list says of it."""

    cards: tuple[CommandCard, ...] = ()
    faction: str = ""
    """The faction of the army; empty if nothing says it."""
    others: tuple[Rank | None, ...] | None = None
    """The ranks of the rest of the army. None: not certain, or a battle force changes what it may be."""


def told_apart(
    candidates: tuple[UnitCard, ...], entry: RawUnit, clues: Clues
) -> tuple[tuple[UnitCard, ...], ToldBy | None]:
    """Return the candidates that are left, and what decided if it is one.

    Where two of the surer clues exclude each other, all are left: a damaged list is not guessed at.
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


def by_name(left: tuple[UnitCard, ...], written: str, *, short_names: bool) -> tuple[UnitCard, ToldBy] | None:
    """Return the unit to take where no clue decided, or None: then nobody but the players can.

    `short_names`: the list has the names of Legion HQ's standard text.
    """
    if len({(unit.full_name, unit.rank, unit.unit_type) for unit in left}) == 1:
        same_price = len({unit.cost for unit in left}) == 1
        return (left[0], ToldBy.SAME) if same_price or len({unit.faction for unit in left}) > 1 else None
    named = [unit for unit in left if fold(unit.full_name) == fold(written)]
    if not named and short_names:
        named = [unit for unit in left if fold(unit.display_name or unit.name) == fold(written)]
    return (named[0], ToldBy.NAME) if len(named) == 1 else None


def _clues(
    candidates: tuple[UnitCard, ...], entry: RawUnit, clues: Clues
) -> Iterator[tuple[ToldBy, tuple[UnitCard, ...]]]:
    said = {fold(upgrade) for upgrade in entry.upgrades}
    yield ToldBy.TITLE, tuple(unit for unit in candidates if unit.title and fold(unit.title) in said)
    yield ToldBy.RANK, tuple(unit for unit in candidates if unit.rank is entry.rank)
    yield ToldBy.POINTS, tuple(unit for unit in candidates if unit.cost in entry.prices)
    if clues.faction:
        far = {unit: distance(unit, clues.faction) for unit in candidates}
        yield ToldBy.FACTION, tuple(unit for unit in candidates if far[unit] == min(far.values()))
    wanted = {card.title for card in clues.cards if card.title and candidates[0].name in card.belongs_to}
    yield ToldBy.CARDS, tuple(unit for unit in candidates if unit.title in wanted)
    if clues.others is not None:
        counts = Counter(clues.others)
        yield ToldBy.ARMY, tuple(unit for unit in candidates if _standard(counts + Counter((unit.rank,))))


def _standard(counts: Counter[Rank | None]) -> bool:
    """True if every rank is within its limits.

    Otherwise the list is not whole: its units say nothing of who is missing.
    """
    return all(least <= counts[rank] <= most for rank, least, most in RANK_LIMITS)
