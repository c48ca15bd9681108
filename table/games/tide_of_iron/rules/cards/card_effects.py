"""The acts of a card while its effect is resolved: command, victory points, control (TB-92), initiative (IB-07).

The table cannot read a card's words. It offers what cards can do, and trusts the owner."""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.cards.strategy_cards import resolver
from table.games.tide_of_iron.rules.model.labels import objective_option
from table.games.tide_of_iron.rules.model.state import COMMAND, TideBattle, back_to_pile, paid, received, with_side
from table.games.tide_of_iron.rules.objectives.objective_control import ControlEnded, taken
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived, scored
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, seat_line
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Number, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text
from table.rules.tokens import HandOut


class CommandTransferred(Event, frozen=True, tag=True):
    """By an effect, available command of this seat went to the other one."""

    seat: Seat
    count: int


class CommandLost(Event, frozen=True, tag=True):
    """By an effect, available command of this seat went back to the pile."""

    seat: Seat
    count: int


class InitiativeCardChanged(Event, frozen=True, tag=True):
    """By an effect, the command on this seat's initiative card is more, from the pile, or less, and goes there."""

    seat: Seat
    by: int
    total: int


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


def _fold_transferred(battle: TideBattle, x: CommandTransferred) -> TideBattle:
    """Move the command as if it went through the pile: received and paid command still adds up."""
    return received(paid(battle, x.seat, x.count), x.seat.opponent, x.count)


def _fold_changed(battle: TideBattle, x: InitiativeCardChanged) -> TideBattle:
    side = battle.side(x.seat)
    moved = {"received": side.received + max(x.by, 0), "paid": side.paid + max(-x.by, 0)}
    return with_side(battle, x.seat, on_initiative=x.total, **moved)


QUESTIONS = (
    Question[TideBattle]("gain.command", "TB-92", _ask_command, _command),
    Question[TideBattle]("gain.points", "TB-92", _ask_points, _points),
    Question[TideBattle]("gain.control", "TB-92", _ask_control, _control),
    Question[TideBattle]("gain.take", "IB-07", _ask_take, _take),
    Question[TideBattle]("gain.cost", "IB-07", _ask_cost, _cost),
    Question[TideBattle]("gain.marker", "IB-07", _ask_marker, _marker),
    Question[TideBattle]("gain.initiative", "IB-07", _ask_initiative, _initiative),
)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        CommandTransferred,
        fold=_fold_transferred,
        line=seat_line("tide.tell.transferred", "count"),
        hands_out=lambda x: (HandOut(x.seat.opponent, COMMAND, x.count),),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.count),
    ),
    EventRow(
        CommandLost,
        fold=lambda b, x: paid(b, x.seat, x.count),
        line=seat_line("tide.tell.command_lost", "count"),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.count),
    ),
    EventRow(
        InitiativeCardChanged,
        fold=_fold_changed,
        line=seat_line("tide.tell.card_changed", "total"),
        hands_out=lambda x: (HandOut(x.seat, COMMAND, x.by),) if x.by > 0 else (),
        hands_back=lambda b, x: back_to_pile(b, x.seat, max(-x.by, 0)),
    ),
)
