"""The acts of a card while its effect is resolved: command, victory points, control (TB-92), initiative (IB-07).

The table cannot read a card's words. It offers what cards can do, and trusts the owner.
"""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.model.events import (
    CommandLost,
    CommandReceived,
    CommandTransferred,
    ControlEnded,
    InitiativeCardChanged,
)
from table.games.tide_of_iron.rules.model.labels import objective_option
from table.games.tide_of_iron.rules.model.state import TideBattle
from table.games.tide_of_iron.rules.steps.control import taken
from table.games.tide_of_iron.rules.steps.income import scored
from table.games.tide_of_iron.rules.steps.strategy_cards import resolver
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Number, Option, Value
from table.rules.seats import SEATS, Seat
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


def _number(key: str, most: int, seat: Seat) -> Number | None:
    if not most:
        return None
    ask = text(f"tide.{key}.ask")
    return Number(key=key, seat=seat, ask=ask, rule="IB-07", standing=True, hold=True, least=1, most=most)


def _ask_take(battle: TideBattle, seat: Seat) -> Number | None:
    return _number("gain.take", battle.side(seat.opponent).available, seat) if resolver(battle) is seat else None


def _take(_battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (CommandTransferred(seat.opponent, int(str(value))),)


def _ask_cost(battle: TideBattle, seat: Seat) -> Number | None:
    return _number("gain.cost", battle.side(seat.opponent).available, seat) if resolver(battle) is seat else None


def _cost(_battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (CommandLost(seat.opponent, int(str(value))),)


def _ask_marker(battle: TideBattle, seat: Seat) -> ChooseOne | None:
    held = [each for each in battle.scenario.objectives if battle.holder(each.id) is not None]
    if resolver(battle) is not seat or not held:
        return None
    options = tuple(objective_option(objective) for objective in held)
    ask = text("tide.gain.marker.ask")
    return ChooseOne(
        key="gain.marker", seat=seat, ask=ask, rule="IB-07", standing=True, hold=True, options=options
    )  # fmt: skip


def _marker(battle: TideBattle, _seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    objective = battle.objective(str(value))
    holder = battle.holder(objective.id)
    return () if holder is None else (ControlEnded(holder, objective.id, objective.name, objective.hex),)


def _ask_initiative(battle: TideBattle, seat: Seat) -> ChooseOne | None:
    if resolver(battle) is not seat:
        return None
    changes = ((each, by) for each in SEATS for by in (1, -1) if battle.side(each).on_initiative + by >= 0)
    options = tuple(
        Option(f"{each}.{by}", text(f"tide.gain.initiative.{'more' if by > 0 else 'less'}", seat=text(f"seat.{each}")))
        for each, by in changes
    )
    ask = text("tide.gain.initiative.ask")
    return ChooseOne(
        key="gain.initiative", seat=seat, ask=ask, rule="IB-07", standing=True, hold=True, options=options
    )  # fmt: skip


def _initiative(battle: TideBattle, _seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    whose, _, by = str(value).partition(".")
    seat = Seat(whose)
    return (InitiativeCardChanged(seat, int(by), battle.side(seat).on_initiative + int(by)),)


QUESTIONS = (
    Question[TideBattle]("gain.command", "TB-92", _ask_command, _command),
    Question[TideBattle]("gain.points", "TB-92", _ask_points, _points),
    Question[TideBattle]("gain.control", "TB-92", _ask_control, _control),
    Question[TideBattle]("gain.take", "IB-07", _ask_take, _take),
    Question[TideBattle]("gain.cost", "IB-07", _ask_cost, _cost),
    Question[TideBattle]("gain.marker", "IB-07", _ask_marker, _marker),
    Question[TideBattle]("gain.initiative", "IB-07", _ask_initiative, _initiative),
)
