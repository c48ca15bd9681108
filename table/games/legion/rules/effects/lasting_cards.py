"""A card that stays acts again in each later round: the story says so as its moment comes (TB-37, LG-20).

Nobody has to confirm it. What a card does at no stated time, it did in the round in which it was played.
"""

from collections.abc import Iterable
from types import MappingProxyType

from table.games.legion.rules.effects.effect_events import CardActsAgain
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.state import LegionBattle, card_of
from table.games.legion.rules.orders.order_moments import issuing_seat
from table.rules.seats import Seat

COMES = MappingProxyType(
    {
        "orders": (Timing.ISSUING,),
        "activation": (Timing.START_OF_ACTIVATION, Timing.ACTIVATION),
        "end": (Timing.END_PHASE,),
    }
)
"""The times that come in every round, by the step that they come in."""


def due(battle: LegionBattle) -> CardActsAgain | None:
    """Return what is to be said next of a card that stays, once a round and moment."""
    if battle.priority is None or not (battle.blue.lasting or battle.red.lasting):
        return None
    for timing in COMES.get(battle.step, ()):
        for seat in (battle.priority, battle.priority.opponent):
            for card in _of_earlier_rounds(battle, seat):
                told = (card.id, timing) in battle.play(seat).acted_again
                if timing in card.timings and not told and _has_come(battle, seat, card, timing):
                    return CardActsAgain(seat, card.id, card.name, timing)
    return None


def _of_earlier_rounds(battle: LegionBattle, seat: Seat) -> Iterable[CommandCard]:
    """Return a seat's cards that stay. One of this round, which its owner confirms, joins them as the round ends."""
    return () if battle.play(seat).ended else (card_of(battle, seat, card) for card in battle.side(seat).lasting)


def _has_come(battle: LegionBattle, seat: Seat, card: CommandCard, timing: Timing) -> bool:
    """True if orders are issued that the card acts on (LA-46), or if it does not act on orders."""
    whose = seat.opponent if card.acts_of(Act.ON_ENEMY_ORDER) else seat
    return timing is not Timing.ISSUING or issuing_seat(battle) is whose
