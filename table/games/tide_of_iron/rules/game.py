"""Tide of Iron: its steps in order, and the game made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from table.games.tide_of_iron.rules import battle_corrections, battle_view
from table.games.tide_of_iron.rules.battle_corrections import CORRECTING
from table.games.tide_of_iron.rules.cards import card_effects, deck_draws, strategy_cards
from table.games.tide_of_iron.rules.command import command_spending, initiative_count
from table.games.tide_of_iron.rules.model.battle_state import TideBattle
from table.games.tide_of_iron.rules.objectives import objective_control, objective_income
from table.games.tide_of_iron.rules.phases import action_phase, status_phase, victory
from table.games.tide_of_iron.rules.setup import battle_start
from table.games.tide_of_iron.rules.setup.battle_start import ScenarioBegun
from table.rules.cards import Belonging, CardKind
from table.rules.chance import Chance
from table.rules.commands import Answer, Command, Reveal
from table.rules.event_rows import EventRow, EventTable, no_line
from table.rules.game import Event
from table.rules.prompts import AnyPrompt
from table.rules.refusal import Refusal
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import NOT_ASKED, StepBegan, StepOfTable, Steps, TableGame
from table.rules.text import text
from table.rules.tokens import HandOut
from table.rules.view import View

SETUP, ACTION, COMMAND, STATUS = "setup", "action", "command", "status"

EFFECTS = (action_phase.ORDER, *card_effects.QUESTIONS)
TABLE = (
    StepOfTable("setup", SETUP, questions=(*EFFECTS, battle_start.READY, battle_start.DEPLOY, deck_draws.DRAW)),
    StepOfTable("action", ACTION, questions=(*EFFECTS, victory.AGREE, action_phase.OVER, strategy_cards.CARD)),
    StepOfTable(
        "control",
        COMMAND,
        objective_control.due,
        (action_phase.ORDER, victory.AGREE, objective_control.UNITS, objective_control.SHEET),
    ),
    StepOfTable("receive", COMMAND, objective_income.due, (action_phase.ORDER, victory.AGREE, objective_income.POINTS)),
    StepOfTable(
        "spend",
        COMMAND,
        command_spending.due,
        (
            *EFFECTS,
            victory.AGREE,
            command_spending.DONE,
            strategy_cards.CARD,
            command_spending.USE,
            command_spending.INITIATIVE,
        ),
    ),
    StepOfTable("initiative", COMMAND, initiative_count.due),
    StepOfTable("status", STATUS, status_phase.due, (deck_draws.DRAW, victory.WINNER, victory.AGREE)),
)
"""The order of TI-01: the four steps of the Command Phase, after each Action Phase; then the Status Phase (IB-05)."""

EVENTS: EventTable[TideBattle] = EventTable(
    (
        EventRow(StepBegan, lambda battle, x: replace(battle, step=x.step), no_line),
        *battle_start.ROWS,
        *action_phase.ROWS,
        *objective_control.ROWS,
        *objective_income.ROWS,
        *strategy_cards.ROWS,
        *card_effects.ROWS,
        *deck_draws.ROWS,
        *command_spending.ROWS,
        *initiative_count.ROWS,
        *status_phase.ROWS,
        *victory.ROWS,
        *battle_corrections.ROWS,
    )
)


def evolve(battle: TideBattle | None, event: Event) -> TideBattle:
    """Return the state after an event. It trusts the event, which `decide` has checked."""
    if battle is None and not isinstance(event, ScenarioBegun):
        raise ValueError(f"a battle begins with ScenarioBegun, not with {type(event).__name__}")
    return EVENTS.fold(battle, event)


STANDING = (
    action_phase.CONFLICT,
    *card_effects.ACTS,
    objective_control.PLACE,
    strategy_cards.READY,
    strategy_cards.RETURN,
    strategy_cards.PUT_AWAY,
    strategy_cards.REMOVE,
    victory.CLAIM,
)
STEPS = Steps(TABLE, STANDING, evolve)


@dataclass(frozen=True)
class TideOfIron(TableGame[TideBattle]):
    """A game of Tide of Iron. It has no settings: all facts are in the scenario."""

    system = "tide_of_iron"
    table = EVENTS
    steps = STEPS

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        if refusals := battle_start.problems(setup):
            return refusals
        begun = ScenarioBegun(setup[BLUE].scenario, setup[BLUE].side, setup[RED].side)
        return (begun, *STEPS.settle(STEPS.evolve(None, begun), (StepBegan("setup"),)))

    def prompts(self, state: TideBattle) -> tuple[AnyPrompt, ...]:
        return CORRECTING.prompts(state, STEPS)

    def decide(self, state: TideBattle, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if isinstance(command, Reveal):
            return Refusal(NOT_ASKED, text("refused.no_question"))
        return CORRECTING.decide(state, command, STEPS, lambda: self._decided(state, command, chance))

    def _decided(self, state: TideBattle, command: Answer, chance: Chance) -> tuple[Event, ...] | Refusal:
        decided = STEPS.decide(state, command, chance)
        if not isinstance(decided, Refusal) or state.over:
            return decided
        if command.prompt == strategy_cards.CARD.key:
            return strategy_cards.why_not(state, command.seat, command.value)
        if command.prompt in command_spending.PURCHASES:
            return command_spending.why_not(state, command.seat) or decided
        return decided

    def view(self, state: TideBattle) -> View:
        return battle_view.view(self.system, TABLE, state)

    def sealable(self, state: TideBattle, seat: Seat, card: str) -> bool:
        return False

    def belongings(self, state: TideBattle, seat: Seat) -> tuple[Belonging, ...]:
        side = state.side(seat)
        return tuple(
            Belonging(
                card.tag,
                card.name,
                CardKind.STRATEGY,
                spent=card.id in side.removed,
                in_play=card.id in side.in_play,
                option=card.id,
                prompt=strategy_cards.CARD.key,
            )
            for card in side.sheet.cards
        )

    def worst_case(self, state: TideBattle) -> tuple[HandOut, ...]:
        return objective_income.worst_case(state)

    def round_settled(self, state: TideBattle) -> bool:
        """True if no round is about to end: in the set-up, in the Action Phase, and after the match."""
        return state.over or state.step in (SETUP, ACTION)

    def victory_points(self, state: TideBattle) -> tuple[int, int] | None:
        return (state.blue.points, state.red.points) if state.scenario.scoring.any else None

    def keeps_points(self, state: TideBattle) -> bool:
        """True if the scenario has neither points nor victory conditions."""
        scoring = state.scenario.scoring
        return not (scoring.any or scoring.conditions or scoring.wins)

    def decided(self, state: TideBattle) -> Result | None:
        return Result(state.winner, WonBy.RULES, "IB-06") if state.won else None
