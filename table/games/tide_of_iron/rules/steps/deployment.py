"""The set-up of the scenario before the first round, and the place of the starting units (TI-14, TB-93)."""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.model.events import CommandReceived, ScenarioSetUp, StartingUnitsPlaced
from table.games.tide_of_iron.rules.model.labels import objective_option
from table.games.tide_of_iron.rules.model.scenario import Kind, Objective
from table.games.tide_of_iron.rules.model.state import TideBattle
from table.games.tide_of_iron.rules.steps.control import taken
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseSome, Confirm, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text


def _in_zone(battle: TideBattle, seat: Seat) -> list[Objective]:
    side = battle.side(seat).sheet.id
    return [
        objective
        for objective in battle.scenario.objectives
        if objective.kind is Kind.COMMAND and objective.zone == side and battle.holder(objective.id) is not seat
    ]


def _prompt(battle: TideBattle, seat: Seat) -> ChooseSome | None:
    """Ask for the objectives in the own zone with starting units. A seat that can hold none is not asked."""
    objectives = _in_zone(battle, seat)
    if battle.side(seat).deployed or not objectives:
        return None
    options = tuple(objective_option(objective) for objective in objectives)
    ask = text("tide.deploy.ask")
    return ChooseSome(key="deploy", seat=seat, ask=ask, rule="TI-14", options=options, least=0, most=len(options))


def _placed(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    ids = value if isinstance(value, tuple) else ()
    captured = (taken(battle, seat, battle.objective(id), "setup") for id in ids)
    return (StartingUnitsPlaced(seat, ids), *captured)


def _ask_ready(battle: TideBattle, _: Seat) -> Confirm | None:
    if battle.set_up:
        return None
    return Confirm(key="ready", seat=None, ask=text("tide.ready.ask", scenario=battle.scenario.name), rule="TB-93")


def _ready(battle: TideBattle, _seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    given = {seat: battle.side(seat).sheet.command for seat in SEATS}
    return (
        ScenarioSetUp(battle.scenario.name),
        *(CommandReceived(seat, count, "start") for seat, count in given.items() if count),
    )


READY = Question[TideBattle]("ready", "TB-93", _ask_ready, _ready)
DEPLOY = Question[TideBattle]("deploy", "TI-14", _prompt, _placed)
