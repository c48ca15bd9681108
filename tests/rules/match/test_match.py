"""TB-06, TB-07, TB-13: answers, the numbers for the chance, the end of a match."""

import pytest

from table.rules.fairness import WORDS, number_of_words
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.prompts import Roll
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.rules.match.table import SECRET, MatchTable


def rule(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.rule


def waited_for(table: MatchTable) -> list[str]:
    return [prompt.key for prompt in table.match.prompts(table.state) if not prompt.standing]


@pytest.mark.rule("TB-07")
def test_the_numbers_are_asked_for_before_the_first_roll_and_not_before() -> None:
    table = MatchTable()
    assert waited_for(table) == ["card", "card"]
    table.plays(3, 3)
    assert waited_for(table) == ["tie"], "equal cards: the table is asked to roll"
    assert table.answers(BLUE, "tie") == (ev.NumbersAwaited(),)
    assert waited_for(table) == ["match.number", "match.number"]
    assert rule(table.answers(BLUE, "tie")) == "TB-06"
    table.answers(BLUE, "match.number", 7)
    assert rule(table.answers(BLUE, "match.number", 8)) == "TB-06"
    table.answers(RED, "match.number", 0)
    assert waited_for(table) == ["tie"]
    rolled = table.answers(BLUE, "tie")
    assert isinstance(rolled, tuple)
    assert waited_for(table) != ["tie"]


@pytest.mark.rule("TB-07")
def test_a_die_of_the_players_own_asks_for_no_number() -> None:
    table = MatchTable()
    table.plays(3, 3)
    prompt = table.asked("tie")
    assert isinstance(prompt, Roll)
    table.answers(BLUE, "tie", prompt.faces[0])
    assert not table.state.awaiting
    assert "match.number" not in waited_for(table)


@pytest.mark.rule("TB-07")
def test_a_number_can_be_dialled_before_and_then_the_other_seat_is_asked_for_its_own() -> None:
    table = MatchTable()
    table.answers(RED, "match.number", 42)
    assert waited_for(table) == ["match.number"]
    table.answers(BLUE, "match.number", 7)
    assert waited_for(table) == ["card", "card"]


@pytest.mark.rule("TB-07")
@pytest.mark.parametrize("value", [-1, 100, None, "7", True])
def test_a_number_is_from_0_to_99(value: object) -> None:
    table = MatchTable()
    assert rule(table.answers(BLUE, "match.number", value)) == "TB-07"  # type: ignore[arg-type]


@pytest.mark.rule("TB-07")
def test_words_take_the_place_of_a_number() -> None:
    table = MatchTable()
    table.answers(BLUE, "match.number", number_of_words("the fleet sails at dawn"))
    table.answers(RED, "match.number", 42)
    assert table.state.numbers == ((BLUE, number_of_words("the fleet sails at dawn")), (RED, 42))


@pytest.mark.rule("TB-07")
@pytest.mark.parametrize("value", [WORDS.start - 1, WORDS.stop])
def test_nothing_but_words_is_higher_than_the_dial(value: int) -> None:
    assert rule(MatchTable().answers(BLUE, "match.number", value)) == "TB-07"


@pytest.mark.rule("TB-06")
def test_what_is_not_asked_is_refused_and_changes_nothing() -> None:
    table = MatchTable().dialled()
    before = table.state
    assert rule(table.answers(BLUE, "match.agree", "agree")) == "TB-06"
    assert table.state is before


@pytest.mark.rule("TB-13")
def test_a_match_ends_early_only_if_both_agree() -> None:
    table = MatchTable().dialled()
    table.answers(BLUE, "match.end", "abandon")
    assert rule(table.answers(BLUE, "match.agree", "agree")) == "TB-06"
    table.answers(RED, "match.agree", "decline")
    assert table.asked("match.number") is None
    assert table.asked("card") is not None
    table.answers(RED, "match.end", "abandon")
    table.answers(BLUE, "match.agree", "agree")
    assert table.state.ended == "abandoned"
    assert table.match.prompts(table.state) == ()


@pytest.mark.rule("TB-13")
def test_a_match_that_is_over_is_closed_by_either_seat() -> None:
    table = MatchTable(up=False).dialled()
    for blue, red in ((3, 1), (4, 2), (5, 3)):
        table.plays(blue, red)
        table.answers(BLUE, table.job and f"match.hand.{table.job}")
        table.answers(RED, "next")
    table.answers(RED, "match.close")
    assert table.state.ended == "finished"


@pytest.mark.rule("TB-07")
def test_the_secret_is_disclosed_only_after_the_end() -> None:
    table = MatchTable().dialled()
    assert table.does(cmd.Disclose(SECRET)) == ()
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    assert table.does(cmd.Disclose(SECRET)) == (ev.SecretDisclosed(SECRET.hex()),)
    assert table.does(cmd.Disclose(SECRET)) == ()


def test_a_fold_of_all_events_is_the_state() -> None:
    table = MatchTable().dialled()
    table.plays(blue=2, red=2)
    table.answers(BLUE, "tie")
    assert table.match.fold(None, tuple(table.events)) == table.state
