"""An act of a card has its own time in a round: the step in which the card's effect falls due at first (LG-20)."""

from types import MappingProxyType

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.state import LegionBattle, read_off

STEPS = ("select", "resolve", "priority", "orders", "order_pool", "pass_pool", "activation", "end")
"""The steps of a round, in their order."""
BEGINS = MappingProxyType(
    {
        Timing.REVEAL: "resolve",
        Timing.UNTIMED: "resolve",
        Timing.ISSUING: "orders",
        Timing.COMMAND_END: "pass_pool",
        Timing.START_OF_ACTIVATION: "activation",
        Timing.ACTIVATION: "activation",
        Timing.END_PHASE: "end",
    }
)
"""The step in which an effect of each time falls due. What is divulged at set-up is another half of the card."""
LAST = frozenset({Act.RECOVER_FROM_DISCARD})
"""The acts that belong to the End Phase on a card that acts then, too."""


def has_come(battle: LegionBattle, card: CommandCard, act: Act) -> bool:
    """True from the step of a card's time on, the first of several; and always where no time of it is known."""
    times = read_off(battle, card).timings
    if act in LAST and Timing.END_PHASE in times:
        times = (Timing.END_PHASE,)
    begins = [STEPS.index(BEGINS[time]) for time in times if time in BEGINS]
    return not begins or STEPS.index(battle.step) >= min(begins)
