"""Keywords and weapons that a card gives a unit: the players ask, mark the facts, and get a ruling (LC-50).

The table does not judge attacks. It says whether the card allows one, and by which rule.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import assert_never

from table.games.legion.rules.effects.effect_events import GivenAsked, GivenJudged
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import card_option, plain, unit_option
from table.games.legion.rules.model.state import Inquiry, LegionBattle, Troop, card_of
from table.games.legion.rules.model.turns import AT_HAND
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Choices, Words, follows_word, marks
from table.rules.text import text


class GiftKind(StrEnum):
    """The kinds of things that a card gives a unit."""

    KEYWORD = "keyword"
    GAINED = "gained"
    """A weapon."""
    ATTACK = "attack"
    """An attack with the card's own weapon at the end of an activation."""


RANGED, VERSATILE, ENGAGED, UNABLE, ARSENAL, COUNTERPART, NAMED = (
    "ranged", "versatile", "engaged", "unable", "arsenal", "counterpart", "named",
)  # fmt: skip
FACTS = {
    GiftKind.GAINED: (RANGED, VERSATILE, ENGAGED, UNABLE, COUNTERPART, NAMED),
    GiftKind.ATTACK: (RANGED, VERSATILE, ENGAGED, UNABLE, ARSENAL),
}
"""The facts about a weapon that the players mark if they are true."""


def in_play(battle: LegionBattle, seat: Seat) -> list[CommandCard]:
    """Return the cards that give something now: the round's, until the End Phase or its return, and permanent ones."""
    play = battle.play(seat)
    of_round = battle.step in AT_HAND and bool(play.card) and not play.returned
    ids = ([play.card] if of_round else []) + list(battle.side(seat).lasting)
    return [card for card in battle.side(seat).army.hand if card.id in ids and _gives(card)]


def _gives(card: CommandCard) -> bool:
    """True if a card may give something, according to the data."""
    if card.timing is Timing.NONE:
        return False
    return card.does is None or "weapon" in card.does or bool(card.keywords)


def verdict(how: GiftKind, troop: Troop, facts: Sequence[str]) -> tuple[bool, str]:
    """Return True if the unit may do it, and the id of the deciding rule."""
    match how:
        case GiftKind.KEYWORD:
            return True, "LC-50"
        case GiftKind.GAINED:
            is_counterpart = (COUNTERPART in facts or troop.rank is None) and NAMED not in facts
            return (False, "LC-54") if is_counterpart else _attack(troop, facts, "LC-51")
        case GiftKind.ATTACK:
            return (False, "LC-52") if ARSENAL in facts else _attack(troop, facts, "LC-52")
        case _:
            assert_never(how)


def _attack(troop: Troop, facts: Sequence[str], rule: str) -> tuple[bool, str]:
    """Return the ruling on an attack, which `rule` allows."""
    shoots_engaged = ENGAGED in facts and RANGED in facts and VERSATILE not in facts
    if UNABLE in facts or ("trooper" in troop.unit.types and shoots_engaged):
        return False, "LC-53"
    return True, rule


def _giving(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    return () if _inquiry(battle, seat) is not None else map(card_option, in_play(battle, seat))


def _refuse_card(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    for card in battle.side(seat).army.hand:
        if card.id == value:
            return Refusal("LC-50", text("legion.refused.not_in_play", card=card.name))
    return None


def _inquiry(battle: LegionBattle, seat: Seat) -> tuple[Inquiry, CommandCard] | None:
    """Return the current question and its card while that card is in play; otherwise None."""
    inquiry = battle.play(seat).inquiry
    if inquiry is None or all(card.id != inquiry.card for card in in_play(battle, seat)):
        return None
    return inquiry, card_of(battle, seat, inquiry.card)


def _units(battle: LegionBattle, seat: Seat) -> Choices | None:
    asked = _inquiry(battle, seat)
    if asked is None or asked[0].unit:
        return None
    options = (unit_option(troop) for troop in battle.side(seat).troops if not troop.defeated)
    return Choices(options, {"card": asked[1].name})


def _unit(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    asked = _inquiry(battle, seat)
    return (GivenAsked(seat, Inquiry(asked[0].card, str(value))),) if asked else ()


def _refuse_unit(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    for troop in battle.side(seat).troops:
        if troop.unit.id == value:
            return Refusal("TB-32", text("legion.refused.defeated", unit=troop.name))
    return None


def _ways(battle: LegionBattle, seat: Seat) -> Choices | None:
    asked = _inquiry(battle, seat)
    if asked is None or not asked[0].unit or asked[0].how:
        return None
    options = (Option(how, text(f"legion.given.how.{how}")) for how in GiftKind)
    return Choices(options, _named(battle, seat, *asked))


def _named(battle: LegionBattle, seat: Seat, inquiry: Inquiry, card: CommandCard) -> Words:
    return {"card": card.name, "unit": plain(battle.side(seat).troop(inquiry.unit).name)}


def _how(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    asked = _inquiry(battle, seat)
    if asked is None:
        return ()
    how = str(value)
    inquiry = Inquiry(asked[0].card, asked[0].unit, how)
    return (GivenAsked(seat, inquiry),) if how in FACTS else (_judged(battle, seat, inquiry, ()),)


def _asked_facts(battle: LegionBattle, seat: Seat) -> Choices | None:
    asked = _inquiry(battle, seat)
    if asked is None or not asked[0].how:
        return None
    options = (Option(fact, text(f"legion.given.fact.{fact}")) for fact in FACTS[GiftKind(asked[0].how)])
    return Choices(options, _named(battle, seat, *asked))


def _facts(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    asked = _inquiry(battle, seat)
    return (_judged(battle, seat, asked[0], marks(value)),) if asked else ()


def _judged(battle: LegionBattle, seat: Seat, inquiry: Inquiry, facts: Sequence[str]) -> GivenJudged:
    troop = battle.side(seat).troop(inquiry.unit)
    allowed, rule = verdict(GiftKind(inquiry.how), troop, facts)
    card = card_of(battle, seat, inquiry.card)
    return GivenJudged(seat, card.id, card.name, troop.unit.id, troop.name, inquiry.how, tuple(facts), allowed, rule)


_asked = follows_word(lambda seat, card: GivenAsked(seat, Inquiry(card)))
GIVEN = ASK.one_of("given", "LC-50", _giving, _asked, _refuse_card, standing=True)
INQUIRY = (
    ASK.one_of("given.unit", "LC-51", _units, _unit, _refuse_unit, ask="legion.given.unit"),
    ASK.one_of("given.how", "LC-51", _ways, _how, ask="legion.given.how"),
    ASK.some_of("given.facts", "LC-53", _asked_facts, _facts, "legion.given.facts"),
)
"""The questions about a card's gift. Once begun, they precede the seat's questions of the step."""
