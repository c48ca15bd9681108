"""Star Wars: Legion, the current rulebook (2024): its steps in order, and the game made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from table.games.belongings import Belonging
from table.games.chance import Chance
from table.games.commands import Command, Reveal
from table.games.game import Event
from table.games.legion import (
    actions,
    activating,
    casualties,
    ending,
    facts,
    ordering,
    owed,
    picture,
    pools,
    priority,
    resolving,
    selecting,
)
from table.games.legion.belongings import belongings
from table.games.legion.events import EVENTS, MatchBegun, RoundBegan
from table.games.legion.folding import evolve
from table.games.legion.labels import card_option
from table.games.legion.muster import problems
from table.games.legion.state import Battle, Roller
from table.games.legion.telling import tell
from table.games.prompts import AnyPrompt, Option
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED, Seat
from table.games.steps import Step, Steps
from table.games.text import Text, text
from table.games.tokens import HandBack, HandOut
from table.games.view import View

COMMAND, ACTIVATION, END = "command", "activation", "end"

TABLE = (
    Step("select", COMMAND, selecting.due, (selecting.SELECT,)),
    Step(
        "resolve",
        COMMAND,
        resolving.due,
        (
            *facts.QUESTIONS,
            resolving.INSTEAD,
            resolving.INSTEAD_AGREE,
            selecting.SELECT,
            resolving.EFFECT,
            actions.TAKE_BACK,
        ),
    ),
    Step("priority", COMMAND, priority.due, (priority.ROLL, actions.TAKE_BACK)),
    Step("orders", COMMAND, ordering.due, (ordering.NOMINATE, resolving.EFFECT, ordering.ORDERS, actions.TAKE_BACK)),
    Step("order_pool", COMMAND, pools.order_pool_due),
    Step("pass_pool", COMMAND, pools.pass_pool_due),
    Step(
        "activation",
        ACTIVATION,
        activating.due,
        (resolving.EFFECT, activating.TURN, activating.UNIT, actions.SHUFFLE_IN, actions.TAKE_BACK),
    ),
    Step("end", END, ending.due, (ending.END,)),
)
"""LG-01: the six steps of the Command Phase, then the Activation Phase; and the End Phase."""

STANDING = (
    resolving.SEND_BACK,
    activating.DRAW_BY_HAND,
    *actions.QUESTIONS,
    *casualties.QUESTIONS,
)
STEPS = Steps(TABLE, STANDING, evolve)


@dataclass(frozen=True)
class Legion2024:
    """The game. Its two settings go into the first event, and so into the journal."""

    rounds: int = 5
    roller: Roller = Roller.ALTERNATING

    system = "legion_2024"
    events = EVENTS

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        if refusals := problems(setup):
            return refusals
        begun = MatchBegun(setup[BLUE], setup[RED], self.rounds, self.roller)
        return (begun, *STEPS.settle(evolve(None, begun), (RoundBegan(1),)))

    def prompts(self, state: Battle) -> tuple[AnyPrompt, ...]:
        return STEPS.prompts(state)

    def decide(self, state: Battle, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if not isinstance(command, Reveal):
            return STEPS.decide(state, command, chance)
        if state.over:
            return Refusal("TB-20", text("refused.over"))
        revealed = selecting.reveal(state, command.cards)
        return revealed if isinstance(revealed, Refusal) else STEPS.settle(state, revealed)

    def evolve(self, state: Battle | None, event: Event) -> Battle:
        return evolve(state, event)

    def view(self, state: Battle) -> View:
        return picture.view(self.system, TABLE, state)

    def hand(self, state: Battle, seat: Seat) -> tuple[Option, ...]:
        if state.over or not selecting.sealing(state, seat):
            return ()
        return tuple(card_option(card) for card in selecting.lawful(state, seat))

    def belongings(self, state: Battle, seat: Seat) -> tuple[Belonging, ...]:
        return belongings(state.side(seat))

    def questions(self, state: Battle) -> int:
        return state.questions

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        return owed.hand_outs(event)

    def hand_backs(self, state: Battle, event: Event) -> tuple[HandBack, ...]:
        return owed.hand_backs(state, event)

    def tell(self, event: Event) -> Text | None:
        return tell(event)

    def worst_case(self, state: Battle) -> tuple[HandOut, ...]:
        return owed.worst_case(state)

    def over(self, state: Battle) -> bool:
        return state.over
