"""The news of a table: each fact once, whatever the outbox was reported before, and nothing that is hidden."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from lab.campaigns.hall.simulated import PLAY
from table.network.hall.outbox.news import ReportedSoFar, after, of_match, of_operations, of_result
from table.rules.match.events import MatchEnd
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED
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
from table.view.operations import OperationsFault, OperationsTable
from table.view.spectators import SpectatorCodes, SpectatorScore, SpectatorTable, StoryLine
from table.view.streams.results_feed import MatchResult
from tests.network.watched import WatchedTable

TABLE = SpectatorTable(match="m1", play=PLAY)
LINES = tuple(StoryLine(number, {"en": f"Line {number}"}) for number in (1, 2, 3))
BEGAN = MatchBegan("m1", "skirmish", "Echo base", "Echo base")


def played(**changes: object) -> SpectatorTable:
    return msgspec.structs.replace(TABLE, play=msgspec.structs.replace(PLAY, **changes))


def reported(*events: HallEvent) -> ReportedSoFar:
    so_far = ReportedSoFar()
    for event in events:
        so_far = after(so_far, event)
    return so_far


def reported_after(so_far: ReportedSoFar, events: Iterable[HallEvent]) -> ReportedSoFar:
    for event in events:
        so_far = after(so_far, event)
    return so_far


def test_a_match_begins_with_its_sides_and_goes_on_with_its_lines() -> None:
    assert [*of_match(ReportedSoFar(), TABLE, LINES[:1])] == [BEGAN, LineTold("m1", 1, {"en": "Line 1"})]
    so_far = reported(BEGAN, LineTold("m1", 1, {"en": "Line 1"}))
    assert [*of_match(so_far, TABLE, LINES)] == [LineTold("m1", line.number, line.say) for line in LINES[1:]]
    assert [*of_match(reported(BEGAN, LineTold("m1", 3, {"en": ""})), TABLE, LINES)] == []


def test_the_lobby_is_no_news() -> None:
    assert [*of_match(ReportedSoFar(), SpectatorTable(), ())] == []


def test_a_match_that_is_taken_up_again_reports_no_line_twice() -> None:
    other = MatchBegan("m2", "skirmish", "", "")
    so_far = reported(BEGAN, LineTold("m1", 2, {"en": ""}), other)
    assert [*of_match(so_far, TABLE, LINES)] == [BEGAN, LineTold("m1", 3, {"en": "Line 3"})]


def test_points_and_codes_are_reported_as_they_change() -> None:
    score = SpectatorScore(True, 3, 0, (), None, None)
    table = played(score=score, codes=SpectatorCodes("c", "a" * 64, ""))
    news = [*of_match(reported(BEGAN), table, ())]
    assert news == [PointsStand("m1", 1, 3, 0), CodeShown("m1", "a" * 64)]
    assert [*of_match(reported(BEGAN, *news), table, ())] == []


def test_points_that_do_not_count_are_not_reported() -> None:
    assert [*of_match(reported(BEGAN), played(score=SpectatorScore(False, 3, 0, (), None, None)), ())] == []


def test_a_match_is_over_once_its_file_has_come_to_its_end() -> None:
    score = SpectatorScore(True, 8, 5, (), MatchEnd.FINISHED, Result(BLUE, WonBy.POINTS))
    assert MatchOver not in [type(each) for each in of_match(reported(BEGAN), played(score=score), ())]
    table = played(score=score, codes=SpectatorCodes("", "", "b" * 64))
    (*_, over) = of_match(reported(BEGAN), table, ())
    assert over == MatchOver("m1", MatchEnd.FINISHED, BLUE, "points", 8, 5, "b" * 64)
    assert [*of_match(reported(BEGAN, PointsStand("m1", 1, 8, 5), over), table, ())] == []


def test_a_fault_is_reported_as_it_comes_and_as_it_goes() -> None:
    fault = OperationsFault("reader.missing", "red", {"en": "Nothing answers."})
    table = OperationsTable(on=True, faults=(fault,))
    came = FaultCame("reader.missing", "red", {"en": "Nothing answers."})
    assert [*of_operations(ReportedSoFar(), table)] == [came]
    assert [*of_operations(reported(came), table)] == []
    assert [*of_operations(reported(came), OperationsTable(on=True))] == [FaultWent("reader.missing", "red")]


def test_a_table_that_is_off_reports_nothing_of_its_faults() -> None:
    so_far = reported(FaultCame("reader.missing", "red", {}), JudgeHasTable(True))
    assert [*of_operations(so_far, OperationsTable())] == []


def test_a_judge_and_the_clock_are_reported_at_each_turn() -> None:
    clock = RunningClock(0, 60, 60, (BLUE,), False, None)
    table = OperationsTable(on=True, judged=True, clock=clock)
    news = [*of_operations(ReportedSoFar(), table)]
    assert news == [JudgeHasTable(True), ClockTold(clock)]
    assert [*of_operations(reported(*news), table)] == []


def test_a_file_is_reported_once_and_another_one_of_the_same_match_again() -> None:
    result = MatchResult(1, "m1", "file\n", b"")
    (record,) = of_result(ReportedSoFar(), result)
    assert record == MatchRecord("m1", "file\n")
    assert [*of_result(reported(record), result)] == []
    assert [*of_result(reported(record), msgspec.structs.replace(result, file="longer\n"))] != []


@pytest.mark.rule("TB-48")
def test_no_card_of_a_hand_is_in_the_news_before_it_is_revealed(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.lays(BLUE, 3)
    table.holds(BLUE)
    so_far, news = sentences_of(table, ReportedSoFar())
    assert b"skirmish.card." not in news
    assert b"Blue locked a card." in news
    table.lays(RED, 2)
    table.holds(RED)
    _, after_reveal = sentences_of(table, so_far)
    assert f'"code":"{table.now.locked}"'.encode() in after_reveal
    table.session.close()


def sentences_of(table: WatchedTable, so_far: ReportedSoFar) -> tuple[ReportedSoFar, bytes]:
    table.wait(1.0)
    state = msgspec.convert(table.client.state, SpectatorTable)
    news = tuple(of_match(so_far, state, table.client.story))
    return reported_after(so_far, news), b"".join(msgspec.json.encode(each) for each in news)
