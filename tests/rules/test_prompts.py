"""The defaults of a question."""

from table.rules.fairness import WORDS
from table.rules.prompts import Confirm, Number
from table.rules.seats import BLUE
from table.rules.text import text


def test_a_question_is_awaited_and_of_the_game() -> None:
    prompt = Confirm(key="done", seat=BLUE, ask=text("done"), rule="TB-01")
    assert not any((prompt.standing, prompt.setting, prompt.ready, prompt.hold, prompt.moment))
    assert (prompt.often, prompt.chore) == (0, 0)


def test_words_are_no_number_where_they_are_not_asked_for() -> None:
    number = Number(key="count", seat=BLUE, ask=text("count"), rule="TB-01", least=0, most=WORDS.stop)
    assert not number.words
    dial = Number(key="count", seat=BLUE, ask=text("count"), rule="TB-01", least=0, most=99)
    assert dial.accepts(99)
    assert not dial.accepts(WORDS.start)
