"""The effects that count during the Activation Phase (TB-50).

The story names them as the phase begins, and no player confirms them.
"""

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.effects.card_effects import is_due
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.state import LegionBattle, played
from table.games.legion.rules.model.turns import effect_order
from table.rules.game import Event


def due(battle: LegionBattle) -> Event | None:
    """Return the next effect that counts from now on to the end of the phase."""
    priority = None if battle.edition.blue_first else battle.priority
    for seat in effect_order(Timing.ACTIVATION, priority):
        card = played(battle, seat)
        if card is not None and is_due(battle, seat, Timing.ACTIVATION):
            return EffectResolved(seat, card.id, card.name, Timing.ACTIVATION)
    return None
