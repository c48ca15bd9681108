"""Star Wars: Legion, the classic rules reference: its steps in order, and the game made of them."""

from dataclasses import dataclass
from types import MappingProxyType

from table.games.legion.rules.current import ACTIVATION, COMMAND, END, STANDING
from table.games.legion.rules.evolve import evolve
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.editions import CLASSIC
from table.games.legion.rules.model.state import Roller
from table.games.legion.rules.steps import actions, casualties, pools, priority
from table.games.legion.rules.steps import activation as activating
from table.games.legion.rules.steps import card_reading as facts
from table.games.legion.rules.steps import effects as resolving
from table.games.legion.rules.steps import granted as given
from table.games.legion.rules.steps import lasting_effects as during
from table.games.legion.rules.steps import orders as ordering
from table.games.legion.rules.steps import round_end as ending
from table.games.legion.rules.steps import selection as selecting
from table.games.legion.rules.steps import token_looked_at as looking
from table.rules.steps import StepOfTable, Steps

TABLE = (
    StepOfTable("select", COMMAND, selecting.due, (casualties.WHY, *given.INQUIRY, selecting.SELECT)),
    StepOfTable(
        "resolve",
        COMMAND,
        resolving.due,
        (
            casualties.WHY,
            *given.INQUIRY,
            *facts.QUESTIONS,
            resolving.INSTEAD,
            resolving.INSTEAD_AGREE,
            selecting.SELECT,
            resolving.EFFECT,
            actions.TAKE_BACK,
        ),
    ),
    StepOfTable("priority", COMMAND, priority.due, (casualties.WHY, *given.INQUIRY, priority.ROLL, actions.TAKE_BACK)),
    StepOfTable(
        "orders",
        COMMAND,
        ordering.due,
        (
            casualties.WHY,
            *given.INQUIRY,
            ordering.NOMINATE,
            resolving.EFFECT,
            ordering.RANGE,
            ordering.ORDERS,
            actions.TAKE_BACK,
        ),
    ),
    StepOfTable("order_pool", COMMAND, pools.classic_pool_due, (resolving.EFFECT,)),
    StepOfTable(
        "activation",
        ACTIVATION,
        activating.due,
        (
            casualties.WHY,
            *given.INQUIRY,
            during.EFFECT,
            activating.TURN,
            activating.UNIT,
            looking.SHUFFLE_IN,
            actions.TAKE_BACK,
        ),
    ),
    StepOfTable("end", END, ending.due, (casualties.WHY, *given.INQUIRY, resolving.EFFECT, ending.END)),
)
"""The order of LC-42: select (with the effects after the reveal), priority, orders, pool; then the Activation Phase."""

IDS = MappingProxyType(
    {
        "LG-10": "LC-11", "LG-11": "LC-12", "LG-12": "LC-13", "LG-13": "LC-33", "LG-22": "LC-15", "LG-30": "LC-20",
        "LG-31": "LC-21", "LG-32": "LC-22", "TB-25": "LC-22", "LG-33": "LC-23", "LG-40": "LC-31", "LG-41": "LC-32",
        "LG-42": "LC-30", "LG-43": "LC-33", "LG-44": "LC-34", "LG-45": "LC-36", "LG-47": "LC-37", "LG-48": "LC-34",
        "TB-43": "LC-09", "TB-70": "LC-08",
    }
)  # fmt: skip
"""The ids of the current rulebook, and the ids of the same rules here."""


@dataclass(frozen=True)
class LegionClassic(Legion):
    """The classic game.

    The seat with the round counter rolls: blue in odd rounds, unless the players correct it (LC-21).
    """

    rounds: int = 6
    roller: Roller = Roller.ALTERNATING

    system = "legion_classic"
    revision = 2
    edition = CLASSIC
    steps = Steps(TABLE, (*STANDING, given.GIVEN), evolve)
    ids = IDS
