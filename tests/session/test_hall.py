"""Requests of a hall to the session: a judge, and the round's clock."""

from pathlib import Path

import pytest

from table.rules.seats import BLUE
from table.session.ports import HallCallsJudge, HallSetsClock
from table.session.session import CLOCK_S
from table.view.published import RoundTime
from tests.session.kit import SessionTable


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path)


@pytest.mark.rule("TB-124")
def test_a_judge_that_the_hall_calls_freezes_the_match_as_any_and_the_players_let_it_go_on(table: SessionTable) -> None:
    table.begun()
    table.receives(HallCallsJudge())
    assert table.asked() == ["match.judge.go_on"]
    assert b'"how":"hall"' in table.journal_text()
    table.answers(BLUE, "match.judge.go_on")
    assert not table.now.judged


@pytest.mark.rule("TB-124")
def test_a_second_call_while_the_judge_is_there_changes_nothing(table: SessionTable) -> None:
    table.begun()
    table.receives(HallCallsJudge(), HallCallsJudge())
    assert table.journal_text().count(b"JudgeCalled") == 1


@pytest.mark.rule("TB-124")
def test_where_no_match_is_played_nobody_is_bothered(table: SessionTable) -> None:
    table.session.start()
    before = table.now
    table.receives(HallCallsJudge())
    assert (table.now.notice, table.now.prompts) == (before.notice, before.prompts)


@pytest.mark.rule("TB-124")
def test_the_clock_of_the_round_is_shown_from_when_it_is_reported_and_counts_by_itself(table: SessionTable) -> None:
    table.session.start()
    assert (table.now.round_time, table.session.next_deadline()) == (None, None)
    table.now_s = 10.0
    table.receives(HallSetsClock(RoundTime(2, 90, runs=True)))
    table.session.tick(table.now_s)
    assert table.now.round_time == RoundTime(2, 90, runs=True)
    assert table.session.next_deadline() == 10.0 + CLOCK_S
    for table.now_s in (11.0, 12.5, 105.0):
        table.session.tick(table.now_s)
    assert table.now.round_time == RoundTime(2, -5, runs=True)


@pytest.mark.rule("TB-124")
def test_a_clock_that_stands_stands_and_one_that_is_taken_away_is_gone(table: SessionTable) -> None:
    table.begun()
    table.receives(HallSetsClock(RoundTime(2, 90, runs=False)))
    table.now_s = 60.0
    table.session.tick(table.now_s)
    assert (table.now.round_time, table.session.next_deadline()) == (RoundTime(2, 90, runs=False), None)
    table.receives(HallSetsClock(None))
    assert table.now.round_time is None


@pytest.mark.rule("TB-124")
def test_it_stays_from_one_match_to_the_next_and_is_in_no_journal(table: SessionTable) -> None:
    table.session.start()
    table.receives(HallSetsClock(RoundTime(2, 90, runs=False)))
    table.begun()
    assert table.now.round_time == RoundTime(2, 90, runs=False)
    assert b"Round" not in table.journal_text().replace(b"RoundBegan", b"")
    table.crash()
    assert table.now.round_time is None, "the hall says it again"
