"""The repetition of a failed WIP roll (IN-36, IN-37), with the table's die or with an entered result."""

from collections.abc import Sequence

from msgspec.structs import replace

from table.games.infinity.rules.model.mission_labels import NO_OR_YES, name_of
from table.games.infinity.rules.model.mission_state import Mission, Reroll
from table.games.infinity.rules.model.uses import DOCTOR, USES
from table.games.infinity.rules.troopers.casualties import CasualtyBegan, TrooperBack, TrooperLost
from table.games.infinity.rules.uses.use_effects import RerollBought
from table.games.infinity.rules.uses.use_limits import why_not
from table.games.infinity.rules.uses.use_parts import D20, CommandTokenSpent
from table.rules.chance import Chance, Die, roll
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import ChooseOne, Number, Roll, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text
from table.rules.view import Rolled


class WipRolled(SeatEvent, frozen=True, tag=True):
    """A WIP roll was rolled again. `question` is its number in the match."""

    face: str
    passed: bool
    question: int
    by_hand: bool


class RerollsEnded(SeatEvent, frozen=True, tag=True):
    """The WIP roll stays failed."""

    use: str


DIE = Die("d20", tuple(str(face) for face in range(1, D20 + 1)))


def _mine(mission: Mission, seat: Seat, rolled: bool) -> Reroll | None:
    reroll = mission.reroll
    return reroll if reroll is not None and reroll.seat is seat and reroll.rolled is rolled else None


def _ask_roll(mission: Mission, seat: Seat) -> Roll | Number | None:
    reroll = _mine(mission, seat, rolled=False)
    if reroll is None:
        return None
    name, rule = name_of(mission, seat, reroll.trooper), USES[reroll.use].rule
    if mission.rolls_by_hand:
        ask = text("infinity.ask.reroll.by_hand", name=name, wip=reroll.wip)
        return Number(key="reroll", seat=seat, ask=ask, rule=rule, least=1, most=D20)
    ask = text("infinity.ask.reroll", name=name, wip=reroll.wip)
    return Roll(key="reroll", seat=seat, ask=ask, rule=rule, die=DIE.name, faces=DIE.faces, hold=True)


def typed_alone(mission: Mission, _seat: Seat, value: Value) -> Refusal | None:
    """Refuse to roll while the table's own die is switched off."""
    return Refusal("TB-75", text("refused.by_hand")) if mission.rolls_by_hand and value is None else None


def _rolled(mission: Mission, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    reroll = mission.reroll
    if reroll is None:
        return ()
    question = mission.questions
    face = roll(DIE, chance, question) if value is None else str(value)
    passed = int(face) <= reroll.wip
    rolled = WipRolled(seat, face, passed, question, value is not None)
    if passed:
        trooper = mission.side(seat).member(reroll.trooper)
        return (rolled, TrooperBack(seat, trooper.id, trooper.name)) if trooper.lost else (rolled,)
    if why_not(mission, seat, USES[reroll.use]) is not None:
        return (rolled, *_stays_failed(mission, reroll))
    return (rolled,)


def _ask_again(mission: Mission, seat: Seat) -> ChooseOne | None:
    reroll = _mine(mission, seat, rolled=True)
    if reroll is None:
        return None
    ask = text("infinity.ask.again", tokens=mission.side(seat).tokens or 0)
    return ChooseOne(key="reroll.again", seat=seat, ask=ask, rule=USES[reroll.use].rule, options=NO_OR_YES)


def _again(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    reroll = mission.reroll
    if reroll is None:
        return ()
    if value == "no":
        return _stays_failed(mission, reroll)
    name = name_of(mission, seat, reroll.trooper)
    return (
        CommandTokenSpent(seat, reroll.use),
        RerollBought(seat, reroll.use, reroll.trooper, name, reroll.wip, reroll.who),
    )


def _stays_failed(mission: Mission, reroll: Reroll) -> tuple[Event, ...]:
    """End the rerolls. A failed Doctor kills an unconscious patient; a wound by an Engineer may kill it (IA-23)."""
    seat = reroll.seat
    patient = mission.side(seat).member(reroll.trooper)
    ended = RerollsEnded(seat, reroll.use)
    if reroll.use == DOCTOR.id and patient.lost:
        return (ended, TrooperLost(seat, patient.id, patient.name, dead=True))
    return (ended, CasualtyBegan(seat, patient.id, patient.name))


def _fold_rolled(mission: Mission, event: WipRolled) -> Mission:
    rolled = Rolled("d20", event.face, event.seat, event.question, event.by_hand)
    reroll = None if event.passed or mission.reroll is None else replace(mission.reroll, rolled=True)
    return replace(mission, rolled=rolled, reroll=reroll, questions=mission.questions + 1)


def _line_rolled(x: WipRolled) -> Text:
    key = f"infinity.tell.wip_{'passed' if x.passed else 'failed'}{'_by_hand' if x.by_hand else ''}"
    return text(key, seat=text(f"seat.{x.seat}"), face=x.face)


QUESTIONS = (
    Question[Mission]("reroll", "TB-103", _ask_roll, _rolled, typed_alone),
    Question[Mission]("reroll.again", "TB-103", _ask_again, _again),
)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(WipRolled, _fold_rolled, _line_rolled),
    EventRow(RerollsEnded, lambda m, _: replace(m, reroll=None), no_line),
)
