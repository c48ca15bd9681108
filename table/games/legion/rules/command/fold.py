"""The state after the events of keywords and acts in the Command Phase, by one small function for each type."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from table.games.legion.rules.model import command_events as e
from table.games.legion.rules.model.state import LegionBattle, Reading, with_play, with_side, with_troop
from table.rules.game import Event


def _divulged(battle: LegionBattle, event: e.CardDivulged) -> LegionBattle:
    side = battle.side(event.seat)
    divulged = (*side.play.divulged, event.card)
    if event.stays:
        hand = tuple(card for card in side.hand if card != event.card)
        battle = with_side(battle, event.seat, hand=hand, lasting=(*side.lasting, event.card))
    return with_play(battle, event.seat, divulged=divulged, divulging=event.card)


def _replaced(battle: LegionBattle, event: e.RevealedReplaced) -> LegionBattle:
    hand = (*(card for card in battle.side(event.seat).hand if card != event.card), event.was)
    battle = with_side(battle, event.seat, hand=hand)
    return with_play(battle, event.seat, card=event.card, reading=Reading(), kept=True)


def _plans_changed(battle: LegionBattle, event: e.PlansChanged) -> LegionBattle:
    """Put the seat's card into the discard pile and the opponent's back into the hand, for both to choose again."""
    owner, other = event.seat, event.seat.opponent
    battle = with_side(battle, owner, discard=(*battle.side(owner).discard, event.card))
    battle = _choose_again(battle, owner)
    if not event.back:
        return battle
    battle = with_side(battle, other, hand=(*battle.side(other).hand, event.back))
    battle = with_play(battle, other, barred=(*battle.play(other).barred, event.back))
    return _choose_again(battle, other)


def _choose_again(battle: LegionBattle, seat: Any) -> LegionBattle:
    return with_play(battle, seat, card="", again=True, kept=False)


def _from_hand(battle: LegionBattle, event: e.HandCardDiscarded) -> LegionBattle:
    side = battle.side(event.seat)
    hand = tuple(card for card in side.hand if card != event.card)
    return with_side(battle, event.seat, hand=hand, discard=(*side.discard, event.card))


def _declined(battle: LegionBattle, event: e.OrderDeclined) -> LegionBattle:
    return with_play(battle, event.seat, offered=(*battle.play(event.seat).offered, event.offer))


def _laid_aside(battle: LegionBattle, event: e.CardLaidAside) -> LegionBattle:
    side = battle.side(event.seat)
    hand = tuple(card for card in side.hand if card != event.card)
    return with_side(battle, event.seat, hand=hand, cards_aside=(*side.cards_aside, event.card))


def _taken_up(battle: LegionBattle, event: e.CardsTakenUp) -> LegionBattle:
    return with_side(battle, event.seat, hand=(*battle.side(event.seat).hand, *event.cards), cards_aside=())


def _passenger(battle: LegionBattle, event: e.PassengerChosen) -> LegionBattle:
    chosen = (*battle.side(event.seat).passengers, (event.unit, event.passenger))
    return with_side(battle, event.seat, passengers=chosen)


def _acted_again(battle: LegionBattle, event: e.CardActsAgain) -> LegionBattle:
    told = (*battle.play(event.seat).acted_again, (event.card, event.timing))
    return with_play(battle, event.seat, acted_again=told)


def _reminded(battle: LegionBattle, event: e.IndependentReminded) -> LegionBattle:
    told = (*battle.play(event.seat).reminded, *(name for name, _ in event.units))
    return with_play(battle, event.seat, reminded=told)


FOLD: Mapping[type[Event], Callable[[LegionBattle, Any], LegionBattle]] = MappingProxyType(
    {
        e.CommanderTokenGained: lambda b, x: with_troop(b, x.seat, x.unit, commander_token=True),
        e.CardDivulged: _divulged,
        e.DivulgingEnded: lambda b, x: with_play(b, x.seat, divulging_done=True),
        e.RevealedReplaced: _replaced,
        e.ReplacementDeclined: lambda b, x: with_play(b, x.seat, kept=True),
        e.PlansChanged: _plans_changed,
        e.InterrogationJudged: lambda b, x: with_play(b, x.seat, near=x.near),
        e.OrderDeclined: _declined,
        e.OrdersDeclined: lambda b, x: with_play(b, x.seat, declined=True),
        e.HandCardDiscarded: _from_hand,
        e.PassengerChosen: _passenger,
        e.CardLaidAside: _laid_aside,
        e.LayingAsideEnded: lambda b, x: with_play(b, x.seat, laid=True),
        e.CardsTakenUp: _taken_up,
        e.CardActsAgain: _acted_again,
        e.IndependentReminded: _reminded,
    }
)
