"""Objective points, by which a mission is won (IA-25): each seat marks its scored objectives, and the other agrees.

This happens at the end of each game round and of the match.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from table.games.infinity.rules.model.mission_labels import ASK, line
from table.games.infinity.rules.model.mission_state import Mission, with_side
from table.games.infinity.rules.model.season import SeasonMission, SeasonObjective
from table.games.infinity.rules.turn.army_state import nobody_left, survivors
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Choices, Question, marks
from table.rules.text import text

RULE = "IA-25"
NO, YES = "no", "yes"


class SeasonMissionChosen(SeatEvent, frozen=True, tag=True):
    """A mission of the season is chosen. It defines the number of rounds and the objective points."""

    mission: SeasonMission


class ObjectivesClaimed(SeatEvent, frozen=True, tag=True):
    """A seat claims objectives, by their numbers in the mission. The other seat is asked to agree."""

    objectives: tuple[str, ...]


class ObjectivesDenied(SeatEvent, frozen=True, tag=True):
    """The other seat rejects the claim, and the first one is asked again."""


class ObjectivesScored(SeatEvent, frozen=True, tag=True):
    objectives: tuple[str, ...]
    more: int
    total: int


def _missions(mission: Mission, seat: Seat) -> Iterable[Option]:
    if mission.active is not None or mission.busy_for(seat):
        return ()
    return (
        Option(str(number), text("infinity.mission", name=one.name, rounds=one.rounds))
        for number, one in enumerate(mission.seasons, 1)
    )


def _chosen(mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (SeasonMissionChosen(seat, mission.seasons[int(str(value)) - 1]),)


def _last(mission: Mission) -> bool:
    """True if the match ends with this turn: after the last round, or with a wiped out army in Retreat! (IA-12)."""
    if mission.active is None:
        return False
    wiped_out = mission.turn.retreat and nobody_left(mission.side(mission.active))
    return wiped_out or (mission.active is not mission.first and mission.round == mission.rounds)


def _due(mission: Mission, seat: Seat) -> dict[str, SeasonObjective]:
    """Return the objectives that the seat can score now.

    An objective that can be scored several times is listed once for each time.
    """
    side, season = mission.side(seat), mission.season
    if season is None or side.counted_round == mission.round:
        return {}
    if mission.active is mission.first and not _last(mission):
        return {}
    due: dict[str, SeasonObjective] = {}
    before = Counter(side.scored)
    for number, one in enumerate(season.objectives, 1):
        if one.when == "end" and not _last(mission):
            continue
        left = one.times - before[str(number)] if one.times else 1
        at_once = min(left, 1) if one.when == "round" else left
        due |= {f"{number}.{time}": one for time in range(1, at_once + 1)}
    return due


def _to_score(mission: Mission, seat: Seat) -> Choices | None:
    side = mission.side(seat)
    if side.claim or mission.busy_for(seat):
        return None
    due = _due(mission, seat).items()
    options = (Option(id, text("infinity.objective", name=one.name, points=one.points)) for id, one in due)
    return Choices(options, {"points": side.objective_points})


def _score(mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    claimed = marks(value)
    return (ObjectivesClaimed(seat, claimed),) if claimed else (_scored(mission, seat, ()),)


def _scored(mission: Mission, seat: Seat, claimed: tuple[str, ...]) -> ObjectivesScored:
    """Return the points of a claim, limited to the maximum of the mission."""
    side = mission.side(seat)
    total = side.objective_points + _worth(mission, claimed)
    total = total if mission.season is None else max(side.objective_points, min(total, mission.season.most))
    return ObjectivesScored(seat, _numbers(claimed), total - side.objective_points, total)


def _worth(mission: Mission, claimed: tuple[str, ...]) -> int:
    objectives = () if mission.season is None else mission.season.objectives
    return sum(objectives[int(number) - 1].points for number in _numbers(claimed))


def _numbers(claimed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(id.partition(".")[0] for id in claimed)


def _ask_agree(mission: Mission, seat: Seat) -> ChooseOne | None:
    claimed, season = mission.side(seat.opponent).claim, mission.season
    if not claimed or season is None or mission.busy_for(seat):
        return None
    names = ", ".join(season.objectives[int(number) - 1].name for number in _numbers(claimed))
    more = _scored(mission, seat.opponent, claimed).more
    ask = text("infinity.ask.score.agree", seat=text(f"seat.{seat.opponent}"), more=more, names=names)
    options = tuple(Option(word, text(f"match.points.{word}"), f"sign.{word}") for word in (NO, YES))
    return ChooseOne(key="score.agree", seat=seat, ask=ask, rule=RULE, options=options, hold=True)


def _agreed(mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    claimer = seat.opponent
    return (_scored(mission, claimer, mission.side(claimer).claim) if value == YES else ObjectivesDenied(claimer),)


def _fold_scored(mission: Mission, x: ObjectivesScored) -> Mission:
    side = mission.side(x.seat)
    return with_side(
        mission, x.seat, claim=(), counted_round=mission.round, objective_points=x.total,
        scored=(*side.scored, *x.objectives),
    )  # fmt: skip


def by_survivors(mission: Mission) -> Seat | None:
    """Return the seat with the more valuable survivors, which breaks a tie. None if they are equal or unknown."""
    blue, red = survivors(mission.blue), survivors(mission.red)
    if blue is None or red is None or blue == red:
        return None
    return BLUE if blue > red else RED


def result(mission: Mission) -> Result | None:
    """Return the winner of a finished mission of the season: by objective points, then by the survivors' points."""
    if mission.season is None or not mission.over:
        return None
    blue, red = (mission.side(seat).objective_points for seat in SEATS)
    winner = by_survivors(mission) if blue == red else BLUE if blue > red else RED
    return Result(winner, WonBy.POINTS, RULE)


MISSION = ASK.one_of("mission", RULE, _missions, _chosen, standing=True, hold=True)
SCORE = ASK.some_of("score", RULE, _to_score, _score)
AGREE = Question[Mission]("score.agree", RULE, _ask_agree, _agreed)

ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(
        SeasonMissionChosen,
        lambda m, x: replace(m, season=x.mission, rounds=x.mission.rounds),
        lambda x: text("infinity.tell.mission", name=x.mission.name, rounds=x.mission.rounds),
    ),
    EventRow(ObjectivesClaimed, lambda m, x: with_side(m, x.seat, claim=x.objectives), no_line),
    EventRow(ObjectivesDenied, lambda m, x: with_side(m, x.seat, claim=()), no_line),
    EventRow(ObjectivesScored, _fold_scored, line("scored", "more", "total")),
)
