"""Star Wars: Legion, the classic rules reference: its steps in order, and the game made of them."""

from dataclasses import dataclass
from types import MappingProxyType

from table.games.legion.rules.activation import active_unit, turn_choice
from table.games.legion.rules.current import ACTIVATION, COMMAND, END, STANDING
from table.games.legion.rules.effects import card_effects, granted
from table.games.legion.rules.end_phase import promotion, round_end
from table.games.legion.rules.event_table import evolve
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.editions import CLASSIC
from table.games.legion.rules.model.state import Roller
from table.games.legion.rules.orders import order_steps
from table.games.legion.rules.pools import pool_making, set_aside, token_looked_at
from table.games.legion.rules.priority import priority_roll
from table.games.legion.rules.reading import card_reading
from table.games.legion.rules.selection import card_selection
from table.games.legion.rules.units import casualties
from table.rules.steps import StepOfTable, Steps

TABLE = (
    StepOfTable(
        "select", COMMAND, card_selection.due, (casualties.WHY, *granted.INQUIRY, card_selection.SELECT, promotion.DUE)
    ),
    StepOfTable(
        "resolve",
        COMMAND,
        card_effects.due,
        (
            casualties.WHY,
            *granted.INQUIRY,
            *card_reading.QUESTIONS,
            card_effects.INSTEAD,
            card_effects.INSTEAD_AGREE,
            card_selection.SELECT,
            card_effects.EFFECT,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "priority",
        COMMAND,
        priority_roll.due,
        (casualties.WHY, *granted.INQUIRY, priority_roll.ROLL, set_aside.TAKE_BACK),
    ),
    StepOfTable(
        "orders",
        COMMAND,
        order_steps.due,
        (
            casualties.WHY,
            *granted.INQUIRY,
            order_steps.NOMINATE,
            card_effects.EFFECT,
            order_steps.ORDERS,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable("order_pool", COMMAND, pool_making.classic_pool_due, (card_effects.EFFECT,)),
    StepOfTable(
        "activation",
        ACTIVATION,
        turn_choice.due,
        (
            casualties.WHY,
            *granted.INQUIRY,
            active_unit.END,
            turn_choice.TURN,
            active_unit.RESUME,
            turn_choice.UNIT,
            card_effects.EFFECT,
            token_looked_at.SHUFFLE_IN,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "end", END, round_end.due, (casualties.WHY, *granted.INQUIRY, card_effects.EFFECT, round_end.END, promotion.DUE)
    ),
)
"""The order of LC-42: select (with the effects after the reveal), priority, orders, pool; then the Activation Phase."""

IDS = MappingProxyType(
    {
        "LG-10": "LC-11", "LG-11": "LC-12", "LG-12": "LC-13", "LG-13": "LC-33", "LG-22": "LC-15", "LG-30": "LC-20",
        "LG-31": "LC-21", "LG-32": "LC-22", "TB-25": "LC-22", "LG-33": "LC-23", "LG-40": "LC-31", "LG-41": "LC-32",
        "LG-42": "LC-30", "LG-43": "LC-33", "LG-44": "LC-34", "LG-45": "LC-36", "LG-47": "LC-37", "LG-48": "LC-34",
        "LA-03": "TB-28", "LA-06": "TB-28", "LA-07": "TB-28", "LA-08": "TB-28", "LA-09": "TB-28", "LA-21": "LA-87",
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
    edition = CLASSIC
    steps = Steps(TABLE, (card_effects.SEND_BACK, *STANDING, granted.GIVEN), evolve)
    ids = IDS
