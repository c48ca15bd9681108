"""A judge freezes the match, reads, sets right, and lets it continue. TB-77."""

import pytest

from table.games.legion.rules.current import Legion2024
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VEERS, army
from tests.rules.match.table import MatchTable

CALL = cmd.CallJudge(ev.CalledBy.CARD, RED)


@pytest.fixture
def table() -> MatchTable:
    sides = (army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS))
    return MatchTable((), up=False, game=Legion2024(), sides=sides, sealing="select").dialled()


def rule(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.rule


@pytest.mark.rule("TB-77")
def test_nothing_of_the_game_is_asked_while_the_judge_has_the_table(table: MatchTable) -> None:
    assert table.asked("select")
    assert table.does(CALL) == (ev.JudgeCalled(ev.CalledBy.CARD, RED),)
    waiting = [prompt.key for prompt in table.match.prompts(table.state) if not prompt.standing]
    assert waiting == ["match.judge.go_on"]
    assert rule(table.locks(BLUE, "legion.card.ambush")) == "TB-77"
    assert rule(table.answers(BLUE, "defeat", "2")) == "TB-77"
    view = table.match.view(table.state)
    assert view is not None
    assert view.headline == text("match.headline.judge")


@pytest.mark.rule("TB-77")
def test_what_was_asked_before_is_asked_again_when_the_match_goes_on(table: MatchTable) -> None:
    before = table.match.prompts(table.state)
    table.does(CALL)
    assert table.answers(RED, "match.judge.go_on") == (ev.JudgeLeft(),)
    assert table.match.prompts(table.state) == before


@pytest.mark.rule("TB-77")
def test_both_locked_cards_wait_until_the_judge_has_gone(table: MatchTable) -> None:
    table.locks(BLUE, "legion.card.ambush")
    table.locks(RED, "legion.card.push")
    assert table.match.ready_to_open(table.state)
    table.does(CALL)
    assert not table.match.ready_to_open(table.state)
    table.answers(BLUE, "match.judge.go_on")
    assert table.match.ready_to_open(table.state)


@pytest.mark.rule("TB-77")
def test_a_card_that_is_lifted_meanwhile_breaks_its_seal_as_ever(table: MatchTable) -> None:
    table.locks(BLUE, "legion.card.ambush")
    table.does(CALL)
    assert table.does(cmd.CardLifted(BLUE)) == (ev.SealBroken(BLUE),)


@pytest.mark.rule("TB-77")
def test_the_judge_sets_right_that_a_unit_was_not_defeated_and_gives_the_reason(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "2")
    table.does(CALL)
    assert not isinstance(table.answers(BLUE, "restore", "2"), Refusal)
    asked = [prompt.key for prompt in table.match.prompts(table.state) if not prompt.standing]
    assert asked == ["restore.why", "match.judge.go_on"]
    assert not isinstance(table.answers(BLUE, "restore.why", "slip"), Refusal)
    table.answers(BLUE, "match.judge.go_on")
    assert table.state.story[-1] == text("story.judge_left")


@pytest.mark.rule("TB-77")
def test_the_last_answer_can_be_undone_under_the_judges_eyes(table: MatchTable) -> None:
    before = table.state.game
    table.answers(BLUE, "defeat", "2")
    table.does(CALL)
    table.answers(BLUE, "match.undo")
    table.answers(RED, "match.undo.agree", "yes")
    assert table.state.game == before
    assert table.state.judged


@pytest.mark.rule("TB-77")
def test_the_log_is_read_line_by_line_the_last_one_first_and_reading_changes_nothing(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "2")
    table.does(CALL)
    log = table.asked("match.judge.log")
    assert log is not None
    assert log.standing
    lines = [option.label for option in getattr(log, "options", ())]
    assert lines[0] == text("story.judge_called", seat=text("seat.red"))
    assert lines[1].key == "legion.story.defeated"
    assert table.answers(RED, "match.judge.log", "1") == ()


@pytest.mark.rule("TB-77")
def test_a_judge_who_is_there_already_is_not_called_twice(table: MatchTable) -> None:
    table.does(CALL)
    assert table.does(cmd.CallJudge(ev.CalledBy.TERMINAL)) == ()


@pytest.mark.rule("TB-77")
def test_there_is_nothing_to_judge_before_the_match_and_after_it(table: MatchTable) -> None:
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    assert rule(table.does(CALL)) == "TB-77"
    one_dialled = MatchTable()
    one_dialled.answers(BLUE, "match.number", 7)
    assert rule(one_dialled.does(CALL)) == "TB-77"
