"""Discard piles are public, and the opponent may look through them at any time (TB-70).

Some cards are used by discarding them from the hand, also in the other player's turn (LA-49).
"""

from collections.abc import Iterable, Sequence

from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.effects import given
from table.games.legion.rules.effects.effect_events import (
    CardRecovered,
    DiscardLookedAt,
    HandCardDiscarded,
    LastingCardDiscarded,
)
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.asking import ASK, follows_card
from table.games.legion.rules.model.labels import card_option, plain
from table.games.legion.rules.model.state import LegionBattle, card_of
from table.games.legion.rules.model.turns import at_hand
from table.games.legion.rules.selection.card_selection import sealing
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.kept import Alike
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import Text, text

USED = ("resolve", "priority", "orders", "activation", "end")
"""The steps in which a card can be used out of the hand: all but the selection, which nothing may interrupt."""


def _ask(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Offer the cards of the opponent's pile. The choice of a card shows it."""
    owner = battle.side(seat.opponent)
    return _PILES(seat, (owner.army.hand, owner.discard))


def _pile(seat: Seat, cards: tuple[tuple[CommandCard, ...], tuple[str, ...]]) -> ChooseOne | None:
    """Return the question about a pile. `cards`: all cards of its owner, and the ids in the pile."""
    brought, lying = {card.id: card for card in cards[0]}, cards[1]
    if not lying:
        return None
    options = tuple(card_option(brought[card]) for card in lying)
    ask = text("legion.pile.ask", seat=text(f"seat.{seat.opponent}"), cards=len(lying))
    return ChooseOne(key="pile", seat=seat, ask=ask, rule="TB-70", options=options, standing=True)


_PILES = Alike(_pile)


def _look(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    card = card_of(battle, seat.opponent, str(value))
    return (DiscardLookedAt(seat, card.id, card.name),)


def _ask_from_hand(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Offer the cards that are used by discarding them.

    This reveals nothing: list and pile already show that they are in the hand.
    """
    if battle.step not in USED or not battle.edition.keywords or any(sealing(battle, each) for each in SEATS):
        return None
    side = battle.side(seat)
    used = (card for card in side.army.hand if card.id in side.hand and card.acts_of(Act.DISCARD_FROM_HAND))
    cards = tuple(card_option(card) for card in used)
    if not cards:
        return None
    ask = text("legion.hand.discard.ask")
    now = battle.step == "activation"
    return ChooseOne(
        key="hand.discard", seat=seat, ask=ask, rule="LA-49", options=cards, standing=True, ready=now, hold=now
    )


FROM_HAND = Question[LegionBattle]("hand.discard", "LA-49", _ask_from_hand, follows_card(HandCardDiscarded))
LOOK = Question[LegionBattle]("pile", "TB-70", _ask, _look)


def _discarded(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    is_open = at_hand(battle) or battle.step == "end"
    return _options(battle, seat, battle.side(seat).discard) if is_open else ()


def _describe_recover(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    return text("legion.consent.recover", card=plain(card_of(battle, seat, str(value)).name))


def _lasting(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    return _options(battle, seat, battle.side(seat).lasting)


def _options(battle: LegionBattle, seat: Seat, cards: Iterable[str]) -> Iterable[Option]:
    return (card_option(card_of(battle, seat, card)) for card in cards)


RECOVER = by_consent(
    ASK.one_of("card.recover", "TB-43", _discarded, follows_card(CardRecovered), standing=True),
    _describe_recover,
    lambda battle, seat, value: given.recovered(battle, seat, str(value)),
)
DISCARD = ASK.one_of("card.discard", "TB-37", _lasting, follows_card(LastingCardDiscarded), standing=True)
