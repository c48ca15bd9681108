"""Infinity, fifth edition: the steps of a match in order, and the game made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from table.games.infinity.rules import tokens, view
from table.games.infinity.rules.cards import belongings
from table.games.infinity.rules.evolve import evolve
from table.games.infinity.rules.model.events import EVENTS, MissionBegun
from table.games.infinity.rules.model.state import Mission
from table.games.infinity.rules.side_checks import problems
from table.games.infinity.rules.steps import (
    arrivals,
    casualties,
    deployment,
    initiative,
    orders,
    rerolls,
    setup,
    tactical,
    token_use,
)
from table.games.infinity.rules.steps.answering import why_not_asked
from table.games.infinity.rules.steps.corrections import CORRECTING
from table.games.infinity.rules.steps.full_groups import why_full
from table.games.infinity.rules.steps.use_limits import why_not_chosen
from table.games.infinity.rules.story import tell
from table.rules.cards import Belonging
from table.rules.chance import Chance
from table.rules.commands import Answer, Command, Reveal
from table.rules.game import Event, Game
from table.rules.prompts import AnyPrompt, Option
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import NOT_ASKED, StepBegan, StepOfTable, Steps
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut
from table.rules.view import View

SETUP, TACTICAL, IMPETUOUS, ORDERS, STATES = "setup", "tactical", "impetuous", "orders", "states"


def _busy(mission: Mission) -> bool:
    return mission.busy


USING = tuple(
    replace(question, gate=_busy)
    for question in (casualties.FATE, arrivals.WHERE, *token_use.PARTS, token_use.DROP, *rerolls.QUESTIONS)
)
"""The questions of every step in which a token can be spent. While a use is described its step is not over (TB-102)."""

TABLE = (
    StepOfTable("facts", SETUP, setup.facts_due, setup.FACTS),
    StepOfTable("initiative", SETUP, initiative.initiative_due, initiative.QUESTIONS),
    StepOfTable("deploy", SETUP, questions=(deployment.DEPLOY, token_use.SET_ASIDE, *USING)),
    StepOfTable("reserve", SETUP, questions=(deployment.RESERVE,)),
    StepOfTable("logistical", SETUP, questions=(token_use.LOGISTICAL, *USING)),
    StepOfTable("window", TACTICAL, tactical.turn_due, (token_use.STRATEGIC, *USING)),
    StepOfTable("executive", TACTICAL, questions=(token_use.EXECUTIVE, token_use.OPERATIONAL, *USING)),
    StepOfTable("checks", TACTICAL, questions=(tactical.CHECKS, token_use.OPERATIONAL, *USING)),
    StepOfTable(
        "count",
        TACTICAL,
        tactical.count_due,
        (tactical.STEADY, token_use.OPERATIONAL, *USING),
    ),
    StepOfTable("recount", TACTICAL, questions=(token_use.STRATEGIC, *USING)),
    StepOfTable("impetuous", IMPETUOUS, orders.impetuous_due, (orders.IMPETUOUS, token_use.OPERATIONAL, *USING)),
    StepOfTable("orders", ORDERS, questions=(*orders.SPENDING, token_use.OPERATIONAL, *USING)),
    StepOfTable("states", STATES, questions=(orders.STATES, token_use.OPERATIONAL, *USING)),
    StepOfTable("end", STATES, orders.end_due),
)
"""The set-up, then player turns. The last step begins the next turn with its first one (TB-112)."""

STEPS = Steps(TABLE, (*casualties.QUESTIONS, *arrivals.QUESTIONS), evolve)


@dataclass(frozen=True)
class Infinity(Game[Mission]):
    """A game of Infinity. Its settings go into the first event, and so into the journal."""

    rounds: int = 3
    rolls_by_hand: bool = False
    heaps: tuple[str, ...] = ()
    """The kinds of order token for which the table has a hopper of their own."""

    system = "infinity"
    events = EVENTS

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        if refusals := problems(setup):
            return refusals
        begun = MissionBegun(setup[BLUE], setup[RED], self.rounds, self.rolls_by_hand, self.heaps)
        return (begun, *STEPS.settle(STEPS.evolve(None, begun), (StepBegan(TABLE[0].id),)))

    def prompts(self, state: Mission) -> tuple[AnyPrompt, ...]:
        return CORRECTING.prompts(state, STEPS)

    def decide(self, state: Mission, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if isinstance(command, Reveal):
            return Refusal(NOT_ASKED, text("refused.no_question"))
        decided = CORRECTING.decide(state, command, STEPS, lambda: self._decided(state, command, chance))
        if isinstance(decided, Refusal):
            return why_not_asked(state, command, STEPS) or decided
        return why_full(state, command) or decided

    def _decided(self, state: Mission, command: Answer, chance: Chance) -> tuple[Event, ...] | Refusal:
        decided = STEPS.decide(state, command, chance)
        if isinstance(decided, Refusal) and not state.over and not state.busy_for(command.seat):
            return why_not_chosen(state, command.seat, command.prompt, command.value) or decided
        return decided

    def evolve(self, state: Mission | None, event: Event) -> Mission:
        return STEPS.evolve(state, event)

    def view(self, state: Mission) -> View:
        return view.view(self.system, TABLE, state)

    def hand(self, state: Mission, seat: Seat) -> tuple[Option, ...]:
        """Return no cards: none is laid face down."""
        return ()

    def sealable(self, state: Mission, seat: Seat, card: str) -> bool:
        return False

    def belongings(self, state: Mission, seat: Seat) -> tuple[Belonging, ...]:
        return belongings(state.side(seat))

    def questions(self, state: Mission) -> int:
        return state.questions

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        return tokens.hand_outs(event)

    def hand_backs(self, state: Mission, event: Event) -> tuple[HandBack, ...]:
        return tokens.hand_backs(state, event)

    def tell(self, event: Event) -> Text | None:
        return tell(event)

    def worst_case(self, state: Mission) -> tuple[HandOut, ...]:
        return tokens.worst_case(state)

    def will_hold(self, state: Mission) -> tuple[HandOut, ...]:
        return tokens.will_hold(state)

    def round_settled(self, state: Mission) -> bool:
        """Return False in the second player turn, with which a round ends."""
        return state.over or state.active in (None, state.first)

    def keeps_points(self, state: Mission) -> bool:
        """Return True: missions count their points in many ways, and name the winner by them."""
        return True

    def over(self, state: Mission) -> bool:
        return state.over
