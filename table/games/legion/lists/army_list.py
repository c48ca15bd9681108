"""From a list that somebody brings to an army that can be played: what was matched, what was not, what is odd."""

from collections import Counter
from collections.abc import Callable, Iterator
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from table.games.files.raw_list import ListError
from table.games.legion.data.catalogue import CURRENT, Catalogue
from table.games.legion.data.factions import distance, known_faction, likely_faction
from table.games.legion.data.names import fold
from table.games.legion.data.units import UnitCard
from table.games.legion.lists.disambiguation import told_apart
from table.games.legion.lists.formats import read_written
from table.games.legion.lists.name_matches import CARD, UNIT, LinkIds, NameMatch, Roster, Unmatched, find_card, roster
from table.games.legion.lists.raw_list import RawArmyList, RawUnit
from table.games.legion.rules.model.armies import Army, CommandCard
from table.games.legion.rules.model.hands import HAND_SIZE, STANDING_ORDERS, army_warnings, hand_problems, left_out
from table.rules.refusal import Refusal
from table.rules.text import Text, text

_OPEN_RULES = MappingProxyType({CARD: ("LC-01", "LC-02"), UNIT: ("LC-04", "LC-05")})
"""Rules of the hand that cannot be judged while something of this kind is unknown."""


class ListResult(Struct, frozen=True):
    army: Army | None
    """What was matched, as an army; None: there is none, and `problems` say why."""
    matched: tuple[NameMatch, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    warnings: tuple[Text, ...] = ()
    problems: tuple[Text, ...] = ()
    left_out: tuple[Refusal, ...] = ()
    """The cards that the army's units bring along and that the hand does not have (LA-48)."""


def read_list(source: bytes | str, catalogue: Catalogue) -> ListResult:
    """Never raises for anything that a file can hold. The hand's rules are not judged here: see `hand_problems`."""
    try:
        written = read_written(source)
    except ListError as error:
        names = ListResult(None) if error.readable is None else muster(error.readable, catalogue)
        return ListResult(None, names.matched, names.unmatched, problems=error.problems)
    return muster(written, catalogue)


def muster(written: RawArmyList, catalogue: Catalogue) -> ListResult:
    """Matches every name of a list against the catalogue."""
    ids = LinkIds({unit.lhq_id: unit for unit in catalogue.units}, catalogue.link_cards) if written.ids else None
    cards, card_matches, unknown_cards = _cards(written, ids.card if ids else _by_name(catalogue))
    faction = known_faction(written.faction)
    guessed = faction or _faction(written, ids or roster(catalogue.units, ""), cards)
    known = ids or roster(catalogue.units, guessed)
    entries = [_results(entry, known) for entry in written.units]
    units, unit_matches, unknown_units = _units(_told_apart(entries, written, cards, catalogue))
    matched = (*unit_matches, *card_matches)
    unmatched = (*unknown_units, *unknown_cards)
    if not units:
        return ListResult(None, matched, unmatched, written.warnings, (text("list.no_unit_known"),))
    warnings = [*written.warnings, *_odd_link(written, catalogue)]
    if not faction and (fold(written.faction) or guessed != "mercenary"):
        warnings.append(text("list.faction_guessed", written=written.faction, faction=text(f"hand.faction.{guessed}")))
    if contingencies := [card for card in written.contingencies if not ids or card in ids.cards]:
        warnings.append(text("list.contingencies", cards=len(contingencies)))
    if all(card.id != STANDING_ORDERS for card in cards) and len(written.cards) < HAND_SIZE:
        cards = (*cards, catalogue.card(STANDING_ORDERS))
        if not ids:  # links never have it
            warnings.append(text("list.standing_orders_added"))
    army = Army(
        name=written.name,
        faction=guessed,
        units=tuple(unit.in_army(number) for number, unit in enumerate(units, start=1)),
        hand=cards,
        points=written.points,
        battle_force=catalogue.battle_forces.get(written.battle_force, written.battle_force),
    )
    warnings.extend(_uncertain(matched, cards, catalogue))
    warnings.extend(_odd_units(units, army))
    if not unknown_units:  # else the counts would be wrong
        warnings.extend(army_warnings(army, catalogue.points))
    missing = () if unknown_cards else left_out(army.units, army.hand, catalogue.cards)
    return ListResult(army, matched, unmatched, tuple(warnings), left_out=missing)


def judged(result: ListResult) -> tuple[Refusal, ...]:
    """Why a list cannot be played: it cannot be read or a name is unknown (TB-15), or its hand breaks a rule.

    A rule that the unknown card or unit itself may keep is not said to be broken.
    """
    unread = [Refusal("TB-15", problem) for problem in result.problems]
    unread.extend(Refusal("TB-15", entry.words) for entry in result.unmatched)
    if result.army is None:
        return tuple(unread)
    open_rules = {rule for entry in result.unmatched for rule in _OPEN_RULES[entry.kind]}
    broken = hand_problems(result.army.units, result.army.hand, result.army.faction)
    return (*unread, *(problem for problem in broken if problem.rule not in open_rules), *result.left_out)


CardFinder = Callable[[str], tuple[CommandCard, NameMatch] | Unmatched]


def _by_name(catalogue: Catalogue) -> CardFinder:
    known = {fold(card.name): card for card in catalogue.cards}
    return lambda name: find_card(name, known)


def _cards(
    written: RawArmyList, find: CardFinder
) -> tuple[tuple[CommandCard, ...], tuple[NameMatch, ...], tuple[Unmatched, ...]]:
    results = [find(card) for card in written.cards]
    found = [result for result in results if not isinstance(result, Unmatched)]
    unknown = tuple(result for result in results if isinstance(result, Unmatched))
    return tuple(card for card, _ in found), tuple(match for _, match in found), unknown


UnitResult = tuple[UnitCard, NameMatch] | Unmatched


def _results(entry: RawUnit, known: Roster | LinkIds) -> tuple[UnitResult, ...]:
    """What a unit is, and behind it its counterparts."""
    among_upgrades = (known.counterpart(upgrade) for upgrade in entry.upgrades)
    found = tuple(counterpart for counterpart in among_upgrades if counterpart is not None)
    return (_unit(entry, known), *(known.find(name) for name in entry.counterparts), *found)


def _told_apart(
    entries: list[tuple[UnitResult, ...]], written: RawArmyList, cards: tuple[CommandCard, ...], catalogue: Catalogue
) -> list[tuple[UnitResult, ...]]:
    """Titles that the list leaves out, by what else it says."""
    open_entries = [first for first, *_ in entries if isinstance(first, Unmatched)]
    sure = len(open_entries) == 1 and not written.battle_force
    others = [unit[0].rank for results in entries for unit in results if not isinstance(unit, Unmatched)]
    told: list[tuple[UnitResult, ...]] = []
    for entry, (first, *rest) in zip(written.units, entries, strict=True):
        if isinstance(first, Unmatched) and first.candidates:
            priced = catalogue.edition == CURRENT
            meant = told_apart(first.candidates, entry, cards, others if sure else None, priced=priced)
            if meant is not None:
                unit, by = meant
                first = unit, NameMatch(UNIT, first.written, unit.full_name, unit.id, exact=False, told_by=by)
        told.append((first, *rest))
    return told


def _units(
    entries: list[tuple[UnitResult, ...]],
) -> tuple[tuple[UnitCard, ...], tuple[NameMatch, ...], tuple[Unmatched, ...]]:
    """Counterparts do not come without their unit."""
    known = [entry for entry in entries if not isinstance(entry[0], Unmatched)]
    found = [result for entry in known for result in entry if not isinstance(result, Unmatched)]
    unknown = tuple(result for entry in entries for result in entry if isinstance(result, Unmatched))
    return tuple(unit for unit, _ in found), tuple(match for _, match in found), unknown


def _unit(entry: RawUnit, known: Roster | LinkIds) -> tuple[UnitCard, NameMatch] | Unmatched:
    """By name and title. A title that says nothing is shown beside what was found without it."""
    found = known.find(entry.name)
    if not entry.title:
        return found
    full = f"{entry.name} {entry.title}"
    titled = known.find(full)
    if not isinstance(titled, Unmatched) or isinstance(found, Unmatched):
        return titled
    return found[0], replace(found[1], written=full, exact=False)


def _faction(written: RawArmyList, everybody: Roster | LinkIds, cards: tuple[CommandCard, ...]) -> str:
    """Of a list that does not say it: by those of its units and cards that leave no choice."""
    found = (_unit(entry, everybody) for entry in written.units)
    of_units = [result[0].faction for result in found if not isinstance(result, Unmatched)]
    return likely_faction((*of_units, *(card.faction for card in cards)))


def _uncertain(matched: tuple[NameMatch, ...], cards: tuple[CommandCard, ...], catalogue: Catalogue) -> Iterator[Text]:
    """Titles that the list left out, and cards of characters that the data do not have."""
    for match in dict.fromkeys(matched):
        if match.told_by:
            by = text(f"list.told_by.{match.told_by}")
            yield text("list.told_apart", name=match.written, unit=match.found, by=by)
    known = {unit.name for unit in catalogue.units}
    for card in dict.fromkeys(cards):
        if card.belongs_to and known.isdisjoint(card.belongs_to):
            yield text("list.no_unit_of_card", card=card.name, unit=", ".join(card.belongs_to))


def _odd_link(written: RawArmyList, catalogue: Catalogue) -> list[Text]:
    """What a link says beside units and cards."""
    odd = []
    if written.ids and catalogue.edition != CURRENT:
        odd.append(text("list.link_edition"))
    if written.ids and written.battle_force and written.battle_force not in catalogue.battle_forces:
        odd.append(text("list.battle_force_unknown", id=written.battle_force))
    if written.size not in (0, catalogue.points):
        odd.append(text("list.other_size", size=written.size, points=catalogue.points))
    return odd


def _odd_units(units: tuple[UnitCard, ...], army: Army) -> list[Text]:
    odd = []
    for unit, times in Counter(units).items():
        far = distance(unit, army.faction)
        if (far > 1 and not (army.battle_force or unit.affiliation)) or far > 2:
            odd.append(text("list.other_faction", unit=unit.full_name, faction=text(f"hand.faction.{unit.faction}")))
        if unit.unique and times > 1:
            odd.append(text("list.unique_twice", unit=unit.full_name, times=times))
    return odd
