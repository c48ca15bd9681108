"""Cards that stay act again in each later round: the story names them when their time comes (TB-37, LG-20).

The players need not confirm it. An effect without a time applies only in the round of the card.
"""

from collections.abc import Iterable
from types import MappingProxyType

from table.games.legion.rules.effects.effect_events import CardActsAgain
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.state import LegionBattle, card_of
from table.games.legion.rules.orders.order_moments import issuing_seat
from table.rules.seats import SEATS, Seat

COMES = MappingProxyType(
    {
        "orders": (Timing.ISSUING,),
        "activation": (Timing.START_OF_ACTIVATION, Timing.ACTIVATION),
        "end": (Timing.END_PHASE,),
    }
)
"""The times that occur in every round, by step."""


def due(battle: LegionBattle) -> CardActsAgain | None:
    """Return the next event of a lasting card that acts again, once for each round and time."""
    if battle.priority is None or not (battle.blue.lasting or battle.red.lasting):
        return None
    for timing in COMES.get(battle.step, ()):
        for seat in (battle.priority, battle.priority.opponent):
            for card in _of_earlier_rounds(battle, seat):
                known = (card.id, timing) in battle.play(seat).acted_again
                if timing in card.timings and not known and _has_come(battle, seat, card, timing):
                    return CardActsAgain(seat, card.id, card.name, timing)
    return None


def _of_earlier_rounds(battle: LegionBattle, seat: Seat) -> Iterable[CommandCard]:
    """Return a seat's cards that stay from earlier rounds. This round's card joins them when the round ends."""
    over = all(battle.play(each).ended for each in SEATS)
    return () if over else (card_of(battle, seat, card) for card in battle.side(seat).lasting)


def _has_come(battle: LegionBattle, seat: Seat, card: CommandCard, timing: Timing) -> bool:
    """True if the card's seat issues orders now, or if the card does not act on orders (LA-46)."""
    whose = seat.opponent if card.acts_of(Act.ON_ENEMY_ORDER) else seat
    return timing is not Timing.ISSUING or issuing_seat(battle) is whose
