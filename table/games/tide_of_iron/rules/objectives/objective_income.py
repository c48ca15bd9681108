"""Command and victory points from objectives (TI-20 to TI-25, TB-89)."""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.model.battle_labels import ASK
from table.games.tide_of_iron.rules.model.battle_state import (
    Reason,
    TideBattle,
    received,
    turned,
    with_acts,
    with_side,
)
from table.games.tide_of_iron.rules.model.scenario import COMMAND, Kind, Objective, Sheet
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Range
from table.rules.text import Text, text
from table.rules.tokens import HandOut


class CommandReceived(SeatEvent, frozen=True, tag=True):
    """A seat received command by `start` (the scenario's), `objectives` or `effect`."""

    count: int
    by: Reason


class VictoryPointsScored(SeatEvent, frozen=True, tag=True):
    """A seat scored by `scenario` or `effect`. The marker lies on `space`, on its "+10" side if `turned`."""

    count: int
    total: int
    space: int
    turned: bool
    by: Reason


MOST_POINTS = 20
"""The most victory points that a seat can enter in one round."""


def due(battle: TideBattle) -> Event | None:
    for seat in battle.in_order:
        if not battle.acts(seat).received:
            return CommandReceived(seat, income(battle, seat), Reason.OBJECTIVES)
    if battle.scenario.scoring.asked:
        return None
    for seat in battle.in_order:
        if battle.scenario.scoring.any and not battle.acts(seat).scored:
            return scored(battle, seat, points(battle, seat), Reason.SCENARIO)
    return None


def pays(battle: TideBattle, seat: Seat, objective: Objective) -> bool:
    """True if the objective pays this seat: a friendly or neutral command objective (TI-20), not an enemy's (TI-21)."""
    return objective.kind is Kind.COMMAND and battle.side(seat).sheet.befriends(objective.nation)


def income(battle: TideBattle, seat: Seat) -> int:
    held = [each for each in battle.scenario.objectives if battle.holder(each.id) is seat]
    return sum(objective.value for objective in held if pays(battle, seat, objective))


def points(battle: TideBattle, seat: Seat) -> int:
    """Return the scenario's victory points for this round that the table can know (TI-24)."""
    sheet, scoring = battle.side(seat).sheet, battle.scenario.scoring
    held = sum(_worth(sheet, each) for each in battle.scenario.objectives if battle.holder(each.id) is seat)
    given = sum(n for number, n in sheet.points if number == battle.round)
    return held * scoring.objectives + given * scoring.rounds


def _worth(sheet: Sheet, held: Objective) -> int:
    """Return the points of an objective for its controller.

    A victory objective counts if it is neutral or friendly. A victory marker beside a command marker (IB-02) always
    counts, because an enemy nation withholds only command (TI-21).
    """
    if held.kind is Kind.VICTORY:
        return held.value if sheet.befriends(held.nation) else 0
    return held.victory


def scored(battle: TideBattle, seat: Seat, count: int, by: Reason) -> VictoryPointsScored:
    total = battle.side(seat).points + count
    plus_ten, space = turned(total)
    return VictoryPointsScored(seat, count, total, space, plus_ten, by)


def _more_points(battle: TideBattle, seat: Seat) -> Range | None:
    acts = battle.acts(seat)
    if not battle.scenario.scoring.asked or not acts.received or acts.scored:
        return None
    return Range(0, MOST_POINTS, words={"known": points(battle, seat)})


def _points_counted(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    counted = value if isinstance(value, int) else 0
    return (scored(battle, seat, points(battle, seat) + counted, Reason.SCENARIO),)


def _fold_received(battle: TideBattle, x: CommandReceived) -> TideBattle:
    battle = received(battle, x.seat, x.count)
    return with_acts(battle, x.seat, received=True) if x.by is Reason.OBJECTIVES else battle


def _fold_scored(battle: TideBattle, x: VictoryPointsScored) -> TideBattle:
    battle = with_side(battle, x.seat, points=x.total)
    return with_acts(battle, x.seat, scored=True) if x.by is Reason.SCENARIO else battle


def _line_received(x: CommandReceived) -> Text | None:
    key = "tide.tell.starts_with" if x.by is Reason.START else "tide.tell.received"
    return text(key, seat=text(f"seat.{x.seat}"), count=x.count) if x.count else None


def _line_scored(x: VictoryPointsScored) -> Text | None:
    """Return the line about a score, with the place of the marker, which the players move themselves."""
    key = "tide.tell.scored_10" if x.turned else "tide.tell.scored"
    return text(key, seat=text(f"seat.{x.seat}"), count=x.count, space=x.space) if x.count else None


def _received_tokens(x: CommandReceived) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, COMMAND, x.count),) if x.count else ()


def worst_case(battle: TideBattle) -> tuple[HandOut, ...]:
    """Return the most tokens for the coming round: each command objective's, once, and those on the table.

    The match counts tokens on the table as returning before they are needed; these do not return, so they are added
    here.
    """
    needs = {seat: battle.side(seat).available + battle.side(seat).on_initiative for seat in SEATS}
    if not battle.set_up:
        needs = {seat: n + battle.side(seat).sheet.command for seat, n in needs.items()}
    for objective in battle.scenario.objectives:
        takers = [seat for seat in SEATS if pays(battle, seat, objective)]
        if takers:
            needs[takers[0]] += objective.value
    return tuple(HandOut(seat, COMMAND, n) for seat, n in needs.items() if n)


POINTS = ASK.number("points", "TB-88", _more_points, _points_counted)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(CommandReceived, _fold_received, _line_received, hands_out=_received_tokens),
    EventRow(VictoryPointsScored, _fold_scored, _line_scored),
)
