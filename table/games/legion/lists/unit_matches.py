"""Matching of a list's units, by spelling and by the rest of the list."""

from collections.abc import Sequence

from msgspec import Struct

from table.games.legion.data.factions import likely_faction
from table.games.legion.data.names import fold, nearest
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.disambiguation import Clues, DecidedBy, by_name, distinguished
from table.games.legion.lists.name_matches import UNIT, LinkIds, NameMatch, Spellings, Unmatched
from table.games.legion.lists.raw_list import RawArmyList, RawUnit
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.keywords import Keyword

UnitResult = tuple[UnitCard, NameMatch] | Unmatched
Entry = tuple[UnitResult, ...]
"""A matched unit, followed by its counterparts."""
_SURE = (DecidedBy.TITLE, DecidedBy.RANK, DecidedBy.POINTS)
"""Clues that need no note if they agree with the name."""


class Spelled(Struct, frozen=True):
    """The units with the spelling of an entry."""

    written: str
    units: tuple[UnitCard, ...] = ()
    exact: bool = True
    """True if the spelling is exact and the rest of the entry fits."""


def found_units(written: RawArmyList, known: Spellings, cards: tuple[CommandCard, ...], faction: str) -> list[Entry]:
    """Return the match of each unit in a list of names. `faction`: the army's; empty if unknown."""
    spelled = [_spelled(entry, known, written.titled) for entry in written.units]
    clues = _all_clues(written, spelled, Clues(cards, faction))
    return [
        (_result(entry, each, known, clues, written.short_names), *_counterparts(entry, known))
        for entry, each in zip(written.units, spelled, strict=True)
    ]


def found_ids(written: RawArmyList, known: LinkIds) -> list[Entry]:
    """Return the match of each unit in a link."""
    return [(known.find(entry.name), *map(known.find, entry.counterparts)) for entry in written.units]


def voted_faction(written: RawArmyList, known: Spellings | LinkIds, cards: tuple[CommandCard, ...]) -> str:
    """Return the faction of the unambiguous units and cards of a list; empty if unknown."""
    votes = [card.faction for card in cards]
    for entry in written.units:
        factions = {unit.faction for unit in _sure(entry, known, cards, written.titled)}
        votes.extend(factions if len(factions) == 1 else ())
    return likely_faction(votes)


def _sure(
    entry: RawUnit, known: Spellings | LinkIds, cards: tuple[CommandCard, ...], titled: bool
) -> tuple[UnitCard, ...]:
    """Return the units that an entry may mean by its exact spelling."""
    if isinstance(known, LinkIds):
        found = known.find(entry.name)
        return () if isinstance(found, Unmatched) else (found[0],)
    whole = _whole(entry)
    units = (whole and known.units(whole, titled=titled)) or known.units(entry.name, titled=titled)
    return distinguished(units, entry, Clues(cards))[0]


def _all_clues(written: RawArmyList, spelled: Sequence[Spelled], clues: Clues) -> Clues:
    """Return the clues. The rest of the army is one if a single unit is open."""
    pairs = zip(written.units, spelled, strict=True)
    left = [distinguished(each.units, entry, clues)[0] for entry, each in pairs]
    led = any(units and units[0].in_army(0).has(Keyword.FIELD_COMMANDER) for units in left)  # it may have no commander
    if sum(len(units) != 1 for units in left) != 1 or written.battle_force or led:
        return clues
    return Clues(clues.cards, clues.faction, tuple(units[0].rank for units in left if len(units) == 1))


def _spelled(entry: RawUnit, known: Spellings, titled: bool) -> Spelled:
    """Return the units with the spelling of an entry: first with title or brackets, then without."""
    whole = _whole(entry)
    for written in (whole, entry.name):
        if not written:
            continue
        if units := known.units(written, titled=titled):
            beside = bool(entry.title) and written != whole  # a title that says nothing is shown beside the name
            sure = not beside and known.is_sure(written, units)
            return Spelled(whole if beside else written, units, exact=sure)
        near = known.near(written)
        if near and (written != whole or entry.title or _like_title(entry.brackets, near)):
            return Spelled(written, (near,), exact=False)
    return Spelled(whole if entry.title else entry.name)


def _like_title(words: str, unit: UnitCard) -> bool:
    """True if words in brackets are the unit's misspelled title. Most are upgrades."""
    return bool(unit.title) and nearest(fold(words), (fold(unit.title),)) is not None


def _whole(entry: RawUnit) -> str:
    beside = entry.title or entry.brackets
    return f"{entry.name} {beside}" if beside else ""


def _result(entry: RawUnit, spelled: Spelled, known: Spellings, clues: Clues, short_names: bool) -> UnitResult:
    if not spelled.units:
        return Unmatched(UNIT, spelled.written, known.closest(spelled.written))
    left, reason = distinguished(spelled.units, entry, clues)
    if len(left) > 1:
        taken = by_name(left, spelled.written, short_names=short_names)
        if taken is None:
            return Unmatched(UNIT, spelled.written, _names(left), candidates=left)
        left, reason = (taken[0],), taken[1]
    (unit,) = left
    confirmed = reason in _SURE and fold(unit.full_name) == fold(spelled.written)
    noted = "" if reason in (None, DecidedBy.FACTION) or confirmed else str(reason)
    exact = spelled.exact and not noted
    return unit, NameMatch(UNIT, spelled.written, unit.full_name, unit.id, exact, noted)


def _names(units: Sequence[UnitCard]) -> tuple[str, ...]:
    """Return the names to write into the list, with points if the names are equal."""
    names = [unit.full_name for unit in units]
    return tuple(
        name if names.count(name) == 1 else f"{name} ({unit.cost})" for name, unit in zip(names, units, strict=True)
    )


def _counterparts(entry: RawUnit, known: Spellings) -> tuple[UnitResult, ...]:
    named = (known.counterpart(upgrade) for upgrade in entry.upgrades)
    return tuple(counterpart for counterpart in named if counterpart is not None)
