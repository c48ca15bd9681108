"""The first turn: both seats name who has it (TB-105), or the table holds the roll for the initiative (IA-11).

The roll is face to face, by each Lieutenant's WIP: the higher die that does not exceed it wins. If both exceed it, or
both are equal, they are rolled again. The winner chooses the turn order or the deployment.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from table.games.infinity.rules.model.mission_labels import ASK, line, word_option
from table.games.infinity.rules.model.mission_state import Initiative, Mission, with_side
from table.games.infinity.rules.uses.use_parts import D20, LEAST_WIP, USUAL_WIP
from table.games.infinity.rules.uses.wip_rerolls import DIE, typed_alone
from table.rules.chance import Chance, roll
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import AnyPrompt, ChooseOne, Number, Option, Roll, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Question, Range, follows_number
from table.rules.text import Text, text
from table.rules.view import Rolled


class FirstTurnSaid(SeatEvent, frozen=True, tag=True):
    first: Seat


class FirstTurnDisputed(Event, frozen=True, tag=True):
    """The seats name different seats for the first turn, and both are asked again."""


class FirstTurnGiven(SeatEvent, frozen=True, tag=True):
    """The seat has the first player turn."""


class InitiativeBegan(SeatEvent, frozen=True, tag=True):
    """A player wants the table to hold the roll for the initiative."""


class InitiativeWipSaid(SeatEvent, frozen=True, tag=True):
    wip: int


class InitiativeDieRolled(SeatEvent, frozen=True, tag=True):
    """A seat's die of the face-to-face roll was rolled. `question` is its number in the match."""

    face: str
    question: int
    by_hand: bool


class InitiativeDecided(Event, frozen=True, tag=True):
    """Both dice are rolled. Without a winner they are rolled again."""

    winner: Seat | None


class InitiativeGivenOn(SeatEvent, frozen=True, tag=True):
    """The winner chooses the deployment. The other seat chooses the first turn."""


ROLL, FIRST_TURN, SECOND_TURN, DEPLOYMENT = "roll", "first", "second", "deployment"


def initiative_due(mission: Mission) -> Event | None:
    blue, red = mission.blue.first_named, mission.red.first_named
    if mission.first is not None or mission.initiative is not None or blue is None or red is None:
        return None
    return FirstTurnGiven(blue) if blue is red else FirstTurnDisputed()


def _first_options(mission: Mission, seat: Seat) -> Iterable[Option]:
    if mission.first is not None or mission.initiative is not None or mission.side(seat).first_named is not None:
        return ()
    named = (Option(each, text(f"seat.{each}"), f"seat.{each}") for each in SEATS)
    return (*named, Option(ROLL, text("infinity.initiative.roll")))


def _first(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (InitiativeBegan(seat) if value == ROLL else FirstTurnSaid(seat, Seat(str(value))),)


def _under_way(mission: Mission) -> Initiative | None:
    """Return the roll while it is undecided; None if no player requested one, or it is won."""
    held = mission.initiative
    return None if held is None or held.winner is not None or mission.first is not None else held


def _wip_dial(mission: Mission, seat: Seat) -> Range | None:
    held = _under_way(mission)
    return None if held is None or seat in dict(held.wips) else Range(LEAST_WIP, D20, USUAL_WIP)


def _ask_roll(mission: Mission, seat: Seat) -> AnyPrompt | None:
    held = _under_way(mission)
    if held is None or len(held.wips) < len(SEATS) or seat in dict(held.faces):
        return None
    wip = dict(held.wips)[seat]
    if mission.rolls_by_hand:
        ask = text("infinity.ask.initiative.by_hand", wip=wip)
        return Number(key="initiative.roll", seat=seat, ask=ask, rule="IA-11", least=1, most=D20)
    ask = text("infinity.ask.initiative.roll", wip=wip)
    return Roll(key="initiative.roll", seat=seat, ask=ask, rule="IA-11", die=DIE.name, faces=DIE.faces)


def _rolled(mission: Mission, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    held = _under_way(mission)
    if held is None:
        return ()
    face = roll(DIE, chance, mission.questions) if value is None else str(value)
    rolled = InitiativeDieRolled(seat, face, mission.questions, value is not None)
    faces = {**dict(held.faces), seat: int(face)}
    if len(faces) < len(SEATS):
        return (rolled,)
    return (rolled, InitiativeDecided(_winner(faces, dict(held.wips))))


def _winner(faces: dict[Seat, int], wips: dict[Seat, int]) -> Seat | None:
    """Return the seat with the higher die that does not exceed its WIP; None for a tie or two failures."""
    made = {seat: face for seat, face in faces.items() if face <= wips[seat]}
    if len(made) < len(SEATS):
        return next(iter(made), None)
    return None if made[BLUE] == made[RED] else max(made, key=made.__getitem__)


def _chooser(mission: Mission) -> Seat | None:
    """Return the seat that chooses the turn order."""
    held = mission.initiative
    if held is None or held.winner is None or mission.first is not None:
        return None
    return held.winner if held.turns else held.winner.opponent


def _ask_choice(mission: Mission, seat: Seat) -> ChooseOne | None:
    held = mission.initiative
    if held is None or seat is not _chooser(mission):
        return None
    words = (FIRST_TURN, SECOND_TURN, *((DEPLOYMENT,) if held.turns else ()))
    ask = text("infinity.ask.initiative.choice" if held.turns else "infinity.ask.initiative.turns")
    options = tuple(word_option("initiative", word) for word in words)
    return ChooseOne(key="initiative.choice", seat=seat, ask=ask, rule="IA-11", options=options)


def _choice(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    if value == DEPLOYMENT:
        return (InitiativeGivenOn(seat),)
    return (FirstTurnGiven(seat if value == FIRST_TURN else seat.opponent),)


def _fold_disputed(mission: Mission, _: FirstTurnDisputed | InitiativeBegan) -> Mission:
    """Ask both seats for the first turn again."""
    return replace(
        mission, blue=replace(mission.blue, first_named=None), red=replace(mission.red, first_named=None)
    )  # fmt: skip


def _held(mission: Mission) -> Initiative:
    return mission.initiative or Initiative()


def _fold_die(mission: Mission, x: InitiativeDieRolled) -> Mission:
    held = _held(mission)
    return replace(
        mission,
        initiative=replace(held, faces=(*held.faces, (x.seat, int(x.face)))),
        rolled=Rolled("d20", x.face, x.seat, x.question, x.by_hand),
        questions=mission.questions + 1,
    )


def _line_decided(x: InitiativeDecided) -> Text:
    if x.winner is None:
        return text("infinity.tell.initiative_again")
    return text("infinity.tell.initiative_won", seat=text(f"seat.{x.winner}"))


QUESTIONS = (
    ASK.one_of("first", "TB-105", _first_options, _first),
    ASK.number("initiative.wip", "IA-11", _wip_dial, follows_number(InitiativeWipSaid)),
    Question[Mission]("initiative.roll", "IA-11", _ask_roll, _rolled, typed_alone),
    Question[Mission]("initiative.choice", "IA-11", _ask_choice, _choice),
)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(FirstTurnSaid, lambda m, x: with_side(m, x.seat, first_named=x.first), no_line),
    EventRow(FirstTurnDisputed, _fold_disputed, lambda _: text("infinity.tell.first_disputed")),
    EventRow(FirstTurnGiven, lambda m, x: replace(m, first=x.seat), line("first")),
    EventRow(InitiativeBegan, lambda m, x: replace(_fold_disputed(m, x), initiative=Initiative()), no_line),
    EventRow(
        InitiativeWipSaid,
        lambda m, x: replace(m, initiative=replace(_held(m), wips=(*_held(m).wips, (x.seat, x.wip)))),
        no_line,
    ),
    EventRow(
        InitiativeDieRolled,
        _fold_die,
        lambda x: text(
            "infinity.tell.initiative_by_hand" if x.by_hand else "infinity.tell.initiative_rolled",
            seat=text(f"seat.{x.seat}"),
            face=x.face,
        ),
    ),
    EventRow(
        InitiativeDecided,
        lambda m, x: replace(m, initiative=replace(_held(m), winner=x.winner, faces=())),
        _line_decided,
    ),
    EventRow(InitiativeGivenOn, lambda m, _: replace(m, initiative=replace(_held(m), turns=False)), line("deployment")),
)
