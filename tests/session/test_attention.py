"""What one seat answers never moves the other's focus."""

from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.seats import BLUE
from table.rules.text import Text
from table.session.attention import attend
from table.session.focus import AT_REST
from table.session.seat_state import SeatState
from table.view.published import Focus

ASK = Text("match.unlock")
OPTIONS = tuple(Option(name, ASK) for name in "abc")
ORDER = ChooseOne(key="order", seat=BLUE, ask=ASK, rule="R", options=OPTIONS)
LOST = ChooseOne(key="lost", seat=BLUE, ask=ASK, rule="R", options=OPTIONS, standing=True)
BY_HAND = Confirm(key="match.hand", seat=BLUE, ask=ASK, rule="R")


def blue(focus: Focus, *asked: AnyPrompt) -> SeatState:
    return SeatState(BLUE, focus=focus, asked=frozenset(prompt.key for prompt in asked))


def test_a_question_that_made_way_for_the_other_seat_comes_back_with_the_focus_where_it_was() -> None:
    desk = blue(Focus("order", 2), ORDER)
    attend(desk, (LOST,), (ORDER, LOST))
    assert desk.focus == Focus("lost", AT_REST), "how the other's trooper was lost is asked first"
    attend(desk, (ORDER, LOST), (LOST,))
    assert desk.focus == Focus("order", 2)


def test_so_it_is_where_another_question_of_the_seat_stays_meanwhile() -> None:
    desk = blue(Focus("order", 1), ORDER, BY_HAND)
    attend(desk, (BY_HAND, LOST), (ORDER, BY_HAND, LOST))
    assert desk.focus == Focus("match.hand", 0)
    attend(desk, (ORDER, BY_HAND, LOST), (BY_HAND, LOST))
    assert desk.focus == Focus("order", 1)


def test_a_question_that_the_seat_answered_begins_anew() -> None:
    desk = blue(Focus("order", 2), ORDER)
    desk.answered = "order"
    attend(desk, (LOST,), (ORDER, LOST))
    attend(desk, (ORDER, LOST), (LOST,))
    assert desk.focus == Focus("order", 0)


def test_one_that_comes_back_with_other_answers_begins_anew() -> None:
    desk = blue(Focus("order", 2), ORDER)
    attend(desk, (LOST,), (ORDER, LOST))
    fewer = ChooseOne(key="order", seat=BLUE, ask=ASK, rule="R", options=OPTIONS[1:])
    attend(desk, (fewer, LOST), (LOST,))
    assert desk.focus == Focus("order", 0)
