"""Infinity, fifth edition: the steps of a match in order, and the game made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from table.games.infinity.rules import mission_view, token_forecast
from table.games.infinity.rules.answer_refusals import why_full, why_not_asked
from table.games.infinity.rules.corrections import mission_corrections
from table.games.infinity.rules.corrections.mission_corrections import CORRECTING
from table.games.infinity.rules.model import order_tokens
from table.games.infinity.rules.model.forces import trooper_card
from table.games.infinity.rules.model.mission_state import InfinitySide, Mission, with_side
from table.games.infinity.rules.model.uses import ALL
from table.games.infinity.rules.setup import first_turn, force_facts, mission_start
from table.games.infinity.rules.setup.force_checks import problems
from table.games.infinity.rules.setup.mission_start import MissionBegun
from table.games.infinity.rules.troopers import arrivals, casualties
from table.games.infinity.rules.turn import objective_points, order_count, order_spending
from table.games.infinity.rules.uses import use_effects, use_parts, use_windows, wip_rerolls
from table.games.infinity.rules.uses.use_limits import why_not_chosen
from table.rules.cards import Belonging, CardKind
from table.rules.chance import Chance
from table.rules.commands import Answer, Command, Reveal
from table.rules.event_rows import EventTable
from table.rules.game import Event
from table.rules.prompts import AnyPrompt
from table.rules.refusal import Refusal
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import NOT_ASKED, StepBegan, StepOfTable, Steps, TableGame
from table.rules.text import text
from table.rules.tokens import HandOut
from table.rules.view import View

SETUP, TACTICAL, IMPETUOUS, ORDERS, STATES = "setup", "tactical", "impetuous", "orders", "states"


def _busy(mission: Mission) -> bool:
    return mission.busy


USING = tuple(
    replace(question, gate=_busy)
    for question in (casualties.FATE, arrivals.WHERE, *use_windows.PARTS, use_windows.DROP, *wip_rerolls.QUESTIONS)
)
"""The questions of every step in which a token can be spent.

While a player describes a use, its step cannot end (TB-102).
"""

TABLE = (
    StepOfTable("facts", SETUP, force_facts.facts_due, (*force_facts.FACTS, objective_points.MISSION)),
    StepOfTable("initiative", SETUP, first_turn.initiative_due, (*first_turn.QUESTIONS, objective_points.MISSION)),
    StepOfTable(
        "deploy", SETUP, questions=(mission_start.DEPLOY, objective_points.MISSION, use_windows.SET_ASIDE, *USING)
    ),
    StepOfTable("reserve", SETUP, questions=(mission_start.RESERVE,)),
    StepOfTable("logistical", SETUP, questions=(use_windows.LOGISTICAL,)),
    StepOfTable("window", TACTICAL, order_count.turn_due, (use_windows.STRATEGIC, *USING)),
    StepOfTable(
        "checks", TACTICAL, questions=(order_count.CHECKS, use_windows.EXECUTIVE, use_windows.OPERATIONAL, *USING)
    ),
    StepOfTable(
        "count",
        TACTICAL,
        order_count.count_due,
        (order_count.ISOLATED_QUESTION, order_count.POOL, order_count.STEADY, use_windows.OPERATIONAL, *USING),
    ),
    StepOfTable("recount", TACTICAL, questions=(use_windows.STRATEGIC, *USING)),
    StepOfTable(
        "impetuous",
        IMPETUOUS,
        order_spending.impetuous_due,
        (order_spending.IMPETUOUS, use_windows.OPERATIONAL, *USING),
    ),
    StepOfTable("orders", ORDERS, questions=(*order_spending.SPENDING, use_windows.OPERATIONAL, *USING)),
    StepOfTable("states", STATES, questions=(order_spending.STATES, use_windows.OPERATIONAL, *USING)),
    StepOfTable("score", STATES, questions=(objective_points.SCORE, objective_points.AGREE, *USING)),
    StepOfTable("end", STATES, order_spending.end_due),
)
"""The set-up, then player turns. The last step begins the next turn with its first one (TB-112)."""

EVENTS: EventTable[Mission] = EventTable(
    (
        *mission_start.ROWS,
        *force_facts.ROWS,
        *first_turn.ROWS,
        *order_count.ROWS,
        *order_spending.ROWS,
        *objective_points.ROWS,
        *use_parts.ROWS,
        *use_windows.ROWS,
        *use_effects.ROWS,
        *wip_rerolls.ROWS,
        *casualties.ROWS,
        *arrivals.ROWS,
        *mission_corrections.ROWS,
    )
)


def evolve(mission: Mission | None, event: Event) -> Mission:
    """Return the state after an event, with the order tokens then on the table.

    It trusts the event, which `decide` has checked.
    """
    if mission is None and not isinstance(event, MissionBegun):
        raise ValueError(f"a match begins with MissionBegun, not with {type(event).__name__}")
    row = EVENTS.row(event)
    after = EVENTS.fold(mission, event)
    for out in row.hands_out(event):
        after = _orders_moved(after, out.seat, out.kind, out.count)
    for back in row.hands_back(mission, event):
        after = _orders_moved(after, back.seat, back.kind, -back.count)
    return after


def _orders_moved(mission: Mission, seat: Seat, kind: str, by: int) -> Mission:
    if kind not in order_tokens.ORDERS:
        return mission
    return with_side(mission, seat, orders_out=order_tokens.more(mission.side(seat).orders_out, kind, by))


STEPS = Steps(TABLE, (*casualties.QUESTIONS, *arrivals.QUESTIONS), evolve)


REFERENCES = tuple(
    Belonging(use.card, use.name, CardKind.REFERENCE, option=use.id, prompt=use.window.value) for use in ALL
)
"""The reference cards in each player's box, one for each use of a command token."""
CASUALTY = "lost"
"""The key of the prompt to which a trooper's card belongs, if no question asks for a trooper."""


def belongings(side: InfinitySide) -> tuple[Belonging, ...]:
    """Return the cards of a side. Troopers off the table have no public card (IA-04)."""
    troopers = (
        Belonging(
            trooper_card(member.name), member.name, CardKind.UNIT, spent=member.dead, option=member.id, prompt=CASUALTY
        )
        for member in side.members
    )
    return (*REFERENCES, *troopers)


@dataclass(frozen=True)
class Infinity(TableGame[Mission]):
    """A game of Infinity. Its settings go into the first event, and so into the journal."""

    rounds: int = 3
    rolls_by_hand: bool = False
    heaps: tuple[str, ...] = ()
    """The kinds of order token for which the table has a hopper of their own."""

    system = "infinity"
    points_called = "objective"
    table = EVENTS
    steps = STEPS

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

    def view(self, state: Mission) -> View:
        return mission_view.view(self.system, TABLE, state)

    def sealable(self, state: Mission, seat: Seat, card: str) -> bool:
        return False

    def belongings(self, state: Mission, seat: Seat) -> tuple[Belonging, ...]:
        return belongings(state.side(seat))

    def worst_case(self, state: Mission) -> tuple[HandOut, ...]:
        return token_forecast.worst_case(state)

    def will_hold(self, state: Mission) -> tuple[HandOut, ...]:
        return token_forecast.will_hold(state)

    def round_settled(self, state: Mission) -> bool:
        """Return False in the second player turn, which ends a round."""
        return state.over or state.active in (None, state.first)

    def keeps_points(self, state: Mission) -> bool:
        """True without a mission of the season: then the players enter their objective points (IA-25)."""
        return state.season is None

    def victory_points(self, state: Mission) -> tuple[int, int] | None:
        return None if state.season is None else (state.blue.objective_points, state.red.objective_points)

    def decided(self, state: Mission) -> Result | None:
        return objective_points.result(state)

    def tie_broken(self, state: Mission) -> Result | None:
        """Return the winner by the survivors' points, if they are known (IA-25)."""
        winner = objective_points.by_survivors(state)
        return None if winner is None else Result(winner, WonBy.POINTS, objective_points.RULE)
