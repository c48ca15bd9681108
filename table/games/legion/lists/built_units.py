"""A list as it was built: each unit with its counterparts and upgrades."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.data.upgrade_cards import UpgradeCard, UpgradeCards
from table.games.legion.lists.name_matches import Unmatched
from table.games.legion.lists.raw_list import RawArmyList, RawUnit
from table.games.legion.lists.unit_matches import Entry


class BuiltUnit(Struct, frozen=True):
    card: UnitCard
    counterparts: tuple[UnitCard, ...]
    upgrades: tuple[str, ...]
    """The names of its upgrades as written, or their ids in a link."""


class KnownUpgrades(NamedTuple):
    known: tuple[UpgradeCard, ...]
    others: tuple[str, ...]
    """The names and ids that are not known."""


def built_units(written: RawArmyList, entries: Sequence[Entry]) -> Iterator[BuiltUnit]:
    """Yield the known units of a list as they were built."""
    for raw, entry in zip(written.units, entries, strict=True):
        first = entry[0]
        if isinstance(first, Unmatched):
            continue
        others = tuple(each for each in entry[1:] if not isinstance(each, Unmatched))
        taken = {match.written for _, match in others}
        upgrades = tuple(each for each in _upgrades(raw, first[0]) if each not in taken)
        yield BuiltUnit(first[0], tuple(card for card, _ in others), upgrades)


def _upgrades(raw: RawUnit, card: UnitCard) -> Iterator[str]:
    """Yield the upgrades. A title may be among them, or in the brackets after the name."""
    title = fold(card.full_name)
    for each in raw.possible_upgrades:
        if (each in raw.upgrades or fold(each) not in title) and fold(each) != fold(card.title):
            yield each


def known_upgrades(unit: BuiltUnit, cards: UpgradeCards) -> KnownUpgrades:
    """Return the upgrades of a unit by their names or ids."""
    found = {each: cards.by_id.get(each) or cards.named(each, unit.card) for each in unit.upgrades}
    known = tuple(card for each in unit.upgrades if (card := found[each]) is not None)
    return KnownUpgrades(known, tuple(each for each in unit.upgrades if found[each] is None))
