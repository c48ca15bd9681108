"""The rules of the command hand, LC-01 to LC-06 in both editions, and warnings about an unusual army."""

from collections import Counter
from collections.abc import Iterator

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Unit
from table.games.legion.rules.model.keywords import Keyword
from table.rules.refusal import Refusal
from table.rules.text import Text, text

HAND_SIZE = 7
HAND_PIPS = ((1, 2), (2, 2), (3, 2))
"""The number of cards with each number of pips in a hand, beside Standing Orders (LC-02)."""
STANDING_ORDERS = "legion.card.standing-orders"

RankLimits = tuple[tuple[Rank, int, int], ...]
"""Each measured rank with the least and the most units."""
RANK_LIMITS: RankLimits = (
    (Rank.COMMANDER, 1, 2),
    (Rank.OPERATIVE, 0, 2),
    (Rank.CORPS, 3, 6),
    (Rank.SPECIAL, 0, 3),
    (Rank.SUPPORT, 0, 3),
    (Rank.HEAVY, 0, 2),
)
"""The ranks of a standard army. Cards change them, so they are only warnings."""


def hand_problems(
    army_units: tuple[Unit, ...], cards: tuple[CommandCard, ...], faction: str = ""
) -> tuple[Refusal, ...]:
    """Return every rule that the hand breaks, in the order of the rules. `faction` is the army's; empty if unknown."""
    return (*_size(cards), *_pips(cards), *_doubles(cards), *_strangers(army_units, cards, faction))


def left_out(
    units: tuple[Unit, ...], cards: tuple[CommandCard, ...], known: tuple[CommandCard, ...]
) -> tuple[Refusal, ...]:
    """Return a problem for each card that comes with a unit and is missing from the hand (LA-48)."""
    in_hand = {card.id for card in cards}
    missing = [card for card in known if card.acts_of(Act.MUST_BE_INCLUDED) and card.id not in in_hand]
    return tuple(
        Refusal("LA-48", text("hand.left_out", card=card.name, unit=brought[0].name))
        for card in missing
        if (brought := owners(card, units))
    )


def owners(card: CommandCard, units: tuple[Unit, ...], faction: str = "") -> tuple[Unit, ...]:
    """Return the units of an army that the card belongs to, by name, title and faction."""
    return tuple(
        unit
        for unit in units
        if unit.name in card.belongs_to
        and card.title in ("", unit.title)
        and (not card.faction or not faction or card.faction in (faction, unit.faction))
    )


def _size(cards: tuple[CommandCard, ...]) -> Iterator[Refusal]:
    if len(cards) != HAND_SIZE:
        yield Refusal("LC-01", text("hand.size", cards=len(cards), wanted=HAND_SIZE))


def _pips(cards: tuple[CommandCard, ...]) -> Iterator[Refusal]:
    counts = Counter(card.hand_pips for card in cards)
    for pips, wanted in HAND_PIPS:
        if counts[pips] != wanted:
            yield Refusal("LC-02", text("hand.pips", pips=pips, cards=counts[pips], wanted=wanted))
    if all(card.id != STANDING_ORDERS for card in cards):
        yield Refusal("LC-02", text("hand.no_standing_orders"))


def _doubles(cards: tuple[CommandCard, ...]) -> Iterator[Refusal]:
    counts = Counter(card.id for card in cards)
    names = {card.id: card.name for card in cards}
    for card_id, times in counts.items():
        if times > 1:
            yield Refusal("LC-03", text("hand.twice", card=names[card_id], times=times))


def _strangers(units: tuple[Unit, ...], cards: tuple[CommandCard, ...], faction: str) -> Iterator[Refusal]:
    """Refuse cards of missing characters (LC-05), and cards that are not open to the army (LC-04)."""
    for card in dict.fromkeys(cards):
        if not card.belongs_to:
            if card.faction and faction and card.faction != faction:
                yield Refusal("LC-04", text("hand.other_faction", card=card.name, faction=_faction(card.faction)))
            continue
        present = {unit.name for unit in owners(card, units, faction)}
        absent = tuple(name for name in card.belongs_to if name not in present)
        if not absent or (present and not card.belongs_to_all):
            continue
        if len({unit.name for unit in owners(card, units)}) > len(present):
            yield Refusal("LC-05", text("hand.other_faction", card=card.name, faction=_faction(card.faction)))
        else:
            yield Refusal("LC-05", text("hand.no_character", card=card.name, unit=_wanted(card, absent)))


def _wanted(card: CommandCard, names: tuple[str, ...]) -> str | Text:
    """Return the missing characters, joined by "and" if all are needed, otherwise by "or"."""
    wanted: str | Text = f"{names[-1]} {card.title}".strip()
    for name in reversed(names[:-1]):
        wanted = text("hand.both" if card.belongs_to_all else "hand.either", one=name, other=wanted)
    return wanted


def army_warnings(
    army: Army, most_points: int, ranks: RankLimits = RANK_LIMITS, leaders: int | None = None
) -> tuple[Text, ...]:
    """Return warnings about an army and its hand. They do not refuse it.

    `ranks` are those of its battle force and mode (LA-70); `leaders`: its most commanders and operatives together.
    """
    return (*_ranks(army, ranks, leaders), *_points(army, most_points), *_conditions(army))


def _ranks(army: Army, ranks: RankLimits, leaders: int | None) -> Iterator[Text]:
    units = army.units
    counts = Counter(unit.rank for unit in units)
    both = counts[Rank.COMMANDER] + counts[Rank.OPERATIVE]
    if leaders is not None and both > leaders:
        yield text("hand.leaders", units=both, most=leaders)
    for rank, least, most in ranks:
        if rank is Rank.COMMANDER and any(unit.has(Keyword.FIELD_COMMANDER) for unit in units):
            least = 0  # LA-30
        if not least <= counts[rank] <= most:
            named = text(f"hand.rank.{rank.value}")
            if army.battle_force:
                force = army.battle_force
                yield text("hand.rank_limit.force", rank=named, units=counts[rank], force=force, least=least, most=most)
            else:
                yield text("hand.rank_limit", rank=named, units=counts[rank], least=least, most=most)


def _points(army: Army, most_points: int) -> Iterator[Text]:
    if army.points > most_points:
        yield text("hand.points", points=army.points, most=most_points)


def _conditions(army: Army) -> Iterator[Text]:
    """Warn about battle forces and requirements. Lists do not have enough facts to refuse a card for them."""
    for card in dict.fromkeys(army.hand):
        if card.battle_force and card.battle_force != army.battle_force:
            yield text("hand.battle_force", card=card.name, battle_force=card.battle_force)
        if card.requirement and not any(_meets(unit, group) for group in card.requirement for unit in army.units):
            yield text("hand.requirement", card=card.name)


def _meets(unit: Unit, group: tuple[tuple[str, str], ...]) -> bool:
    """True if a unit meets a card's condition. A Field Commander counts as a commander here (LA-30)."""
    if unit.has(Keyword.FIELD_COMMANDER) and ("rank", Rank.COMMANDER.value) in group:
        group = tuple(each for each in group if each != ("rank", Rank.COMMANDER.value))
    facts = {
        "rank": unit.rank.value if unit.rank else "",
        "faction": unit.faction,
        "affiliation": unit.affiliation,
        "title": unit.title,
    }
    return all(facts.get(field, "").casefold() == value.casefold() for field, value in group)


def _faction(faction: str) -> Text:
    return text(f"hand.faction.{faction}")
