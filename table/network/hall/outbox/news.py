"""The news of a table: the events that follow from its present view and the events already published. Pure.

Only the events record what was published. So an outbox that was cut off at any byte continues where its file ends: it
publishes nothing twice, and leaves nothing out that can still be seen.
"""

from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct, field
from msgspec.structs import replace

from table.view.clock import RunningClock
from table.view.hall_events import (
    ClockTold,
    CodeShown,
    FaultCame,
    FaultWent,
    HallEvent,
    JudgeHasTable,
    LineTold,
    MatchBegan,
    MatchOver,
    MatchRecord,
    PointsStand,
)
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorRound, SpectatorTable, StoryLine
from table.view.streams.results_feed import MatchResult

MOST_MATCHES = 32
"""The matches whose last line is known. An older match is reported from its first line again."""


class ReportedSoFar(Struct, frozen=True):
    """The sum of all events so far."""

    match: str = ""
    lines: dict[str, int] = field(default_factory=dict)
    """The last reported line of the story, by match."""
    points: tuple[int, int, int] = (0, 0, 0)
    code: str = ""
    over: str = ""
    """The match and the end of its chain, once it is over."""
    records: tuple[str, ...] = ()
    """The reported match files, by a hash of their content."""
    faults: frozenset[tuple[str, str]] = frozenset()
    judged: bool = False
    clock: RunningClock | None = None


def after(reported: ReportedSoFar, event: HallEvent) -> ReportedSoFar:
    """Return the sum of all events up to this one."""
    match event:
        case MatchBegan(match=match):
            return replace(reported, match=match, points=(0, 0, 0), code="", over="")
        case LineTold(match=match, number=number):
            lines = {**{each: last for each, last in reported.lines.items() if each != match}, match: number}
            return replace(reported, lines=dict(list(lines.items())[-MOST_MATCHES:]))
        case PointsStand(round=round_, blue=blue, red=red):
            return replace(reported, points=(round_, blue, red))
        case CodeShown(code=code):
            return replace(reported, code=code)
        case MatchOver(match=match, chain=chain):
            return replace(reported, over=f"{match} {chain}")
        case MatchRecord(match=match, file=file):
            return replace(reported, records=(*reported.records, _mark(match, file))[-MOST_MATCHES:])
        case FaultCame(code=code, part=part):
            return replace(reported, faults=reported.faults | {(code, part)})
        case FaultWent(code=code, part=part):
            return replace(reported, faults=reported.faults - {(code, part)})
        case JudgeHasTable(on=on):
            return replace(reported, judged=on)
        case ClockTold(clock=clock):
            return replace(reported, clock=clock)


def sides(play: SpectatorRound) -> tuple[str, str]:
    """Return the names of blue's and red's army or nation."""
    named = {str(seat): each.side for seat, each in play.seats.items()}
    return named["blue"], named["red"]


def of_match(
    reported: ReportedSoFar, table: SpectatorTable, story: tuple[StoryLine, ...], began_s: float | None = None
) -> Iterator[HallEvent]:
    """Yield the events from the spectators' view. `began_s` is when the match began; None if nobody saw it begin."""
    play, match = table.play, table.match
    if play is None or not match:
        return
    if match != reported.match:
        began = MatchBegan(match, play.system, *sides(play), began_s)
        yield began
        reported = after(reported, began)
    last = reported.lines.get(match, 0)
    for line in story:
        if line.number > last:
            yield LineTold(match, line.number, line.say)
    points = (play.round, play.score.blue, play.score.red)
    if play.score.counts and points[1:] != reported.points[1:]:
        yield PointsStand(match, *points)
    if play.codes.locked not in ("", reported.code):
        yield CodeShown(match, play.codes.locked)
    if (over := _over(match, play)) is not None and f"{match} {over.chain}" != reported.over:
        yield over


def of_operations(reported: ReportedSoFar, table: OperationsTable) -> Iterator[HallEvent]:
    """Yield the events for helpers. A table that is off has none."""
    if not table.on:
        return
    faults = {(fault.code, fault.part): fault for fault in table.faults}
    for code, part in sorted(reported.faults - faults.keys()):
        yield FaultWent(code, part)
    for key in sorted(faults.keys() - reported.faults):
        yield FaultCame(*key, faults[key].say)
    if table.judged != reported.judged:
        yield JudgeHasTable(table.judged)
    if table.clock != reported.clock:
        yield ClockTold(table.clock)


def of_result(reported: ReportedSoFar, result: MatchResult) -> Iterator[HallEvent]:
    """Yield the event of a match's file, unless that very file was reported."""
    if _mark(result.match, result.file) not in reported.records:
        yield MatchRecord(result.match, result.file)


def _over(match: str, play: SpectatorRound) -> MatchOver | None:
    score, chain = play.score, play.codes.chain
    if score.ended is None or not chain:
        return None
    winner, by = (None, "") if score.result is None else (score.result.winner, str(score.result.by))
    return MatchOver(match, score.ended, winner, by, score.blue, score.red, chain)


def _mark(match: str, file: str) -> str:
    return f"{match} {sha256(file.encode()).hexdigest()[:16]}"
