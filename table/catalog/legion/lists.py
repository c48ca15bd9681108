"""From a list that somebody brings to an army that can be played: what was matched, what was not, what is odd."""

from collections import Counter

from msgspec import Struct

from table.catalog.legion.catalogue import Catalogue
from table.catalog.legion.factions import distance, known_faction, likely_faction
from table.catalog.legion.matching import Match, Roster, Unmatched, find_card, roster
from table.catalog.legion.names import fold
from table.catalog.legion.tts import read_tts
from table.catalog.legion.units import UnitCard
from table.catalog.legion.written import ListError, Written
from table.games.legion.armies import Army, CommandCard
from table.games.legion.hands import HAND_SIZE, STANDING_ORDERS, army_warnings
from table.games.text import Text, text


class ListResult(Struct, frozen=True):
    army: Army | None
    """What was matched, as an army; None: there is none, and `problems` say why."""
    matched: tuple[Match, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    warnings: tuple[Text, ...] = ()
    problems: tuple[Text, ...] = ()


def read_list(source: bytes | str, catalogue: Catalogue) -> ListResult:
    """Never raises for anything that a file can hold. The hand's rules are not judged here: see `hand_problems`."""
    try:
        written = read_tts(source)
    except ListError as error:
        return ListResult(None, problems=error.problems)
    return muster(written, catalogue)


def muster(written: Written, catalogue: Catalogue) -> ListResult:
    """Matches every name of a list against the catalogue."""
    cards, card_matches, unknown_cards = _cards(written, catalogue)
    faction = known_faction(written.faction)
    guessed = faction or _faction(written, catalogue, cards)
    units, unit_matches, unknown_units = _units(written, roster(catalogue.units, guessed))
    matched = (*unit_matches, *card_matches)
    unmatched = (*unknown_units, *unknown_cards)
    if not units:
        return ListResult(None, matched, unmatched, written.warnings, (text("list.no_unit_known"),))
    warnings = list(written.warnings)
    if not faction and (fold(written.faction) or guessed != "mercenary"):
        warnings.append(text("list.faction_guessed", written=written.faction, faction=text(f"hand.faction.{guessed}")))
    if written.contingencies:
        warnings.append(text("list.contingencies", cards=len(written.contingencies)))
    if all(card.id != STANDING_ORDERS for card in cards) and len(written.cards) < HAND_SIZE:
        cards = (*cards, catalogue.card(STANDING_ORDERS))
        warnings.append(text("list.standing_orders_added"))
    army = Army(
        name=written.name,
        faction=guessed,
        units=tuple(unit.in_army(number) for number, unit in enumerate(units, start=1)),
        hand=cards,
        points=written.points,
        battle_force=written.battle_force,
    )
    warnings.extend(_odd_units(units, army))
    if not unknown_units:  # else the counts would be wrong
        warnings.extend(army_warnings(army, catalogue.points))
    return ListResult(army, matched, unmatched, tuple(warnings))


def _cards(
    written: Written, catalogue: Catalogue
) -> tuple[tuple[CommandCard, ...], tuple[Match, ...], tuple[Unmatched, ...]]:
    known = {fold(card.name): card for card in catalogue.cards}
    results = [find_card(name, known) for name in written.cards]
    found = [result for result in results if not isinstance(result, Unmatched)]
    unknown = tuple(result for result in results if isinstance(result, Unmatched))
    return tuple(card for card, _ in found), tuple(match for _, match in found), unknown


def _units(written: Written, known: Roster) -> tuple[tuple[UnitCard, ...], tuple[Match, ...], tuple[Unmatched, ...]]:
    units: list[UnitCard] = []
    matches: list[Match] = []
    unknown: list[Unmatched] = []
    for entry in written.units:
        result = known.find(entry.name)
        if isinstance(result, Unmatched):
            unknown.append(result)
            continue
        counterparts = (known.counterpart(upgrade) for upgrade in entry.upgrades)
        for unit, match in (result, *(counterpart for counterpart in counterparts if counterpart)):
            units.append(unit)
            matches.append(match)
    return tuple(units), tuple(matches), tuple(unknown)


def _faction(written: Written, catalogue: Catalogue, cards: tuple[CommandCard, ...]) -> str:
    """Of a list that does not say it: by those of its units and cards that leave no choice."""
    everybody = roster(catalogue.units, "")
    found = (everybody.find(entry.name) for entry in written.units)
    of_units = [result[0].faction for result in found if not isinstance(result, Unmatched)]
    return likely_faction((*of_units, *(card.faction for card in cards)))


def _odd_units(units: tuple[UnitCard, ...], army: Army) -> list[Text]:
    odd = []
    for unit, times in Counter(units).items():
        far = distance(unit, army.faction)
        if (far > 1 and not (army.battle_force or unit.affiliation)) or far > 2:
            odd.append(text("list.other_faction", unit=unit.full_name, faction=text(f"hand.faction.{unit.faction}")))
        if unit.unique and times > 1:
            odd.append(text("list.unique_twice", unit=unit.full_name, times=times))
    return odd
