"""Strategy cards: paid for, resolved immediately, and used up (TI-32 to TI-37).

A player lays one face up on the reader, or chooses it by name.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import ASK, card_options, line
from table.games.tide_of_iron.rules.model.battle_state import (
    PendingEffect,
    StrategyCardEvent,
    TideBattle,
    TideSide,
    back_to_pile,
    moved,
    paid,
)
from table.games.tide_of_iron.rules.model.scenario import StrategyCard
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.prompts import ChooseOne, OpenCard, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text


class StrategyCardActivated(StrategyCardEvent, frozen=True, tag=True):
    cost: int


class EffectResolved(StrategyCardEvent, frozen=True, tag=True):
    lasting: bool


class StrategyCardReadied(StrategyCardEvent, frozen=True, tag=True):
    """The card was turned face up in the headquarters."""


class StrategyCardPutAway(StrategyCardEvent, frozen=True, tag=True):
    """The card left the face-up cards of the headquarters without being activated."""


class StrategyCardReturned(StrategyCardEvent, frozen=True, tag=True):
    """A discarded card returned to the headquarters or, if `to` is `in_play`, to the play area."""

    to: str = "headquarters"


class LastingCardRemoved(StrategyCardEvent, frozen=True, tag=True):
    """A card that had stayed in play wears off."""


ACTION_PHASE = ("action",)
"""The step outside the Command Phase in which a card can be activated (TI-37).

During set-up no card can be activated (IB-01).
"""


def spender(battle: TideBattle) -> Seat | None:
    """Return the seat whose turn it is to spend (TI-30), or None."""
    if battle.step != "spend":
        return None
    return next((seat for seat in battle.in_order if not battle.acts(seat).finished), None)


def may_activate(battle: TideBattle, seat: Seat) -> bool:
    """True if this seat may activate a card.

    Effects are resolved at once: no card is activated over an effect of the same seat, or over two ordered effects.
    """
    if battle.decided or any(effect.seat is seat for effect in battle.effects):
        return False
    return battle.step in ACTION_PHASE or (spender(battle) is seat and not battle.effects)


def lawful(battle: TideBattle, seat: Seat) -> list[StrategyCard]:
    """Return the cards that this seat can activate in this step, whatever their cost."""
    side = battle.side(seat)
    up = (side.card(card) for card in side.headquarters)
    return [card for card in up if (card.command_phase if battle.step == "spend" else card.action_phase)]


def affordable(battle: TideBattle, seat: Seat) -> list[StrategyCard]:
    return [card for card in lawful(battle, seat) if card.cost <= battle.side(seat).available]


def why_not(battle: TideBattle, seat: Seat, value: Value) -> Refusal:
    """Return the refusal of activating this card, even if no card can be activated."""
    if battle.step == "spend" and spender(battle) is not seat:
        return Refusal("TI-30", text("tide.refused.not_in_turn", seat=text(f"seat.{seat.opponent}")))
    if battle.step not in (*ACTION_PHASE, "spend"):
        return Refusal("TI-01", text("tide.refused.step"))
    if not may_activate(battle, seat):
        return Refusal("TI-33", text("tide.refused.effect"))
    for card in lawful(battle, seat):
        if card.id == value:
            return Refusal("TI-33", text("tide.refused.cost", card=card.name, cost=card.cost))
    return Refusal("TI-32", text("tide.refused.card"))


def _ask_card(battle: TideBattle, seat: Seat) -> OpenCard | None:
    cards = affordable(battle, seat) if may_activate(battle, seat) else []
    if not cards:
        return None
    spending = battle.step == "spend"
    return OpenCard(
        key="card",
        seat=seat,
        ask=text("tide.card.ask"),
        rule="TI-32" if spending else "TI-37",
        options=card_options(cards),
        standing=not spending,
        hold=True,
    )


def _activate(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    card = battle.side(seat).card(str(value))
    return (StrategyCardActivated(seat, card.id, card.name, card.cost),)


def resolver(battle: TideBattle) -> Seat | None:
    """Return the seat whose effect is resolved now; None while the order is not decided (TI-42)."""
    if not battle.effects or (len(battle.effects) > 1 and not battle.decided):
        return None
    return battle.effects[0].seat


def _of_cards(
    key: str,
    rule: str,
    which: Callable[[TideSide], tuple[str, ...]],
    event: Callable[[Seat, str, str], Event],
    kind: type[ChooseOne] = ChooseOne,
) -> Question[TideBattle]:
    """Return a standing question over some of a side's cards. It is closed if there are none.

    With an `OpenCard`, laying the card open answers it.
    """

    def options(battle: TideBattle, seat: Seat) -> Iterable[Option]:
        side = battle.side(seat)
        waiting = {effect.card for effect in battle.effects}
        return card_options(side.card(card) for card in which(side) if card not in waiting)

    def answer(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
        card = battle.side(seat).card(str(value))
        return (event(seat, card.id, card.name),)

    return ASK.one_of(key, rule, options, answer, kind=kind, standing=True)


def _fold_activated(battle: TideBattle, x: StrategyCardActivated) -> TideBattle:
    return replace(paid(battle, x.seat, x.cost), effects=(*battle.effects, PendingEffect(x.seat, x.card)))


def _fold_resolved(battle: TideBattle, x: EffectResolved) -> TideBattle:
    battle = moved(battle, x.seat, x.card, "in_play" if x.lasting else "removed")
    rest = battle.effects[1:]
    return replace(battle, effects=rest, decided=battle.decided and bool(rest))


def _put_on(pile: str) -> Callable[[TideBattle, Any], TideBattle]:
    return lambda battle, x: moved(battle, x.seat, x.card, pile)


def _line_resolved(x: EffectResolved) -> Text:
    return text("tide.tell.lasts" if x.lasting else "tide.tell.resolved", name=x.name)


CARD = Question[TideBattle]("card", "TI-32", _ask_card, _activate, why_not)
READY = _of_cards("card.ready", "TB-86", lambda side: side.drawn_later, StrategyCardReadied, OpenCard)
PUT_AWAY = _of_cards("card.away", "TB-86", lambda side: side.headquarters, StrategyCardPutAway)
RETURN = _of_cards("card.return", "IB-12", lambda side: side.removed, StrategyCardReturned)
REMOVE = _of_cards("card.remove", "TB-87", lambda side: side.in_play, LastingCardRemoved)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        StrategyCardActivated,
        _fold_activated,
        line("activated", "name", "cost"),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.cost),
    ),
    EventRow(EffectResolved, _fold_resolved, _line_resolved),
    EventRow(StrategyCardReadied, _put_on("headquarters"), line("readied", "name")),
    EventRow(StrategyCardPutAway, _put_on("drawn_later"), line("put_away", "name")),
    EventRow(LastingCardRemoved, _put_on("removed"), line("removed", "name")),
    EventRow(StrategyCardReturned, lambda b, x: moved(b, x.seat, x.card, x.to), line("returned", "name")),
)
