"""Matching of a list to an army: what was matched, what is unknown, and remarks."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from table.games.files.raw_list import ListError
from table.games.legion.data.battle_forces import MODES, known_force, limits
from table.games.legion.data.catalogue import CURRENT, Catalogue
from table.games.legion.data.factions import MERCENARY, known_faction
from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.data.unit_keywords import AFFILIATION
from table.games.legion.data.upgrade_cards import upgrade_cards
from table.games.legion.data.upgrades import keywords_of
from table.games.legion.lists.built_units import BuiltUnit, built_units
from table.games.legion.lists.card_matches import CardResult, cards_by_name, found_cards
from table.games.legion.lists.formats import read_written
from table.games.legion.lists.name_matches import CARD, UNIT, LinkIds, NameMatch, Unmatched, known_names, spellings
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.lists.remarks import list_remarks, match_remarks, stray_remarks, unit_remarks
from table.games.legion.lists.stray_cards import cards_astray
from table.games.legion.lists.unit_matches import Entry, found_ids, found_units, voted_faction
from table.games.legion.rules.model.armies import Army, CommandCard, Unit, UnitKeyword
from table.games.legion.rules.model.battle_cards import BattleCard
from table.games.legion.rules.model.hands import HAND_SIZE, STANDING_ORDERS, army_warnings, hand_problems, left_out
from table.rules.refusal import Refusal
from table.rules.text import Text, text

_OPEN_RULES = MappingProxyType({CARD: ("LC-01", "LC-02"), UNIT: ("LC-04", "LC-05")})
"""The rules of the hand that cannot be judged while something of the kind is unknown."""


class ListResult(Struct, frozen=True):
    army: Army | None
    """The matched army, or None if there are `problems`."""
    matched: tuple[NameMatch, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    warnings: tuple[Text, ...] = ()
    problems: tuple[Text, ...] = ()
    built: tuple[BuiltUnit, ...] = ()
    """The known units as the list has them, with their upgrades."""
    size: int = 0
    """The points of the game; 0 if unknown."""
    left_out: tuple[Refusal, ...] = ()
    """The cards that come with the army's units and are missing from the hand (LA-48)."""

    @property
    def without(self) -> tuple[Text, ...]:
        """Return a note for each unknown line, which the army is played without."""
        unknown = (entry for entry in self.unmatched if not entry.candidates and self.army is not None)
        return tuple(text("list.without", unknown=entry.words) for entry in dict.fromkeys(unknown))


def read_list(source: bytes | str, catalogue: Catalogue) -> ListResult:
    """Read a list. Never raises. `hand_problems` judges the rules of the hand."""
    try:
        written = read_written(source, known_names(catalogue))
    except ListError as error:
        names = ListResult(None) if error.readable is None else muster(error.readable, catalogue)
        return ListResult(None, names.matched, names.unmatched, problems=error.problems)
    return muster(written, catalogue)


def muster(written: RawArmyList, catalogue: Catalogue) -> ListResult:
    """Match every name of a list against the catalogue."""
    ids = LinkIds({unit.lhq_id: unit for unit in catalogue.units}, catalogue.link_cards) if written.ids else None
    named = found_cards(written.cards, ids.card if ids else cards_by_name(catalogue.cards))
    astray = cards_astray(written, named, catalogue.cards)
    hand = (*named, *astray.taken)
    cards = tuple(result[0] for result in hand if not isinstance(result, Unmatched))
    stated = known_faction(written.faction)
    voted = stated or voted_faction(written, ids or spellings(catalogue.units, ""), cards)
    faction = voted or MERCENARY
    entries = (
        found_ids(written, ids) if ids else found_units(written, spellings(catalogue.units, faction), cards, voted)
    )
    units = _units(entries)
    matched, unmatched = _sorted(entries, hand)
    if not units and not any(entry.candidates for entry in unmatched):  # else some are known, and open
        return ListResult(None, matched, unmatched, written.warnings, (text("list.no_unit_known"),))
    warnings = [
        *written.warnings,
        *list_remarks(written, entries, catalogue),
        *astray.notes,
        *stray_remarks(written, entries, catalogue.units),
    ]
    if not stated and (note := _faction_note(written, faction)) is not None:
        warnings.append(note)
    contingencies = [card for card in written.contingencies if not ids or card in ids.cards]
    if contingencies and (written.size or not ids):  # links without a size are from before there were any
        warnings.append(text("list.contingencies", cards=len(contingencies)))
    if all(card.id != STANDING_ORDERS for card in cards) and len(hand) < HAND_SIZE:
        cards = (*cards, catalogue.card(STANDING_ORDERS))
        if not ids:  # links never have it
            warnings.append(text("list.standing_orders_added"))
    army = _army(written, faction, entries, cards, catalogue)
    warnings.extend(match_remarks(matched, cards, catalogue))
    warnings.extend(unit_remarks(units, army))
    if not any(
        isinstance(result, Unmatched) for entry in entries for result in entry
    ):  # else the counts would be wrong
        warnings.extend(_measured(army, catalogue))
    missing = (
        () if any(isinstance(card, Unmatched) for card in hand) else left_out(army.units, army.hand, catalogue.cards)
    )
    built = tuple(built_units(written, entries))
    return ListResult(army, matched, unmatched, tuple(warnings), built=built, size=written.size, left_out=missing)


def _measured(army: Army, catalogue: Catalogue) -> tuple[Text, ...]:
    """Return the warnings by the ranks and points of the army's own battle force and mode (LA-70)."""
    if catalogue.edition != CURRENT:
        return army_warnings(army, catalogue.points)
    mode = army.mode if army.mode in MODES else catalogue.points
    return army_warnings(army, mode, *limits(known_force(catalogue.battle_forces, army.battle_force), mode))


def _faction_note(written: RawArmyList, faction: str) -> Text | None:
    """Return the note about a missing or guessed faction; None if there is nothing to note."""
    army = text(f"hand.faction.{faction}")
    if fold(written.faction):
        return text("list.faction_guessed", written=written.faction, faction=army)
    return text("list.faction_missing", faction=army) if faction != MERCENARY or not written.titled else None


def judged(result: ListResult) -> tuple[Refusal, ...]:
    """Return the reasons why a list cannot be played: unreadable, open names (TB-15), or a broken rule of the hand.

    A list is played without its unknown lines. Rules that these may satisfy are not reported. Each reason is reported
    once.
    """
    unread = [Refusal("TB-15", problem) for problem in result.problems]
    open_names = (entry for entry in result.unmatched if entry.candidates or result.army is None)
    unread.extend(Refusal("TB-15", entry.words) for entry in dict.fromkeys(open_names))
    if result.army is None:
        return tuple(unread)
    open_rules = {rule for entry in result.unmatched for rule in _OPEN_RULES[entry.kind]}
    broken = hand_problems(result.army.units, result.army.hand, result.army.faction)
    return (*unread, *(problem for problem in broken if problem.rule not in open_rules), *result.left_out)


def _army(
    written: RawArmyList, faction: str, entries: Sequence[Entry], cards: tuple[CommandCard, ...], catalogue: Catalogue
) -> Army:
    force = known_force(catalogue.battle_forces, written.battle_force)
    given = tuple(_upgraded(written, entries, catalogue))
    return Army(
        name=written.name,
        faction=faction,
        units=tuple(
            _with_keywords(unit.in_army(number + 1), given[number]) for number, unit in enumerate(_units(entries))
        ),
        hand=cards,
        points=written.points,
        battle_force=force.name if force else written.battle_force,
        mode=written.size,
        battle_cards=battle_cards_of(written) if catalogue.edition == CURRENT else (),
    )


def _upgraded(
    written: RawArmyList, entries: Sequence[Entry], catalogue: Catalogue
) -> Iterator[tuple[UnitKeyword, ...]]:
    """Yield the keywords that upgrades give each known unit. Counterparts get none."""
    cards = upgrade_cards().by_id if written.ids else {}
    for raw, entry in zip(written.units, entries, strict=True):
        first = entry[0]
        if isinstance(first, Unmatched):
            continue
        named = raw.possible_upgrades
        if written.ids:
            named = (*named, *(cards[each].name for each in named if each in cards))
        yield keywords_of(named, first[0].name, catalogue.upgrades)
        yield from (() for each in entry[1:] if not isinstance(each, Unmatched))


def _with_keywords(unit: Unit, given: tuple[UnitKeyword, ...]) -> Unit:
    """Return the unit with more keywords, and with the affiliation that one of them names.

    A keyword that it has twice counts once and reaches the units of both (LA-34).
    """
    joined, affiliation = list(unit.keywords), unit.affiliation
    for each in given:
        if each.keyword == AFFILIATION:
            affiliation = each.words
            continue
        at = next((place for place, own in enumerate(joined) if own.keyword is each.keyword), None)
        if at is None:
            joined.append(each)
        else:
            joined[at] = replace(joined[at], to=(*joined[at].to, *each.to))
    return replace(unit, keywords=tuple(joined), affiliation=affiliation) if given else unit


def _units(entries: Sequence[Entry]) -> tuple[UnitCard, ...]:
    """Return the known units. Counterparts come only with their unit."""
    known = [entry for entry in entries if not isinstance(entry[0], Unmatched)]
    return tuple(result[0] for entry in known for result in entry if not isinstance(result, Unmatched))


def _sorted(
    entries: Sequence[Entry], hand: Sequence[CardResult]
) -> tuple[tuple[NameMatch, ...], tuple[Unmatched, ...]]:
    """Return the matches and the unknown names, units first."""
    results = (*(result for entry in entries if not isinstance(entry[0], Unmatched) for result in entry), *hand)
    unknown = (*(result for entry in entries for result in entry), *hand)
    return (
        tuple(result[1] for result in results if not isinstance(result, Unmatched)),
        tuple(result for result in unknown if isinstance(result, Unmatched)),
    )


_IDS = MappingProxyType(
    {
        "Et": BattleCard.COMMAND_OVERRIDE,
        "Es": BattleCard.COORDINATED_STRIKE,
        "Gj": BattleCard.SCRAMBLED_ORDERS,
        "yu": BattleCard.ADVANCED_INTEL,
        "At": BattleCard.ADVANCED_INTEL,
        "Eu": BattleCard.NO_TIME_TO_LOSE,
        "yy": BattleCard.ORDNANCE,
        "yz": BattleCard.STRAFING_RUN,
        "Gm": BattleCard.RAPID_DEPLOYMENT,
        "Gh": BattleCard.FAILED_NEGOTIATIONS,
    }
)
"""The ids in Legion HQ's links, of 5 August 2026."""


def battle_cards_of(written: RawArmyList) -> tuple[str, ...]:
    """Return the names of the battle cards of a list that are rules (LA-88), each once, in the rulebook's order."""
    if written.ids:
        named = {_IDS[card] for card in written.contingencies if card in _IDS}
    else:
        lines = [fold(line) for line in written.battle_cards]
        named = {card for card in BattleCard if any(fold(card) in line for line in lines)}
    return tuple(card for card in BattleCard if card in named)
