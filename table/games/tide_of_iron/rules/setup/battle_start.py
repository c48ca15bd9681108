"""The start of a battle: the scenario is set up, and the starting units are placed (TI-14, TB-93)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import ASK, objective_option
from table.games.tide_of_iron.rules.model.battle_state import (
    Reason,
    TideBattle,
    TideSide,
    seat_of,
    with_control,
    with_side,
)
from table.games.tide_of_iron.rules.model.scenario import Kind, Objective, Scenario, SeatScenario, Sheet
from table.games.tide_of_iron.rules.objectives.objective_control import taken
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Confirm, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Question, marks
from table.rules.text import Text, text


class ScenarioBegun(Event, frozen=True, tag=True):
    scenario: Scenario
    blue: str
    """The id of the side that this seat plays."""
    red: str


class ScenarioSetUp(Event, frozen=True, tag=True):
    name: str


class StartingUnitsPlaced(SeatEvent, frozen=True, tag=True):
    objectives: tuple[str, ...]


def _in_zone(battle: TideBattle, seat: Seat) -> list[Objective]:
    side = battle.side(seat).sheet.id
    return [
        objective
        for objective in battle.objectives
        if objective.kind is Kind.COMMAND and objective.zone == side and battle.holder(objective.id) is not seat
    ]


def _deployable(battle: TideBattle, seat: Seat) -> Iterable[Option]:
    """Offer the objectives with starting units in the seat's own zone.

    A seat without such objectives is not asked.
    """
    return () if battle.side(seat).deployed else map(objective_option, _in_zone(battle, seat))


def _placed(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    ids = marks(value)
    captured = (taken(battle, seat, battle.objective(id), Reason.SETUP) for id in ids)
    return (StartingUnitsPlaced(seat, ids), *captured)


def _ask_ready(battle: TideBattle, _: Seat) -> Confirm | None:
    if battle.set_up:
        return None
    return Confirm(key="ready", seat=None, ask=text("tide.ready.ask", scenario=battle.scenario.name), rule="TB-93")


def _ready(battle: TideBattle, _seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    given = {seat: battle.side(seat).sheet.command for seat in SEATS}
    return (
        ScenarioSetUp(battle.scenario.name),
        *(CommandReceived(seat, count, Reason.START) for seat, count in given.items() if count),
    )


def begun(event: ScenarioBegun) -> TideBattle:
    scenario = event.scenario
    blue, red = (_side(scenario.sheet(side)) for side in (event.blue, event.red))
    battle = TideBattle(scenario, blue, red, SEATS[0])
    battle = replace(battle, initiative=seat_of(battle, scenario.initiative))
    for objective in battle.objectives:
        if objective.held_by:
            battle = with_control(battle, seat_of(battle, objective.held_by), objective.id)
    return battle


def _side(sheet: Sheet) -> TideSide:
    in_play = tuple(card.id for card in sheet.cards if card.in_play)
    up = tuple(card.id for card in sheet.cards if card.face_up and not card.in_play)
    later = tuple(card.id for card in sheet.cards if not card.face_up and not card.in_play)
    return TideSide(sheet, drawn_later=later, headquarters=up, in_play=in_play)


READY = Question[TideBattle]("ready", "TB-93", _ask_ready, _ready)
DEPLOY = ASK.some_of("deploy", "TI-14", _deployable, _placed)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(ScenarioBegun, lambda _, x: begun(x), lambda x: text("tide.tell.begun", scenario=x.scenario.name)),
    EventRow(ScenarioSetUp, lambda b, _: replace(b, set_up=True), lambda x: text("tide.tell.set_up", scenario=x.name)),
    EventRow(StartingUnitsPlaced, lambda b, x: with_side(b, x.seat, deployed=True), no_line),
)


RULE = "TB-80"


def problems(setup: Mapping[Seat, Any]) -> tuple[Refusal, ...]:
    return tuple(Refusal(RULE, why) for why in _wrong(setup))


def _wrong(setup: Mapping[Seat, Any]) -> list[Text]:
    found = [
        text("tide.parts.none", seat=text(f"seat.{seat}"))
        for seat in SEATS
        if not isinstance(setup.get(seat), SeatScenario)
    ]
    if found:
        return found
    blue, red = setup[BLUE], setup[RED]
    if blue.scenario != red.scenario:
        return [text("tide.parts.scenarios", blue=blue.scenario.name, red=red.scenario.name)]
    sides = {sheet.id for sheet in blue.scenario.sides}
    found = [
        text("tide.parts.side", seat=text(f"seat.{seat}"), side=setup[seat].side)
        for seat in SEATS
        if setup[seat].side not in sides
    ]
    if blue.side == red.side:
        found.append(text("tide.parts.same", side=blue.side))
    return found
