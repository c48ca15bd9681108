"""Keywords and weapons that a card gives a unit: the players ask, mark the facts, and get a ruling (LC-50).

The table does not judge attacks. It says whether the card allows one, and by which rule.
"""

from collections.abc import Sequence

from table.games.legion.rules.effects.effect_events import GivenAsked, GivenJudged
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.labels import card_option, plain, unit_option
from table.games.legion.rules.model.state import Inquiry, LegionBattle, Troop, card_of
from table.games.legion.rules.model.turns import AT_HAND
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, ChooseSome, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text

KEYWORD, GAINED, ATTACK = "keyword", "gained", "attack"
HOW = (KEYWORD, GAINED, ATTACK)
"""A card gives a keyword, a weapon, or an attack with its own weapon at the end of an activation."""

RANGED, VERSATILE, ENGAGED, UNABLE, ARSENAL, COUNTERPART, NAMED = (
    "ranged", "versatile", "engaged", "unable", "arsenal", "counterpart", "named",
)  # fmt: skip
FACTS = {
    GAINED: (RANGED, VERSATILE, ENGAGED, UNABLE, COUNTERPART, NAMED),
    ATTACK: (RANGED, VERSATILE, ENGAGED, UNABLE, ARSENAL),
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


def verdict(how: str, troop: Troop, facts: Sequence[str]) -> tuple[bool, str]:
    """Return True if the unit may do it, and the id of the deciding rule."""
    if how == KEYWORD:
        return True, "LC-50"
    counterpart = COUNTERPART in facts or troop.rank is None
    if how == GAINED and counterpart and NAMED not in facts:
        return False, "LC-54"
    if how == ATTACK and ARSENAL in facts:
        return False, "LC-52"
    trooper = "trooper" in troop.unit.types
    if UNABLE in facts or (trooper and ENGAGED in facts and RANGED in facts and VERSATILE not in facts):
        return False, "LC-53"
    return True, "LC-51" if how == GAINED else "LC-52"


def _ask_card(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    cards = in_play(battle, seat)
    if not cards or _inquiry(battle, seat) is not None:
        return None
    options = tuple(card_option(card) for card in cards)
    ask = text("legion.given.ask")
    return ChooseOne(key="given", seat=seat, ask=ask, rule="LC-50", options=options, standing=True)


def _card(_battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (GivenAsked(seat, Inquiry(str(value))),)


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


def _ask_unit(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    asked = _inquiry(battle, seat)
    if asked is None or asked[0].unit:
        return None
    options = tuple(unit_option(troop) for troop in battle.side(seat).troops if not troop.defeated)
    ask = text("legion.given.unit", card=asked[1].name)
    return ChooseOne(key="given.unit", seat=seat, ask=ask, rule="LC-51", options=options) if options else None


def _unit(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    asked = _inquiry(battle, seat)
    return (GivenAsked(seat, Inquiry(asked[0].card, str(value))),) if asked else ()


def _refuse_unit(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    for troop in battle.side(seat).troops:
        if troop.unit.id == value:
            return Refusal("TB-32", text("legion.refused.defeated", unit=troop.name))
    return None


def _ask_how(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    asked = _inquiry(battle, seat)
    if asked is None or not asked[0].unit or asked[0].how:
        return None
    name = battle.side(seat).troop(asked[0].unit).name
    options = tuple(Option(how, text(f"legion.given.how.{how}")) for how in HOW)
    ask = text("legion.given.how", card=asked[1].name, unit=plain(name))
    return ChooseOne(key="given.how", seat=seat, ask=ask, rule="LC-51", options=options)


def _how(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    asked = _inquiry(battle, seat)
    if asked is None:
        return ()
    how = str(value)
    inquiry = Inquiry(asked[0].card, asked[0].unit, how)
    return (GivenAsked(seat, inquiry),) if how in FACTS else (_judged(battle, seat, inquiry, ()),)


def _ask_facts(battle: LegionBattle, seat: Seat) -> ChooseSome | None:
    asked = _inquiry(battle, seat)
    if asked is None or not asked[0].how:
        return None
    options = tuple(Option(fact, text(f"legion.given.fact.{fact}")) for fact in FACTS[asked[0].how])
    name = battle.side(seat).troop(asked[0].unit).name
    ask = text("legion.given.facts", card=asked[1].name, unit=plain(name))
    return ChooseSome(key="given.facts", seat=seat, ask=ask, rule="LC-53", options=options, least=0, most=len(options))


def _facts(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    asked = _inquiry(battle, seat)
    return (_judged(battle, seat, asked[0], value if isinstance(value, tuple) else ()),) if asked else ()


def _judged(battle: LegionBattle, seat: Seat, inquiry: Inquiry, facts: Sequence[str]) -> GivenJudged:
    troop = battle.side(seat).troop(inquiry.unit)
    allowed, rule = verdict(inquiry.how, troop, facts)
    card = card_of(battle, seat, inquiry.card)
    return GivenJudged(seat, card.id, card.name, troop.unit.id, troop.name, inquiry.how, tuple(facts), allowed, rule)


GIVEN = Question[LegionBattle]("given", "LC-50", _ask_card, _card, _refuse_card)
INQUIRY = (
    Question[LegionBattle]("given.unit", "LC-51", _ask_unit, _unit, _refuse_unit),
    Question[LegionBattle]("given.how", "LC-51", _ask_how, _how),
    Question[LegionBattle]("given.facts", "LC-53", _ask_facts, _facts),
)
"""The questions about a card's gift. Once begun, they precede the seat's questions of the step."""
