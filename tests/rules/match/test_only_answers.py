"""A question with one possible answer is answered by the table. TB-19."""

import pytest

from table.games.legion.rules.current import Legion2024
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.commands import OnlyAnswer
from table.rules.match.questions import only_answer
from table.rules.prompts import ChooseOne, ChooseSome, Confirm, Number, Option, has_one_answer
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VEERS, army
from tests.rules.match.table import MatchTable

ASK = Text("ask")
A, B = Option("a", ASK), Option("b", ASK)
ONE = ChooseOne(key="one", seat=BLUE, ask=ASK, rule="R", options=(A,))
TWO = ChooseOne(key="two", seat=BLUE, ask=ASK, rule="R", options=(A, B))
OVER = Confirm(key="over", seat=BLUE, ask=ASK, rule="R")


@pytest.mark.rule("TB-19")
@pytest.mark.parametrize(
    ("prompt", "value"),
    [
        (ONE, "a"),
        (ChooseSome(key="one", seat=BLUE, ask=ASK, rule="R", options=(A, B), least=2, most=2), ("a", "b")),
        (Number(key="one", seat=BLUE, ask=ASK, rule="R", least=3, most=3), 3),
    ],
)
def test_a_list_or_a_dial_with_one_answer_is_answered(prompt: ChooseOne | ChooseSome | Number, value: object) -> None:
    assert only_answer((prompt,)) == OnlyAnswer(BLUE, "one", value)  # type: ignore[arg-type]
    assert has_one_answer(prompt)


@pytest.mark.rule("TB-19")
@pytest.mark.parametrize(
    "prompt",
    [
        TWO,
        OVER,
        ChooseOne(key="one", seat=BLUE, ask=ASK, rule="R", options=(A,), hold=True),
        ChooseOne(key="one", seat=BLUE, ask=ASK, rule="R", options=(A,), standing=True),
        ChooseOne(key="one", seat=BLUE, ask=ASK, rule="R", options=(A,), moment=True),
        ChooseOne(key="one", seat=None, ask=ASK, rule="R", options=(A,)),
        ChooseSome(key="one", seat=BLUE, ask=ASK, rule="R", options=(A,), least=0, most=1),
        Number(key="one", seat=BLUE, ask=ASK, rule="R", least=0, most=1),
    ],
)
def test_a_choice_a_confirmation_and_what_reports_that_something_happens_now_are_asked(prompt: ChooseOne) -> None:
    assert only_answer((prompt,)) is None


@pytest.mark.rule("TB-19")
def test_who_is_asked_something_else_beside_it_has_a_choice() -> None:
    assert only_answer((ONE, OVER)) is None
    others = ChooseOne(key="others", seat=RED, ask=ASK, rule="R", options=(A, B))
    always = ChooseOne(key="lost", seat=BLUE, ask=ASK, rule="R", options=(A,), standing=True)
    assert only_answer((others, ONE, always)) == OnlyAnswer(BLUE, "one", "a")


@pytest.fixture
def table() -> MatchTable:
    hoppers = tuple(ev.HopperEntry(n, kind, 9) for n, kind in enumerate(("commander", "corps", "heavy")))
    sides = (army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS))
    return MatchTable(hoppers, game=Legion2024(), sides=sides, sealing="select").dialled()


def _with_one_answer(table: MatchTable) -> cmd.OnlyAnswer:
    """Come to a question with one answer: blue has one unit left that its card can order."""
    table.answers(BLUE, "defeat", "2")
    table.answers(BLUE, "defeat", "3")
    table.locks(BLUE, "legion.card.ambush")
    table.locks(RED, "legion.card.push")
    table.opens()
    only = table.match.only_answer(table.state)
    assert only is not None
    return only


@pytest.mark.rule("TB-19")
def test_the_journal_reports_that_the_table_answered(table: MatchTable) -> None:
    only = _with_one_answer(table)
    assert (only.seat, only.prompt, only.value) == (BLUE, "orders", "1")
    events = table.does(only)
    assert isinstance(events, tuple)
    assert events[0] == ev.AnsweredByTable(BLUE, "orders")


@pytest.mark.rule("TB-19")
def test_the_table_answers_nothing_else(table: MatchTable) -> None:
    only = _with_one_answer(table)
    wrong = cmd.OnlyAnswer(only.seat, only.prompt, "2")
    assert isinstance(table.does(wrong), Refusal)
    table.does(only)
    assert isinstance(table.does(only), Refusal)


@pytest.mark.rule("TB-19")
def test_an_undo_goes_behind_what_the_table_answered(table: MatchTable) -> None:
    only = _with_one_answer(table)
    marks = table.state.marks
    table.does(only)
    assert table.state.marks == marks
    assert table.asked("match.take_back") is None, "nobody chose anything"
