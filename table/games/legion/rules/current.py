"""Star Wars: Legion, the current rulebook (2024): its steps in order, and the game made of them."""

from dataclasses import dataclass

from table.games.legion.rules.command import reminders, setup, ties
from table.games.legion.rules.evolve import evolve
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.editions import CURRENT
from table.games.legion.rules.model.state import Roller
from table.games.legion.rules.steps import actions, casualties, pools, priority, replaced_cards
from table.games.legion.rules.steps import activation as activating
from table.games.legion.rules.steps import card_reading as facts
from table.games.legion.rules.steps import discard_piles as piles
from table.games.legion.rules.steps import effects as resolving
from table.games.legion.rules.steps import lasting_effects as during
from table.games.legion.rules.steps import orders as ordering
from table.games.legion.rules.steps import round_end as ending
from table.games.legion.rules.steps import selection as selecting
from table.games.legion.rules.steps import token_looked_at as looking
from table.rules.steps import StepOfTable, Steps

COMMAND, ACTIVATION, END = "command", "activation", "end"

TABLE = (
    StepOfTable(
        "select",
        COMMAND,
        lambda battle: setup.due(battle) or selecting.due(battle),
        (casualties.WHY, *setup.QUESTIONS, selecting.SELECT),
    ),
    StepOfTable(
        "resolve",
        COMMAND,
        resolving.due,
        (
            casualties.WHY,
            replaced_cards.REPLACE,
            *facts.QUESTIONS,
            resolving.INSTEAD,
            resolving.INSTEAD_AGREE,
            selecting.SELECT,
            resolving.PLANS,
            resolving.EFFECT,
            actions.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "priority", COMMAND, priority.due, (casualties.WHY, ties.INTERROGATE, priority.ROLL, actions.TAKE_BACK)
    ),
    StepOfTable(
        "orders",
        COMMAND,
        ordering.due,
        (
            casualties.WHY,
            ordering.NOMINATE,
            ordering.RANGE,
            ordering.ORDERS,
            ordering.OFFER,
            resolving.EFFECT,
            actions.TAKE_BACK,
        ),
    ),
    StepOfTable("order_pool", COMMAND, pools.order_pool_due),
    StepOfTable("pass_pool", COMMAND, pools.pass_pool_due, (resolving.EFFECT,)),
    StepOfTable(
        "activation",
        ACTIVATION,
        lambda battle: reminders.due(battle) or activating.due(battle),
        (
            casualties.WHY,
            ordering.OFFER,
            during.EFFECT,
            activating.TURN,
            activating.UNIT,
            looking.SHUFFLE_IN,
            actions.TAKE_BACK,
        ),
    ),
    StepOfTable("end", END, ending.due, (casualties.WHY, resolving.EFFECT, ending.END)),
)
"""The order of LG-01: the six steps of the Command Phase, then the Activation Phase and the End Phase."""

STANDING = (
    resolving.SEND_BACK,
    activating.DRAW_BY_HAND,
    priority.CORRECT,
    piles.LOOK,
    piles.FROM_HAND,
    *actions.QUESTIONS,
    *casualties.QUESTIONS,
)
STEPS = Steps(TABLE, STANDING, evolve)


@dataclass(frozen=True)
class Legion2024(Legion):
    rounds: int = 5
    roller: Roller = Roller.ALTERNATING

    system = "legion_2024"
    revision = 2
    edition = CURRENT
    steps = STEPS
