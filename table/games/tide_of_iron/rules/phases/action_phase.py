"""The Action Phase, which the players play without the table.

The table waits for its end, and orders simultaneous abilities.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import ASK, line
from table.games.tide_of_iron.rules.model.battle_state import TideBattle
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Confirm, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question, follows, follows_word, open_if
from table.rules.text import text


class ActionPhaseEnded(Event, frozen=True, tag=True):
    round: int


class ConflictDeclared(Event, frozen=True, tag=True):
    """Two abilities take effect at the same time."""


class OrderDecided(SeatEvent, frozen=True, tag=True):
    """The ability of `seat` takes effect first."""


def _ask_over(battle: TideBattle, _: Seat) -> Confirm | None:
    """Ask either seat to end the phase by a hold (TB-84), unless an effect is unresolved."""
    if battle.fought or battle.effects:
        return None
    ask = text("tide.action.ask", round=battle.round)
    return Confirm(key="action", seat=None, ask=ask, rule="TB-84", hold=True)


def _over(battle: TideBattle, _seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (ActionPhaseEnded(battle.round),)


def in_conflict(battle: TideBattle) -> bool:
    """True if two effects wait for an order, or the players report two simultaneous abilities."""
    return battle.conflict or (len(battle.effects) > 1 and not battle.decided)


def _orders(battle: TideBattle, seat: Seat) -> Iterable[Option]:
    if not in_conflict(battle) or seat is not battle.initiative:
        return ()
    return (Option(each, text(f"tide.order.{each}"), f"seat.{each}") for each in SEATS)


def _fold_decided(battle: TideBattle, x: OrderDecided) -> TideBattle:
    effects = tuple(sorted(battle.effects, key=lambda effect: effect.seat is not x.seat))
    return replace(battle, effects=effects, conflict=False, decided=len(effects) > 1)


OVER = Question[TideBattle]("action", "TB-84", _ask_over, _over)
_decided = follows_word(lambda _, first: OrderDecided(Seat(first)))
ORDER = ASK.one_of("order", "TI-42", _orders, _decided, hold=True)
_declared = follows(lambda _: ConflictDeclared())
CONFLICT = ASK.confirmation(
    "conflict", "TB-91", open_if(lambda battle, _: not in_conflict(battle)), _declared, standing=True
)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(ActionPhaseEnded, lambda b, _: replace(b, fought=True), lambda x: text("tide.tell.fought", round=x.round)),
    EventRow(ConflictDeclared, lambda b, _: replace(b, conflict=True), lambda _: text("tide.tell.conflict")),
    EventRow(OrderDecided, _fold_decided, line("order")),
)
