"""Finds the unit or command card that a written name means, or says which ones come closest."""

from collections.abc import Iterable

from msgspec import Struct

from table.games.legion.data.factions import distance
from table.games.legion.data.names import closest, fold, nearest
from table.games.legion.data.units import UnitCard
from table.games.legion.rules.model.armies import CommandCard
from table.rules.text import Text, text

UNIT = "unit"
CARD = "card"
COUNTERPART = "counterpart"


class NameMatch(Struct, frozen=True):
    kind: str
    """`unit`, `card`, `counterpart`."""
    written: str
    found: str
    """The catalogue's name."""
    id: str
    exact: bool
    """False: the players should look at it: spelled differently, or told apart from others of its name."""
    told_by: str = ""
    """By what, where several units have the name: see `telling_apart`."""


class Unmatched(Struct, frozen=True):
    kind: str
    written: str
    closest: tuple[str, ...]
    candidates: tuple[UnitCard, ...] = ()
    """The name fits each of them equally well: its title is missing."""
    by_id: bool = False
    """`written` is an id in a link, not a name."""

    @property
    def words(self) -> Text:
        if self.candidates:
            named = ", ".join(f'"{name}"' for name in self.closest)  # to be copied into the list
            return text("list.several_units", name=self.written, closest=named)
        closest = ", ".join(self.closest)
        if self.by_id and self.kind == CARD:
            unknown = text("list.unknown_card_id", id=self.written)
        elif self.by_id:
            unknown = text("list.unknown_unit_id", id=self.written)
        elif self.kind == CARD:
            unknown = text("list.unknown_card", name=self.written)
        else:
            unknown = text("list.unknown_unit", name=self.written)
        return text("list.closest", unknown=unknown, closest=closest) if closest else unknown


class LinkIds(Struct, frozen=True):
    """Units and command cards by their ids in Legion HQ links. Case tells ids apart, and nothing is guessed."""

    units: dict[str, UnitCard]
    cards: dict[str, CommandCard]

    def find(self, written: str) -> tuple[UnitCard, NameMatch] | Unmatched:
        unit = self.units.get(written)
        if unit is None:
            closest = tuple(self.units[link_id].full_name for link_id in _in_other_case(written, self.units))
            return Unmatched(UNIT, written, closest, by_id=True)
        return unit, NameMatch(UNIT if unit.rank else COUNTERPART, written, unit.full_name, unit.id, True)

    def counterpart(self, written: str) -> None:
        """Links have counterparts in a place of their own, never among the upgrades."""

    def card(self, written: str) -> tuple[CommandCard, NameMatch] | Unmatched:
        card = self.cards.get(written)
        if card is None:
            closest = tuple(self.cards[link_id].name for link_id in _in_other_case(written, self.cards))
            return Unmatched(CARD, written, closest, by_id=True)
        return card, NameMatch(CARD, written, card.name, card.id, True)


def _in_other_case(written: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(link_id for link_id in ids if link_id.lower() == written.lower())


class Roster(Struct, frozen=True):
    """The units that an army of a faction may mean, by every spelling."""

    full: dict[str, tuple[UnitCard, ...]]
    """By name and title, and by what list builders call it."""
    short: dict[str, tuple[UnitCard, ...]]
    """By name alone."""
    faction: str

    def find(self, written: str) -> tuple[UnitCard, NameMatch] | Unmatched:
        folded = fold(written)
        for spellings in (self.full, self.short):
            found = self._own(spellings.get(folded, ()))
            one_name = len({unit.full_name for unit in found}) == 1
            if len(found) == 1 or (one_name and self.faction):  # two strangers of one name are the same to this army
                return found[0], NameMatch(UNIT, written, found[0].full_name, found[0].id, True)
            if found:
                return Unmatched(UNIT, written, tuple(unit.full_name for unit in found), candidates=found)
        # A near miss must not become a unit of the enemy's.
        own = {name: found[0] for name, units in self.full.items() if len(found := self._own(units, most=2)) == 1}
        if near := nearest(folded, own):
            return own[near], NameMatch(UNIT, written, own[near].full_name, own[near].id, False)
        names = dict.fromkeys(own[name].full_name for name in closest(folded, own, limit=6))
        return Unmatched(UNIT, written, tuple(names)[:3])

    def counterpart(self, written: str) -> tuple[UnitCard, NameMatch] | None:
        """Counterparts come with a unit, and lists have them among its upgrades."""
        for spellings in (self.full, self.short):
            found = tuple(u for u in self._own(spellings.get(fold(written), ()), most=2) if u.rank is None)
            if len(found) == 1:
                return found[0], NameMatch(COUNTERPART, written, found[0].full_name, found[0].id, True)
        return None

    def _own(self, units: tuple[UnitCard, ...], most: int = 3) -> tuple[UnitCard, ...]:
        """Those that are nearest to the army's faction, and not farther than `most`."""
        if not self.faction:
            return units
        least = min((distance(unit, self.faction) for unit in units), default=most)
        return tuple(unit for unit in units if distance(unit, self.faction) == least <= most)


def roster(units: Iterable[UnitCard], faction: str) -> Roster:
    full: dict[str, tuple[UnitCard, ...]] = {}
    short: dict[str, tuple[UnitCard, ...]] = {}
    for unit in units:
        for name in dict.fromkeys(fold(name) for name in (unit.full_name, *unit.aliases)):
            full[name] = (*full.get(name, ()), unit)
        short[fold(unit.name)] = (*short.get(fold(unit.name), ()), unit)
    return Roster(full, short, faction)


def find_card(written: str, cards: dict[str, CommandCard]) -> tuple[CommandCard, NameMatch] | Unmatched:
    """`cards` by their folded names."""
    folded = fold(written)
    name = folded if folded in cards else nearest(folded, cards)
    if name is None:
        return Unmatched(CARD, written, tuple(cards[like].name for like in closest(folded, cards)))
    card = cards[name]
    return card, NameMatch(CARD, written, card.name, card.id, name == folded)
