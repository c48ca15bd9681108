"""The gains from a card while its effect is resolved: command, victory points, control (TB-92).

The table cannot read a card's words. It offers the gains that cards can give, and trusts the owner.
"""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.model.events import CommandReceived
from table.games.tide_of_iron.rules.model.labels import objective_option
from table.games.tide_of_iron.rules.model.state import TideBattle
from table.games.tide_of_iron.rules.steps.control import taken
from table.games.tide_of_iron.rules.steps.income import scored
from table.games.tide_of_iron.rules.steps.strategy_cards import resolver
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Number, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text

MOST = 9


def _ask_command(battle: TideBattle, seat: Seat) -> Number | None:
    if resolver(battle) is not seat:
        return None
    ask = text("tide.gain.command.ask")
    return Number(key="gain.command", seat=seat, ask=ask, rule="TB-92", standing=True, hold=True, least=1, most=MOST)


def _command(_battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (CommandReceived(seat, int(str(value)), "effect"),)


def _ask_points(battle: TideBattle, seat: Seat) -> Number | None:
    if resolver(battle) is not seat or not battle.scenario.scoring.any:
        return None
    ask = text("tide.gain.points.ask")
    return Number(key="gain.points", seat=seat, ask=ask, rule="TB-92", standing=True, hold=True, least=1, most=MOST)


def _points(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (scored(battle, seat, int(str(value)), "effect"),)


def _ask_control(battle: TideBattle, seat: Seat) -> ChooseOne | None:
    others = [each for each in battle.scenario.objectives if battle.holder(each.id) is not seat]
    if resolver(battle) is not seat or not others:
        return None
    options = tuple(objective_option(objective) for objective in others)
    ask = text("tide.gain.control.ask")
    return ChooseOne(
        key="gain.control", seat=seat, ask=ask, rule="TB-92", standing=True, hold=True, options=options
    )  # fmt: skip


def _control(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (taken(battle, seat, battle.objective(str(value)), "effect"),)


QUESTIONS = (
    Question[TideBattle]("gain.command", "TB-92", _ask_command, _command),
    Question[TideBattle]("gain.points", "TB-92", _ask_points, _points),
    Question[TideBattle]("gain.control", "TB-92", _ask_control, _control),
)
