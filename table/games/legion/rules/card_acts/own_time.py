"""The time of an act in a round: when it begins and when it ends (LG-20, LA-63)."""

from types import MappingProxyType

from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.state import LegionBattle, read_off
from table.games.legion.rules.model.turns import before_turns

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
"""The step in which effects of a time fall due. A divulged card acts at set-up by another half of it."""
AT_THE_START = frozenset({Timing.COMMAND_END, Timing.START_OF_ACTIVATION})
"""The times that last until the first turn of the Activation Phase."""
ONE_STEP = frozenset({Timing.ISSUING, Timing.ACTIVATION, Timing.END_PHASE})
"""The times that last as long as their step."""
LAST = frozenset({Act.RECOVER_FROM_DISCARD})
"""The acts that belong to the End Phase on a card that also acts then."""
ORDERING = frozenset({Act.EXTRA_ORDER, Act.TOKEN_ASSIGN_FACEUP})
"""The acts that issue an order. One without a stated time does not last into the Activation Phase."""


def has_come(battle: LegionBattle, card: CommandCard, what: CardAct, issues: bool) -> bool:
    """True while an act may be used: at one of its times, or always if the card has no known time.

    `issues`: the seat of the card issues orders now (LA-46).
    """
    times = [time for time in _times(read_off(battle, card).timings, what) if time in BEGINS]
    begun = [time for time in times if STEPS.index(battle.step) >= STEPS.index(BEGINS[time])]
    return not times or any(_lasts(battle, time, what, issues) for time in begun)


def _times(times: tuple[Timing, ...], what: CardAct) -> tuple[Timing, ...]:
    """Return the times of an act: the time that the data name if the card has it, else all times of the card."""
    if what.time in times:
        return (Timing(what.time),)
    return (Timing.END_PHASE,) if what.act in LAST and Timing.END_PHASE in times else times


def _lasts(battle: LegionBattle, time: Timing, what: CardAct, issues: bool) -> bool:
    """True if a time that has begun is not over."""
    if time in AT_THE_START:
        return battle.step == "pass_pool" or before_turns(battle)
    if time in ONE_STEP:
        return battle.step == BEGINS[time] and (time is not Timing.ISSUING or issues)
    return what.act not in ORDERING or battle.step != "activation"
