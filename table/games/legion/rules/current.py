"""Star Wars: Legion, the current rulebook (2024): its steps in order, and the game made of them."""

from dataclasses import dataclass, replace

from table.games.legion.rules.activation import active_unit, dictated, out_of_turn, turn_choice
from table.games.legion.rules.effects import card_effects, cards_aside, discard_piles, extra_orders, lasting_cards
from table.games.legion.rules.end_phase import promotion, round_end, victory
from table.games.legion.rules.event_table import evolve
from table.games.legion.rules.game import Legion
from table.games.legion.rules.keywords import keyword_table
from table.games.legion.rules.model.editions import CURRENT
from table.games.legion.rules.model.state import LegionBattle, Roller
from table.games.legion.rules.orders import order_steps
from table.games.legion.rules.pools import pool_making, put_back, set_aside, token_looked_at
from table.games.legion.rules.priority import priority_roll, priority_ties
from table.games.legion.rules.reading import card_reading
from table.games.legion.rules.selection import card_selection, divulging, replaced_cards
from table.games.legion.rules.units import casualties
from table.rules.game import Event
from table.rules.steps import StepOfTable, Steps

COMMAND, ACTIVATION, END = "command", "activation", "end"


def _current(step: StepOfTable[LegionBattle]) -> StepOfTable[LegionBattle]:
    """Return a step with the events and questions that lasting cards and keywords add. LA-24 can end every step."""

    def due(battle: LegionBattle) -> Event | None:
        if (again := lasting_cards.due(battle)) is not None:
            return again
        if card_effects.next_effect(battle) is None and (added := keyword_table.due_in(step.id, battle)) is not None:
            return added
        return step.due(battle)

    return replace(
        step, due=victory.unless_alone(due), questions=(*keyword_table.questions_in(step.id), *step.questions)
    )


TABLE = (
    StepOfTable(
        "select",
        COMMAND,
        lambda battle: cards_aside.due(battle) or divulging.due(battle) or card_selection.due(battle),
        (casualties.WHY, *divulging.QUESTIONS, card_selection.SELECT),
    ),
    StepOfTable(
        "resolve",
        COMMAND,
        card_effects.due,
        (
            casualties.WHY,
            replaced_cards.REPLACE,
            *card_reading.QUESTIONS,
            card_selection.SELECT,
            card_effects.PLANS,
            cards_aside.ASIDE,
            card_effects.EFFECT,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "priority",
        COMMAND,
        lambda battle: cards_aside.due(battle) or priority_roll.due(battle),
        (casualties.WHY, priority_ties.INTERROGATE, priority_roll.ROLL, set_aside.TAKE_BACK),
    ),
    StepOfTable(
        "orders",
        COMMAND,
        order_steps.due,
        (casualties.WHY, order_steps.NOMINATE, order_steps.ORDERS, card_effects.EFFECT, set_aside.TAKE_BACK),
    ),
    StepOfTable("order_pool", COMMAND, pool_making.order_pool_due),
    StepOfTable("pass_pool", COMMAND, pool_making.pass_pool_due, (card_effects.EFFECT,)),
    StepOfTable(
        "activation",
        ACTIVATION,
        turn_choice.due,
        (
            casualties.WHY,
            active_unit.END,
            turn_choice.TURN,
            active_unit.RESUME,
            turn_choice.UNIT,
            order_steps.OFFER,
            card_effects.EFFECT,
            token_looked_at.SHUFFLE_IN,
            set_aside.TAKE_BACK,
        ),
    ),
    StepOfTable(
        "end",
        END,
        round_end.due,
        (casualties.WHY, card_effects.EFFECT, round_end.END, promotion.DUE, victory.FEWER, victory.POINTS),
    ),
)
"""The order of LG-01: the six steps of the Command Phase, then the Activation Phase and the End Phase."""

STANDING = (
    turn_choice.DRAW_BY_HAND,
    priority_roll.CORRECT,
    discard_piles.LOOK,
    discard_piles.FROM_HAND,
    active_unit.RETURN,
    out_of_turn.EXTRA,
    out_of_turn.TURN_DOWN,
    extra_orders.EXTRA_ORDER,
    put_back.PUT_BACK,
    token_looked_at.LOOK,
    set_aside.PARK,
    pool_making.ADVANTAGE_TOKEN,
    discard_piles.RECOVER,
    discard_piles.DISCARD,
    *dictated.QUESTIONS,
    *casualties.QUESTIONS,
    promotion.PROMOTE,
)
STEPS = Steps(tuple(map(_current, TABLE)), STANDING, evolve)


@dataclass(frozen=True)
class Legion2024(Legion):
    rounds: int = 5
    roller: Roller = Roller.ALTERNATING

    system = "legion_2024"
    edition = CURRENT
    steps = STEPS
