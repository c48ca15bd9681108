"""The corrections in a battle, and their effects (TB-76)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import objective_name
from table.games.tide_of_iron.rules.model.battle_state import (
    TideBattle,
    back_to_pile,
    with_acts,
    with_control,
    with_side,
)
from table.games.tide_of_iron.rules.model.scenario import COMMAND
from table.games.tide_of_iron.rules.objectives.objective_control import open_to
from table.rules import corrections
from table.rules.corrections import CorrectablePoint, Corrected, CorrectionSteps
from table.rules.prompts import Option
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut

NOBODY = "nobody"
INITIATIVE, AVAILABLE, ON_CARD, VICTORY, CONTROL = "initiative", COMMAND, "on_card", "victory", "control."
MOST_MORE = 20
"""The most by which a count can be corrected upwards."""
MOST = 99


def points(battle: TideBattle, seat: Seat) -> Sequence[CorrectablePoint]:
    return tuple(_points(battle, seat)) if battle.set_up else ()


def _points(battle: TideBattle, seat: Seat) -> Iterator[CorrectablePoint]:
    side = battle.side(seat)
    yield _count(AVAILABLE, side.available)
    yield _count(ON_CARD, side.on_initiative)
    if battle.scenario.scoring.any:
        yield _count(VICTORY, side.points)
    whose = tuple(Option(each, text(f"seat.{each}"), f"seat.{each}") for each in SEATS)
    yield CorrectablePoint(INITIATIVE, text("tide.correct.initiative"), str(battle.initiative), whose)
    nobody = Option(NOBODY, text("tide.correct.nobody"))
    for objective in battle.objectives:
        name = text("tide.correct.control", objective=objective_name(objective))
        holder = battle.holder(objective.id)
        yield CorrectablePoint(
            f"{CONTROL}{objective.id}", name, NOBODY if holder is None else str(holder), (*whose, nobody)
        )


def _count(id: str, now: int) -> CorrectablePoint:
    return CorrectablePoint(id, text(f"tide.correct.{id}"), now, most=max(now, min(now + MOST_MORE, MOST)))


CORRECTING = CorrectionSteps[TideBattle](points)


def corrected(battle: TideBattle, x: Corrected) -> TideBattle:
    """Return the state after a correction. Command comes from the pile or returns to it; none is created or lost."""
    side = battle.side(x.seat)
    moved = {"received": side.received + x.added, "paid": side.paid + x.taken}
    if x.what == AVAILABLE:
        return _spendable(with_side(battle, x.seat, available=side.available + x.more, **moved), x)
    if x.what == ON_CARD:
        return with_side(battle, x.seat, on_initiative=side.on_initiative + x.more, **moved)
    if x.what == VICTORY:
        return with_side(battle, x.seat, points=x.to)
    return _shared(battle, x)


def _spendable(battle: TideBattle, x: Corrected) -> TideBattle:
    """Let a seat with more command spend it in this step, even if it seemed to have finished."""
    return with_acts(battle, x.seat, finished=False) if x.added and battle.step == "spend" else battle


def _shared(battle: TideBattle, x: Corrected) -> TideBattle:
    if x.what == INITIATIVE:
        return replace(battle, initiative=Seat(str(x.to)))
    objective = x.what.removeprefix(CONTROL)
    if x.to == NOBODY:
        control = tuple(each for each in battle.control if each[0] != objective)
        return _asked_again(battle, replace(battle, control=control))
    return _asked_again(battle, with_control(battle, Seat(str(x.to)), objective))


def _asked_again(before: TideBattle, after: TideBattle) -> TideBattle:
    """Ask a seat for its units (again) if it can capture an objective that it could not before.

    That includes a seat that was not asked before. Both seats agree again. In other steps the sheets do not matter.
    """
    more = [seat for seat in SEATS if set(open_to(after, seat)) - set(open_to(before, seat))]
    for seat in SEATS if more else ():
        after = with_acts(after, seat, agreed=False)
    for seat in more:
        after = with_acts(after, seat, units=None)
    return after


COUNTED = (AVAILABLE, ON_CARD)
"""The corrections that move tokens."""


def _tokens_out(x: Corrected) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, COMMAND, x.added),) if x.what in COUNTED and x.added else ()


def _tokens_back(battle: TideBattle, x: Corrected) -> tuple[HandBack, ...]:
    return back_to_pile(battle, x.seat, x.taken if x.what in COUNTED else 0)


ROWS = corrections.rows(corrected, _tokens_out, _tokens_back)
