"""An army without a list: its player names characters, counts and names the other units, and chooses the hand.

The answers are kept in the offer's id, one part for each, so that the same id is always the same army.
"""

from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace

from table.games.files.offers import FurtherQuestion, Offer, steps_of
from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.factions import FACTIONS
from table.games.legion.rules.model.armies import RANKS, Army, CommandCard, Rank, Unit
from table.games.legion.rules.model.hands import HAND_PIPS, STANDING_ORDERS, hand_problems, left_out
from table.games.legion.rules.model.labels import ICONS, plain
from table.rules.prompts import ChooseOne, ChooseSome, Number, Option
from table.rules.refusal import Refusal
from table.rules.text import text

PREFIX = "by_hand:"
RULE = "TB-15"
MOST_CHARACTERS = 4
"""The most characters of a rank."""
USUAL = MappingProxyType({Rank.CORPS: 3, Rank.SPECIAL: 1, Rank.SUPPORT: 1})
"""The initial number on the dial for each rank."""
MOST_UNITS = 9
"""The most units of a rank, beside the characters."""
NO_NAME = "-"
"""The answer of a player who names no further unit."""


def hand_offers(known: Catalogue) -> Iterator[Offer]:
    """Yield an offer for each faction that has enough cards without a character."""
    for faction in FACTIONS:
        if all(len(_cards(known, faction, (), pips)) >= count for pips, count in HAND_PIPS):
            yield Offer(f"{PREFIX}{faction}", text("list.by_hand", faction=text(f"faction.{faction}")))


def army_by_hand(known: Catalogue, offer: str) -> FurtherQuestion | Army | tuple[Refusal, ...]:
    """Return the next question, or the army, or the problems of its hand. Raises KeyError for unknown names."""
    start, given = steps_of(offer)
    faction, answers = start.removeprefix(PREFIX), iter(given)
    units: list[Unit] = []
    for rank in RANKS[:2]:
        asked = _characters(known, faction, rank)
        if (named := next(answers, None) if asked.options else ()) is None:
            return FurtherQuestion(offer, asked)
        units += (known.unit(each).in_army(number) for number, each in enumerate(named, len(units) + 1))
    for rank in RANKS:
        if (count := next(answers, None)) is None:
            return FurtherQuestion(offer, _count(rank, any(unit.rank is rank for unit in units)))
        units += _unnamed(known, faction, rank, int("".join(count)), len(units))
    for at, unit in enumerate(units):
        if unit.card:
            continue
        if (name := next(answers, None)) is None:
            return FurtherQuestion(offer, _name(unit))
        if name == (NO_NAME,):
            break
        units[at] = replace(unit, name="".join(name))
    hand: list[CommandCard] = []
    for pips, wanted in HAND_PIPS:
        cards = _cards(known, faction, tuple(units), pips)
        chosen = tuple(each.id for each in cards) if len(cards) == wanted else next(answers, None)
        if chosen is None:
            return FurtherQuestion(offer, _choice(cards, pips, wanted))
        hand += map(known.card, chosen)
    army = Army(faction.title(), faction, tuple(units), (*hand, known.card(STANDING_ORDERS)))
    wrong = (*hand_problems(army.units, army.hand, faction), *left_out(army.units, army.hand, known.cards))
    return wrong or army


def _characters(known: Catalogue, faction: str, rank: Rank) -> ChooseSome:
    there = [unit for unit in known.units if unit.faction == faction and unit.unique and unit.rank is rank]
    options = tuple(Option(unit.id, plain(unit.full_name), ICONS[rank]) for unit in there)
    return ChooseSome(
        key="", seat=None, ask=text("list.by_hand.characters", rank=text(f"hand.rank.{rank}")), rule=RULE,
        options=options, least=0, most=min(MOST_CHARACTERS, len(options)),
    )  # fmt: skip


def _count(rank: Rank, named: bool) -> Number:
    """Ask for the units of a rank. Without a named commander there is one at first."""
    start = 1 if rank is Rank.COMMANDER and not named else USUAL.get(rank, 0)
    ask = text("list.by_hand.count", rank=text(f"hand.rank.{rank}"))
    return Number(key="", seat=None, ask=ask, rule=RULE, least=0, most=MOST_UNITS, start=start)


def _name(unit: Unit) -> ChooseOne:
    """Ask for the name of a unit. "No name" ends these questions, and the other units stay without one."""
    ask, none = text("list.by_hand.name", unit=plain(unit.name)), Option(NO_NAME, text("list.by_hand.no_name"))
    return ChooseOne(key="", seat=None, ask=ask, rule=RULE, options=(none,), named=True)


def _choice(cards: tuple[CommandCard, ...], pips: int, wanted: int) -> ChooseSome:
    options = tuple(Option(card.id, plain(card.name)) for card in cards)
    ask = text("list.by_hand.cards", count=wanted, pips=pips)
    return ChooseSome(key="", seat=None, ask=ask, rule=RULE, options=options, least=wanted, most=wanted)


def _cards(known: Catalogue, faction: str, units: tuple[Unit, ...], pips: int) -> tuple[CommandCard, ...]:
    """Return the cards with these pips that this army may have in its hand."""
    return tuple(
        card
        for card in known.cards
        if card.hand_pips == pips and card.id != STANDING_ORDERS and not card.battle_force
        and not any(problem.rule in ("LC-04", "LC-05") for problem in hand_problems(units, (card,), faction))
    )  # fmt: skip


def _unnamed(known: Catalogue, faction: str, rank: Rank, count: int, before: int) -> Iterator[Unit]:
    """Yield units without a name.

    Each has every type that this rank has in the faction, because only the player knows the real one.
    """
    types = sorted(
        {
            word
            for unit in known.units
            if (unit.faction, unit.rank) == (faction, rank)
            for word in unit.unit_type.split()
        }
    )
    for number in range(1, count + 1):
        yield Unit(str(before + number), "", f"{rank.title()} {number}", "", rank, " ".join(types), faction)
