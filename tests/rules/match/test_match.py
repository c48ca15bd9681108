"""TB-06, TB-07, TB-13: answers, the numbers for the chance, the end of a match."""

import pytest

from table.rules.fairness import WORDS, number_of_words
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.rules.match.table import SECRET, MatchTable


def rule(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.rule


@pytest.mark.rule("TB-07")
def test_both_seats_dial_a_number_before_anything_else() -> None:
    table = MatchTable()
    assert [p.key for p in table.match.prompts(table.state)] == ["match.number", "match.number"]
    assert rule(table.locks(BLUE, "skirmish.card.1")) == "TB-06"
    table.answers(BLUE, "match.number", 7)
    assert rule(table.answers(BLUE, "match.number", 8)) == "TB-06"
    table.answers(RED, "match.number", 42)
    assert table.asked("card") is not None


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
