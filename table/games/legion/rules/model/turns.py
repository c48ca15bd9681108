"""Turns and moments: the active unit, the next turn, the order of effects, and steps with special rules."""

from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.seats import BLUE, Seat


def active_troop(battle: LegionBattle) -> Troop | None:
    """Return the unit that is being activated, out of turn or not."""
    if not battle.going_on:
        return None
    now = battle.going_on[-1]
    return battle.side(now.seat).troop(now.unit)


def beginner(battle: LegionBattle) -> Seat | None:
    """Return the seat with the next turn: the other one during an activation of this turn."""
    if battle.turn is None or not battle.going_on or battle.going_on[0].out_of_turn:
        return battle.turn
    return battle.turn.opponent


def before_turns(battle: LegionBattle) -> bool:
    """True at the start of the Activation Phase, before any activation, pass or draw."""
    if battle.step != "activation" or battle.drawn or battle.wasted:
        return False
    sides = (battle.blue, battle.red)
    return not any(side.play.passed or any(t.activations for t in side.troops) for side in sides)


def begins_early(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat may begin its turn early and so end the other seat's activation."""
    return beginner(battle) is seat and bool(battle.going_on) and all(now.seat is not seat for now in battle.going_on)


PRIORITY_FIRST = (
    Timing.ISSUING, Timing.COMMAND_END, Timing.START_OF_ACTIVATION, Timing.ACTIVATION, Timing.END_PHASE,
)  # fmt: skip
"""The timings at which the player with priority is first (LG-21). At all others blue is (LG-21, LG-23)."""


def effect_order(timing: Timing | None, priority: Seat | None) -> tuple[Seat, Seat]:
    """Return the seats in the order of their effects. `timing`: None for a moment outside the rules' list."""
    first = priority if timing in PRIORITY_FIRST and priority is not None else BLUE
    return (first, first.opponent)


AT_HAND = ("resolve", "priority", "orders", "activation")
"""The steps in which a card of the round can move tokens and cards."""
COMMAND_END = "pass_pool"
"""The step in which the effects at the end of the Command Phase fall due."""


def at_hand(battle: LegionBattle) -> bool:
    """True while a card of the round can move tokens and cards."""
    return battle.step in (*AT_HAND, COMMAND_END)


def is_setup(battle: LegionBattle) -> bool:
    """True before the first selection of a match that plays keywords."""
    return battle.edition.keywords and battle.round == 1 and battle.step == "select"
