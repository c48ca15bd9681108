"""Matching of a written name to a unit or command card, or to the closest ones."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.factions import distance
from table.games.legion.data.names import as_near, closest, fold, nearest
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.text.known_names import KnownNames
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
    """False if the players should check it: a different spelling, or a choice between namesakes."""
    decided_by: str = ""
    """The clue that decided between namesakes, if a note names it: see `DecidedBy`."""


class Unmatched(Struct, frozen=True):
    kind: str
    written: str
    closest: tuple[str, ...]
    candidates: tuple[UnitCard, ...] = ()
    """The units that fit the name equally well, because its title is missing."""
    by_id: bool = False
    """True if `written` is an id in a link."""

    @property
    def words(self) -> Text:
        if self.candidates:
            named = ", ".join(f'"{name}"' for name in self.closest)  # to be copied into the list
            return text("list.several_units", name=self.written, closest=named)
        closest = ", ".join(self.closest)
        kind = CARD if self.kind == CARD else UNIT
        if self.by_id:
            unknown = text(f"list.unknown_in_link.{kind}", id=self.written)
        else:
            unknown = text(f"list.unknown.{kind}", name=self.written)
        return text("list.closest", unknown=unknown, closest=closest) if closest else unknown


class LinkIds(Struct, frozen=True):
    """Units and command cards by their ids in Legion HQ links. Case matters, and nothing is guessed."""

    units: dict[str, UnitCard]
    cards: dict[str, CommandCard]

    def find(self, written: str) -> tuple[UnitCard, NameMatch] | Unmatched:
        unit = self.units.get(written)
        if unit is None:
            closest = tuple(self.units[link_id].full_name for link_id in _in_other_case(written, self.units))
            return Unmatched(UNIT, written, closest, by_id=True)
        return unit, NameMatch(UNIT if unit.rank else COUNTERPART, written, unit.full_name, unit.id, True)

    def card(self, written: str) -> tuple[CommandCard, NameMatch] | Unmatched:
        card = self.cards.get(written)
        if card is None:
            closest = tuple(self.cards[link_id].name for link_id in _in_other_case(written, self.cards))
            return Unmatched(CARD, written, closest, by_id=True)
        return card, NameMatch(CARD, written, card.name, card.id, True)


def _in_other_case(written: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(link_id for link_id in ids if link_id.lower() == written.lower())


class Spellings(Struct, frozen=True):
    """The units of an edition by every spelling."""

    full: dict[str, tuple[UnitCard, ...]]
    """The units by name and title, and by what list builders call them."""
    short: dict[str, tuple[UnitCard, ...]]
    """The units by name alone."""
    own: dict[str, UnitCard]
    """The units that a nearly correct name can mean in an army of the faction."""
    counterparts: dict[str, UnitCard]
    names: tuple[str, ...]
    """Every name in its exact spelling."""

    def units(self, written: str, *, titled: bool) -> tuple[UnitCard, ...]:
        """Return the units with this spelling. `titled`: a bare name is that of the unit without a title, if any."""
        folded = fold(written)
        full, short = self.full.get(folded, ()), self.short.get(folded, ())
        found = full or short if titled else tuple(dict.fromkeys((*full, *short)))
        return found or self._repeated_name(folded)

    def _repeated_name(self, folded: str) -> tuple[UnitCard, ...]:
        """Return the units of `Kraken - Kraken`, as Legion HQ writes it."""
        words = folded.split()
        half = len(words) // 2
        return self.short.get(" ".join(words[:half]), ()) if words[:half] == words[half:] else ()

    def is_sure(self, written: str, units: tuple[UnitCard, ...]) -> bool:
        """True if no other name is as close, letter by letter, as those of the units with this folded name."""
        return not as_near(written, (name for unit in units for name in names_of(unit)), self.names)

    def near(self, written: str) -> UnitCard | None:
        """Return the unit that misspelled words must mean. It is never an enemy unit."""
        near = nearest(fold(written), self.own)
        return None if near is None else self.own[near]

    def closest(self, written: str) -> tuple[str, ...]:
        """Return the names to suggest as "did you mean"."""
        found = closest(fold(written), self.own, limit=6)
        return tuple(dict.fromkeys(self.own[name].full_name for name in found))[:3]

    def counterpart(self, written: str) -> tuple[UnitCard, NameMatch] | None:
        """Return the counterpart that an upgrade names. Lists have counterparts among the upgrades of their unit."""
        folded = fold(written)
        name = folded if folded in self.counterparts else nearest(folded, self.counterparts)
        if name is None:
            return None
        unit = self.counterparts[name]
        return unit, NameMatch(COUNTERPART, written, unit.full_name, unit.id, name == folded)


def spellings(units: Iterable[UnitCard], faction: str) -> Spellings:
    """Return every spelling of these units for an army of a faction; empty if unknown."""
    full: dict[str, tuple[UnitCard, ...]] = {}
    short: dict[str, tuple[UnitCard, ...]] = {}
    for unit in units:
        for name in dict.fromkeys(fold(name) for name in (unit.full_name, *unit.aliases)):
            full[name] = (*full.get(name, ()), unit)
        short[fold(unit.name)] = (*short.get(fold(unit.name), ()), unit)
    own = _only_ones(full, faction)
    by_name = _only_ones(
        {name: tuple(unit for unit in those if unit.rank is None) for name, those in short.items()}, faction
    )
    counterparts = by_name | {name: unit for name, unit in own.items() if unit.rank is None}
    return Spellings(full, short, own, counterparts, tuple(name for unit in units for name in names_of(unit)))


def known_names(catalogue: Catalogue) -> KnownNames:
    """Return the names of an edition by which a text's lines are recognised."""
    return _known_names(catalogue.cards, catalogue.units)


@lru_cache(maxsize=4)
def _known_names(cards: tuple[CommandCard, ...], units: tuple[UnitCard, ...]) -> KnownNames:
    return KnownNames(
        frozenset(fold(card.name) for card in cards), frozenset(fold(name) for unit in units for name in names_of(unit))
    )


def names_of(unit: UnitCard) -> tuple[str, ...]:
    """Return every name of a unit."""
    return (unit.full_name, unit.name, *unit.aliases)


def _only_ones(known: dict[str, tuple[UnitCard, ...]], faction: str) -> dict[str, UnitCard]:
    """Return the spellings that mean exactly one unit that an army of the faction may have."""
    found = ((name, _nearest_to(units, faction, most=2)) for name, units in known.items())
    return {name: units[0] for name, units in found if len(units) == 1}


def _nearest_to(units: tuple[UnitCard, ...], faction: str, most: int = 3) -> tuple[UnitCard, ...]:
    """Return the units nearest to an army's faction, within `most`."""
    if not faction:
        return units
    least = min((distance(unit, faction) for unit in units), default=most)
    return tuple(unit for unit in units if distance(unit, faction) == least <= most)


def find_card(written: str, cards: dict[str, CommandCard]) -> tuple[CommandCard, NameMatch] | Unmatched:
    """Match a card's name. `cards`: all cards by folded name."""
    folded = fold(written)
    name = folded if folded in cards else nearest(folded, cards)
    if name is None:
        return Unmatched(CARD, written, tuple(cards[like].name for like in closest(folded, cards)))
    card = cards[name]
    exact = name == folded and not as_near(written, (card.name,), (other.name for other in cards.values()))
    return card, NameMatch(CARD, written, card.name, card.id, exact)
