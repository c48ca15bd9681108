"""The acts of a card while its effect is resolved: command, victory points, control (TB-92), initiative (IB-07).

The table cannot read a card's words. It offers what cards can do, and trusts the owner.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_fields

from table.games.tide_of_iron.rules.cards.strategy_cards import EffectResolved, resolver
from table.games.tide_of_iron.rules.model.battle_labels import ASK, line, objective_option
from table.games.tide_of_iron.rules.model.battle_state import (
    Reason,
    TideBattle,
    back_to_pile,
    paid,
    received,
    with_side,
)
from table.games.tide_of_iron.rules.model.scenario import COMMAND
from table.games.tide_of_iron.rules.objectives.objective_control import ControlEnded, taken
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived, scored
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices, Question, Range
from table.rules.text import text
from table.rules.tokens import HandOut


class CardActChosen(SeatEvent, frozen=True, tag=True):
    """The seat states what its card does, and is then asked how much. An empty act ends the effect."""

    act: str


class CommandTransferred(SeatEvent, frozen=True, tag=True):
    """By an effect, available command of this seat went to the other one."""

    count: int


class CommandLost(SeatEvent, frozen=True, tag=True):
    """By an effect, available command of this seat returned to the pile."""

    count: int


class InitiativeCardChanged(SeatEvent, frozen=True, tag=True):
    """By an effect, command moved between the pile and this seat's initiative card."""

    by: int
    total: int


MOST = 9
DONE = "done"
"""The option of the effect's question that ends it."""


def _number(
    key: str, rule: str, most: Callable[[TideBattle, Seat], int], event: Callable[[TideBattle, Seat, int], Event]
) -> Question[TideBattle]:
    """Return the question about the amount of an act. It can be chosen while `most` is not 0."""

    def limits(battle: TideBattle, seat: Seat) -> Range | None:
        return Range(1, limit) if resolver(battle) is seat and (limit := most(battle, seat)) else None

    def answer(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
        return CardActChosen(seat, ""), event(battle, seat, int(str(value)))

    return ASK.number(key, rule, limits, answer, hold=True)


def _choice(
    key: str,
    rule: str,
    options: Callable[[TideBattle, Seat], tuple[Option, ...]],
    event: Callable[[TideBattle, Seat, str], Event],
) -> Question[TideBattle]:
    """Return the question about the target of an act. It can be chosen while there are options."""

    def offered(battle: TideBattle, seat: Seat) -> Iterable[Option]:
        return options(battle, seat) if resolver(battle) is seat else ()

    def answer(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
        return CardActChosen(seat, ""), event(battle, seat, str(value))

    return ASK.one_of(key, rule, offered, answer, hold=True)


def _enemy_command(battle: TideBattle, seat: Seat) -> int:
    return battle.side(seat.opponent).available


def _objectives(fits: Callable[[Seat | None, Seat], bool]) -> Callable[[TideBattle, Seat], tuple[Option, ...]]:
    """Return the options of the objectives whose holder fits the seat."""

    def options(battle: TideBattle, seat: Seat) -> tuple[Option, ...]:
        every = battle.objectives
        return tuple(objective_option(each) for each in every if fits(battle.holder(each.id), seat))

    return options


def _control(battle: TideBattle, seat: Seat, objective: str) -> Event:
    return taken(battle, seat, battle.objective(objective), Reason.EFFECT)


def _marker(battle: TideBattle, seat: Seat, objective: str) -> Event:
    off = battle.objective(objective)
    return ControlEnded(battle.holder(off.id) or seat, off.id, off.name, off.hex)


def _initiative_changes(battle: TideBattle, _: Seat) -> tuple[Option, ...]:
    changes = ((each, by) for each in SEATS for by in (1, -1) if battle.side(each).on_initiative + by >= 0)
    return tuple(
        Option(f"{each}.{by}", text(f"tide.gain.initiative.{'more' if by > 0 else 'less'}", seat=text(f"seat.{each}")))
        for each, by in changes
    )


def _initiative(battle: TideBattle, _: Seat, change: str) -> Event:
    whose, _dot, by = change.partition(".")
    seat = Seat(whose)
    return InitiativeCardChanged(seat, int(by), battle.side(seat).on_initiative + int(by))


def _fold_transferred(battle: TideBattle, x: CommandTransferred) -> TideBattle:
    """Move command to the opponent. It counts as paid and received, so that both totals still add up."""
    return received(paid(battle, x.seat, x.count), x.seat.opponent, x.count)


def _fold_changed(battle: TideBattle, x: InitiativeCardChanged) -> TideBattle:
    side = battle.side(x.seat)
    moved = {"received": side.received + max(x.by, 0), "paid": side.paid + max(-x.by, 0)}
    return with_side(battle, x.seat, on_initiative=x.total, **moved)


def _act(
    key: str, may: Callable[[TideBattle], bool], event: Callable[[TideBattle, Seat, int], Event]
) -> Question[TideBattle]:
    """Return the question for gains from a unit, an officer or a rule of the scenario, without a card (IB-15)."""

    def limits(battle: TideBattle, _: Seat) -> Range | None:
        return None if battle.step == "setup" or battle.effects or not may(battle) else Range(1, MOST)

    def answer(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
        return (event(battle, seat, int(str(value))),)

    return ASK.number(key, "IB-15", limits, answer, standing=True, hold=True)


ACTS = (
    _act("act.command", lambda _: True, lambda _, seat, n: CommandReceived(seat, n, Reason.ACT)),
    _act("act.points", lambda b: b.scenario.scoring.any, lambda b, seat, n: scored(b, seat, n, Reason.ACT)),
)
_ACTS_OF_CARDS = (
    _number("gain.command", "TB-92", lambda *_: MOST, lambda _, seat, n: CommandReceived(seat, n, Reason.EFFECT)),
    _number(
        "gain.points",
        "TB-92",
        lambda battle, _: MOST if battle.scenario.scoring.any else 0,
        lambda battle, seat, n: scored(battle, seat, n, Reason.EFFECT),
    ),
    _choice("gain.control", "TB-92", _objectives(lambda holder, seat: holder is not seat), _control),
    _number("gain.take", "IB-07", _enemy_command, lambda _, seat, n: CommandTransferred(seat.opponent, n)),
    _number("gain.cost", "IB-07", _enemy_command, lambda _, seat, n: CommandLost(seat.opponent, n)),
    _choice("gain.marker", "IB-07", _objectives(lambda holder, _: holder is not None), _marker),
    _choice("gain.initiative", "IB-07", _initiative_changes, _initiative),
)


def _offered_acts(battle: TideBattle, seat: Seat) -> Choices | None:
    if resolver(battle) is not seat:
        return None
    acts = [each.key for each in _ACTS_OF_CARDS if each.prompt(battle, seat) is not None]
    if battle.act in acts:
        return None
    options = (Option(DONE, text("tide.effect.ask.button")), *(Option(key, text(f"tide.{key}.ask")) for key in acts))
    return Choices(options, {"card": battle.side(seat).card(battle.effects[0].card).name})


def _effect(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    if value != DONE:
        return (CardActChosen(seat, str(value)),)
    card = battle.side(seat).card(battle.effects[0].card)
    return (EffectResolved(seat, card.id, card.name, card.lasting),)


def _chosen(question: Question[TideBattle]) -> Question[TideBattle]:
    """Return the question, open once its act is chosen."""
    return replace(
        question, prompt=lambda battle, seat: question.prompt(battle, seat) if battle.act == question.key else None
    )


QUESTIONS = (ASK.one_of("effect", "TI-33", _offered_acts, _effect), *map(_chosen, _ACTS_OF_CARDS))

ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(CardActChosen, lambda battle, x: with_fields(battle, act=x.act), no_line),
    EventRow(
        CommandTransferred,
        _fold_transferred,
        line("transferred", "count"),
        hands_out=lambda x: (HandOut(x.seat.opponent, COMMAND, x.count),),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.count),
    ),
    EventRow(
        CommandLost,
        lambda b, x: paid(b, x.seat, x.count),
        line("command_lost", "count"),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.count),
    ),
    EventRow(
        InitiativeCardChanged,
        _fold_changed,
        line("card_changed", "total"),
        hands_out=lambda x: (HandOut(x.seat, COMMAND, x.by),) if x.by > 0 else (),
        hands_back=lambda b, x: back_to_pile(b, x.seat, max(-x.by, 0)),
    ),
)
