"""Star Wars: Legion, the current rulebook (2024): its steps in order, and the game made of them."""

from dataclasses import dataclass, replace

from table.games.legion.rules.command import cards_that_stay, reminders, setup, ties
from table.games.legion.rules.evolve import evolve
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.editions import CURRENT
from table.games.legion.rules.model.state import LegionBattle, Roller
from table.games.legion.rules.steps import (
    actions,
    activation,
    card_reading,
    cards_aside,
    casualties,
    discard_piles,
    effects,
    lasting_effects,
    orders,
    pools,
    priority,
    replaced_cards,
    round_end,
    selection,
    token_looked_at,
)
from table.games.legion.rules.steps.end_phase import promotion, victory
from table.games.legion.rules.steps.turns import active_unit, dictated, set_aside
from table.rules.game import Event
from table.rules.steps import StepOfTable, Steps

COMMAND, ACTIVATION, END = "command", "activation", "end"


def _reminded(battle: LegionBattle) -> Event | None:
    """Return the reminder of who may gain something (LA-35), after the effects at the start of the phase."""
    return reminders.due(battle) if effects.next_effect(battle) is None else None


TABLE = (
    StepOfTable(
        "select",
        COMMAND,
        lambda battle: cards_aside.due(battle) or setup.due(battle) or selection.due(battle),
        (casualties.WHY, *setup.QUESTIONS, selection.SELECT),
    ),
    StepOfTable(
        "resolve",
        COMMAND,
        effects.due,
        (
            casualties.WHY,
            replaced_cards.REPLACE,
            *card_reading.QUESTIONS,
            selection.SELECT,
            effects.PLANS,
            cards_aside.ASIDE,
            effects.EFFECT,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "priority",
        COMMAND,
        lambda battle: cards_aside.due(battle) or priority.due(battle),
        (casualties.WHY, ties.INTERROGATE, priority.ROLL, set_aside.TAKE_BACK),
    ),
    StepOfTable(
        "orders",
        COMMAND,
        lambda battle: cards_that_stay.due(battle) or orders.due(battle),
        (
            casualties.WHY,
            orders.NOMINATE,
            orders.RANGE,
            orders.ORDERS,
            orders.OFFER,
            effects.EFFECT,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable("order_pool", COMMAND, pools.order_pool_due),
    StepOfTable("pass_pool", COMMAND, pools.pass_pool_due, (effects.EFFECT,)),
    StepOfTable(
        "activation",
        ACTIVATION,
        lambda battle: cards_that_stay.due(battle) or _reminded(battle) or activation.due(battle),
        (
            casualties.WHY,
            active_unit.END,
            activation.TURN,
            active_unit.RESUME,
            activation.UNIT,
            orders.OFFER,
            lasting_effects.EFFECT,
            token_looked_at.SHUFFLE_IN,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "end",
        END,
        lambda battle: cards_that_stay.due(battle) or round_end.due(battle),
        (casualties.WHY, effects.EFFECT, round_end.END, promotion.DUE, victory.FEWER, victory.POINTS),
    ),
)
"""The order of LG-01: the six steps of the Command Phase, then the Activation Phase and the End Phase."""

STANDING = (
    activation.DRAW_BY_HAND,
    priority.CORRECT,
    discard_piles.LOOK,
    discard_piles.FROM_HAND,
    *actions.QUESTIONS,
    *dictated.QUESTIONS,
    *casualties.QUESTIONS,
    promotion.PROMOTE,
)
STEPS = Steps(tuple(replace(step, due=victory.unless_alone(step.due)) for step in TABLE), STANDING, evolve)
"""In every step a seat that alone has undefeated units has won (LA-24)."""


@dataclass(frozen=True)
class Legion2024(Legion):
    rounds: int = 5
    roller: Roller = Roller.ALTERNATING

    system = "legion_2024"
    edition = CURRENT
    steps = STEPS
