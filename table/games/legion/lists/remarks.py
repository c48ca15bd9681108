"""Remarks about oddities of a list. Nothing is refused for them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from table.games.legion.data.battle_forces import MODES, RECON, STANDARD, known_force
from table.games.legion.data.catalogue import CURRENT, Catalogue
from table.games.legion.data.factions import distance
from table.games.legion.data.names import fold, resembling
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.name_matches import NameMatch, Unmatched, names_of
from table.games.legion.lists.notation import plain_name
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.lists.unit_matches import Entry
from table.games.legion.rules.model.armies import Army, CommandCard
from table.rules.text import Text, text

_MOST_NAMED = 3


def list_remarks(written: RawArmyList, entries: Sequence[Entry], catalogue: Catalogue) -> Iterator[Text]:
    """Yield the contradictions within a list, or with the edition."""
    if written.ids and catalogue.edition != CURRENT:
        yield text("list.link_edition")
    if written.battle_force and known_force(catalogue.battle_forces, written.battle_force) is None:
        yield text("list.battle_force_unknown", id=written.battle_force)
    if catalogue.edition == CURRENT and written.size in MODES and written.size not in (STANDARD, RECON):
        yield text("list.standard_ranks", size=written.size)
    elif written.size not in (0, catalogue.points) and (catalogue.edition != CURRENT or written.size != RECON):
        yield text("list.other_size", size=written.size, points=catalogue.points)
    if written.ids:
        yield from _odd_upgrades(written, catalogue)
    if written.points and written.total is not None and written.total != written.points:
        yield text("list.other_sum", points=written.points, sum=written.total)
    units = sum(isinstance(first, Unmatched) or first[0].rank is not None for first, *_ in entries)
    if written.activations and written.activations != units:
        yield text("list.other_activations", stated=written.activations, units=units)
    yield from _other_points(written, entries)


def _odd_upgrades(written: RawArmyList, catalogue: Catalogue) -> Iterator[Text]:
    """Yield the parts of a link among upgrades that are not upgrades: two units have run into one."""
    others = {unit.lhq_id for unit in catalogue.units} | catalogue.link_cards.keys()
    slots = (slot for unit in written.units for slot in unit.upgrades)
    for slot in dict.fromkeys(slots):
        if slot in others or not slot.isalpha():  # no id has a digit
            yield text("list.link_upgrade", part=slot)


def _other_points(written: RawArmyList, entries: Sequence[Entry]) -> Iterator[Text]:
    """Yield the units with impossible points: the list is older, or means another unit."""
    other = [
        first[0].full_name
        for entry, (first, *_) in zip(written.units, entries, strict=True)
        if not isinstance(first, Unmatched) and entry.prices and first[0].cost not in entry.prices
    ]
    if named := list(dict.fromkeys(other)):
        more = ", …" if len(named) > _MOST_NAMED else ""
        yield text("list.other_points", units=", ".join(named[:_MOST_NAMED]) + more)


def match_remarks(matched: Sequence[NameMatch], cards: Sequence[CommandCard], catalogue: Catalogue) -> Iterator[Text]:
    """Yield the missing titles, and the cards of unknown characters."""
    for match in dict.fromkeys(matched):
        if match.decided_by:
            by = text(f"list.decided_by.{match.decided_by}")
            yield text("list.distinguished", name=match.written, unit=match.found, by=by)
    known = {unit.name for unit in catalogue.units}
    for card in dict.fromkeys(cards):
        if card.belongs_to and known.isdisjoint(card.belongs_to):
            yield text("list.no_unit_of_card", card=card.name, unit=", ".join(card.belongs_to))


def unit_remarks(units: Sequence[UnitCard], army: Army) -> Iterator[Text]:
    """Yield the units of other factions, and duplicates of unique ones."""
    for unit, times in Counter(units).items():
        far = distance(unit, army.faction)
        if (far > 1 and not (army.battle_force or unit.affiliation)) or far > 2:
            yield text("list.other_faction", unit=unit.full_name, faction=text(f"hand.faction.{unit.faction}"))
        if unit.unique and times > 1:
            yield text("list.unique_twice", unit=unit.full_name, times=times)


_UPGRADES_TOO = frozenset(map(fold, ("Clone Trooper Infantry", "T-Series Tactical Droid")))
"""Upgrades with the name of a unit."""


def stray_remarks(written: RawArmyList, entries: Sequence[Entry], units: Sequence[UnitCard]) -> Iterator[Text]:
    """Yield the units and counterparts in places where no unit is expected. Links have none."""
    if written.ids:
        return
    ranked = {fold(name) for unit in units if unit.rank is not None for name in names_of(unit)} - _UPGRADES_TOO
    counterparts = {fold(name): unit for unit in units if unit.rank is None for name in names_of(unit)}
    for line in dict.fromkeys(written.passed_over):
        if fold(line) in ranked | counterparts.keys():
            yield text("list.unit_passed_over", name=line)
    yield from dict.fromkeys(_among_upgrades(written, entries, ranked, counterparts))


def _among_upgrades(
    written: RawArmyList, entries: Sequence[Entry], ranked: set[str], counterparts: dict[str, UnitCard]
) -> Iterator[Text]:
    pairs = dict.fromkeys(zip(written.units, entries, strict=True))
    for raw, entry in pairs:
        taken = {each[1].written for each in entry[1:] if not isinstance(each, Unmatched)}
        first = entry[0]
        title = "" if isinstance(first, Unmatched) else fold(first[0].full_name)
        for upgrade in raw.possible_upgrades:
            bare = plain_name(upgrade)[1]
            name, before_brackets = fold(bare), fold(bare.partition("(")[0])
            own = upgrade == raw.brackets and name in title
            if not own and ranked.intersection((name, before_brackets)):
                yield text("list.unit_among_upgrades", name=upgrade, unit=raw.name)
            elif upgrade not in taken and (like := resembling(name, counterparts)):
                yield text("list.counterpart_unread", name=upgrade, counterpart=counterparts[like].full_name)
