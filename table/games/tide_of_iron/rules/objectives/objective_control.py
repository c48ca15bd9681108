"""Determine control over objectives (TI-10 to TI-15). Only the players know where the units are."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import ASK, line, listed, objective_option
from table.games.tide_of_iron.rules.model.battle_state import (
    ObjectiveEvent,
    Reason,
    TideBattle,
    seat_of,
    with_acts,
    with_control,
)
from table.games.tide_of_iron.rules.model.scenario import Objective
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices, follows_marks
from table.rules.text import Text, text


class UnitsReported(SeatEvent, frozen=True, tag=True):
    """The seat reported the objectives that it captures."""

    objectives: tuple[str, ...]


class SheetAgreed(SeatEvent, frozen=True, tag=True):
    """The seat agreed to the other seat's captures."""


class SheetDisputed(SeatEvent, frozen=True, tag=True):
    """The seat did not agree, and both seats report their units again."""


class SheetsClashed(Event, frozen=True, tag=True):
    """Both seats reported these objectives, and report their units again."""

    objectives: tuple[str, ...]
    names: str


class ControlTaken(ObjectiveEvent, frozen=True, tag=True):
    """A seat took control of an objective, by `setup`, `units` or `effect`.

    `lost`: the opponent's marker was removed.
    """

    hex: str
    lost: bool
    by: Reason


class ObjectivePlaced(ObjectiveEvent, frozen=True, tag=True):
    """A seat put an objective of the scenario on the board (IB-13)."""

    hex: str


class ControlEnded(ObjectiveEvent, frozen=True, tag=True):
    """By an effect, this seat's marker left an objective, which no seat controls now."""

    hex: str


AGREED, AGAIN = "agreed", "again"


def taken(battle: TideBattle, seat: Seat, objective: Objective, by: Reason) -> ControlTaken:
    lost = battle.holder(objective.id) is seat.opponent
    return ControlTaken(seat, objective.id, objective.name, objective.hex, lost, by)


def due(battle: TideBattle) -> Event | None:
    """Report no units for a seat that can capture nothing; then take control as agreed, one objective at a time."""
    for seat in SEATS:
        if battle.acts(seat).units is None and not open_to(battle, seat):
            return UnitsReported(seat, ())
    if clash := _claimed_twice(battle):
        return SheetsClashed(clash, ", ".join(battle.objective(id).name for id in clash))
    if any(battle.acts(seat).units is None or _to_agree(battle, seat) for seat in SEATS):
        return None
    for seat in SEATS:
        for id in battle.acts(seat).units or ():
            if battle.holder(id) is not seat:
                return taken(battle, seat, battle.objective(id), Reason.UNITS)
    return None


def open_to(battle: TideBattle, seat: Seat) -> list[Objective]:
    """Return the objectives that a unit of this seat would capture: all but its own.

    The report of the other seat does not change the list (TB-82).
    """
    return [objective for objective in battle.objectives if battle.holder(objective.id) is not seat]


def _claimed_twice(battle: TideBattle) -> tuple[str, ...]:
    """Return the objectives that both seats claim: units of both cannot be in one hex (TB-82)."""
    blue, red = (battle.acts(seat).units or () for seat in SEATS)
    return tuple(id for id in blue if id in red)


def _to_capture(battle: TideBattle, seat: Seat) -> Iterable[Option]:
    return map(objective_option, open_to(battle, seat)) if battle.acts(seat).units is None else ()


def _sheet(battle: TideBattle, seat: Seat) -> Choices | None:
    """Ask for agreement to the other seat's captures. A seat agrees to its own by entering them."""
    if any(battle.acts(each).units is None for each in SEATS) or not _to_agree(battle, seat):
        return None
    captured = tuple(battle.objective(id) for id in battle.acts(seat.opponent).units or ())
    options = (Option(word, text(f"tide.sheet.{word}")) for word in (AGREED, AGAIN))
    return Choices(options, {"seat": text(f"seat.{seat.opponent}"), "objectives": listed(captured)})


def _to_agree(battle: TideBattle, seat: Seat) -> bool:
    """True if the other seat captures something and this one has not agreed yet."""
    return bool(battle.acts(seat.opponent).units) and not battle.acts(seat).agreed


def _agreed(_battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (SheetAgreed(seat) if value == AGREED else SheetDisputed(seat),)


def _placeable(battle: TideBattle, seat: Seat) -> Iterable[Option]:
    """Let the scenario's side put down an objective, in the Action Phase. The hex can be secret until then."""
    if battle.step != "action":
        return ()
    side = battle.side(seat).sheet.id
    waiting = (each for each in battle.scenario.objectives if each.placed_by == side and each.id not in battle.placed)
    return map(objective_option, waiting)


def _place(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    objective = battle.objective(str(value))
    placed = ObjectivePlaced(seat, objective.id, objective.name, objective.hex)
    holder = objective.held_by and seat_of(battle, objective.held_by)
    return (placed, taken(battle, holder, objective, Reason.SCENARIO)) if holder else (placed,)


def _fold_disputed(battle: TideBattle, _: SheetDisputed | SheetsClashed) -> TideBattle:
    for seat in SEATS:
        battle = with_acts(battle, seat, units=None, agreed=False)
    return battle


def _fold_ended(battle: TideBattle, x: ControlEnded) -> TideBattle:
    return replace(battle, control=tuple(each for each in battle.control if each[0] != x.objective))


def _line_taken(x: ControlTaken) -> Text:
    key = "tide.tell.taken_over" if x.lost else "tide.tell.taken"
    return text(key, seat=text(f"seat.{x.seat}"), name=x.name, hex=x.hex)


UNITS = ASK.some_of("units", "TI-11", _to_capture, follows_marks(UnitsReported))
SHEET = ASK.one_of("sheet.agree", "TB-83", _sheet, _agreed, ask="tide.sheet.ask")
PLACE = ASK.one_of("place", "IB-13", _placeable, _place, standing=True, hold=True)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(UnitsReported, lambda b, x: with_acts(b, x.seat, units=x.objectives), no_line),
    EventRow(SheetAgreed, lambda b, x: with_acts(b, x.seat, agreed=True), no_line),
    EventRow(SheetDisputed, _fold_disputed, line("disputed")),
    EventRow(SheetsClashed, _fold_disputed, lambda x: text("tide.tell.clashed", names=x.names)),
    EventRow(ControlTaken, lambda b, x: with_control(b, x.seat, x.objective), _line_taken),
    EventRow(ObjectivePlaced, lambda b, x: replace(b, placed=(*b.placed, x.objective)), line("placed", "name", "hex")),
    EventRow(ControlEnded, _fold_ended, line("control_ended", "name", "hex")),
)
