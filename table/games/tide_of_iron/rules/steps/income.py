"""Receive command and victory points (TI-20 to TI-25)."""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.model.events import CommandReceived, VictoryPointsScored
from table.games.tide_of_iron.rules.model.scenario import Kind, Objective, Sheet
from table.games.tide_of_iron.rules.model.state import TideBattle, turned
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Number, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text

MOST_POINTS = 20
"""The most victory points that a seat can say in one round."""


def due(battle: TideBattle) -> Event | None:
    for seat in battle.in_order:
        if not battle.acts(seat).received:
            return CommandReceived(seat, income(battle, seat), "objectives")
    if battle.scenario.scoring.asked:
        return None
    for seat in battle.in_order:
        if battle.scenario.scoring.any and not battle.acts(seat).scored:
            return scored(battle, seat, points(battle, seat), "scenario")
    return None


def pays(battle: TideBattle, seat: Seat, objective: Objective) -> bool:
    """True if the objective pays this seat: a friendly or neutral command objective (TI-20), not an enemy's (TI-21)."""
    return objective.kind is Kind.COMMAND and battle.side(seat).sheet.befriends(objective.nation)


def income(battle: TideBattle, seat: Seat) -> int:
    held = [each for each in battle.scenario.objectives if battle.holder(each.id) is seat]
    return sum(objective.value for objective in held if pays(battle, seat, objective))


def points(battle: TideBattle, seat: Seat) -> int:
    """Return the scenario's victory points for this round, as far as the table can know them (TI-24)."""
    sheet, scoring = battle.side(seat).sheet, battle.scenario.scoring
    held = sum(_worth(sheet, each) for each in battle.scenario.objectives if battle.holder(each.id) is seat)
    given = sum(n for number, n in sheet.points if number == battle.round)
    return held * scoring.objectives + given * scoring.rounds


def _worth(sheet: Sheet, held: Objective) -> int:
    """Return the points of an objective for its controller.

    One that a scenario gives to a nation as a victory objective counts for that nation. Of the victory marker beside a
    command marker (IB-02) the enemy's nation withholds nothing: only command is withheld by it (TI-21).
    """
    if held.kind is Kind.VICTORY:
        return held.value if sheet.befriends(held.nation) else 0
    return held.victory


def scored(battle: TideBattle, seat: Seat, count: int, by: str) -> VictoryPointsScored:
    total = battle.side(seat).points + count
    plus_ten, space = turned(total)
    return VictoryPointsScored(seat, count, total, space, plus_ten, by)


def _ask_points(battle: TideBattle, seat: Seat) -> Number | None:
    acts = battle.acts(seat)
    if not battle.scenario.scoring.asked or not acts.received or acts.scored:
        return None
    ask = text("tide.points.ask", known=points(battle, seat))
    return Number(key="points", seat=seat, ask=ask, rule="TB-88", least=0, most=MOST_POINTS)


def _said(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    said = value if isinstance(value, int) else 0
    return (scored(battle, seat, points(battle, seat) + said, "scenario"),)


POINTS = Question[TideBattle]("points", "TB-88", _ask_points, _said)
