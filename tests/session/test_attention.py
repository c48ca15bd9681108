"""An answer of one seat never moves the other's focus or removes its marks."""

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Option
from table.rules.seats import BLUE
from table.rules.text import Text
from table.session.attention import attend
from table.session.focus import AT_REST
from table.session.seat_state import Moment, SeatState
from table.view.published import Focus

ASK = Text("match.unlock")
OPTIONS = tuple(Option(name, ASK) for name in "abc")
ORDER = ChooseOne(key="order", seat=BLUE, ask=ASK, rule="R", options=OPTIONS)
LOST = ChooseOne(key="lost", seat=BLUE, ask=ASK, rule="R", options=OPTIONS, standing=True)
NOW = Moment("m", 1, ("orders",))
CHECKS = ChooseSome(key="checks", seat=BLUE, ask=ASK, rule="R", options=OPTIONS, least=0, most=3)
NO_OR_YES = tuple(Option(name, ASK) for name in ("no", "yes"))
AGREE = ChooseOne(key="agree", seat=BLUE, ask=ASK, rule="R", options=NO_OR_YES, hold=True)
BY_HAND = Confirm(key="match.hand", seat=BLUE, ask=ASK, rule="R")


def blue(focus: Focus, *asked: AnyPrompt) -> SeatState:
    return SeatState(BLUE, focus=focus, asked=frozenset(prompt.key for prompt in asked), moment=NOW)


def test_a_question_that_made_way_for_the_other_seat_comes_back_with_the_focus_where_it_was() -> None:
    desk = blue(Focus("order", 2), ORDER)
    attend(desk, (LOST,), (ORDER, LOST), NOW)
    assert desk.focus == Focus("lost", AT_REST), "how the other's trooper was lost is asked first"
    attend(desk, (ORDER, LOST), (LOST,), NOW)
    assert desk.focus == Focus("order", 2)


def test_so_it_is_where_another_question_of_the_seat_stays_meanwhile() -> None:
    desk = blue(Focus("order", 1), ORDER, BY_HAND)
    attend(desk, (BY_HAND, LOST), (ORDER, BY_HAND, LOST), NOW)
    assert desk.focus == Focus("match.hand", 0)
    attend(desk, (ORDER, BY_HAND, LOST), (BY_HAND, LOST), NOW)
    assert desk.focus == Focus("order", 1)


def test_a_first_question_that_the_other_seat_brought_up_moves_no_list_in_which_the_seat_has_gone_down() -> None:
    desk = blue(Focus("order", 2), ORDER)
    attend(desk, (CHECKS, ORDER), (ORDER,), NOW)
    assert desk.focus == Focus("order", 2)
    desk = blue(Focus("order", 2), ORDER)
    desk.answered = frozenset({"lost"})
    attend(desk, (CHECKS, ORDER), (ORDER,), NOW)
    assert desk.focus == Focus("checks", 0), "its own answer led there"


def test_a_question_that_the_seat_answered_starts_again() -> None:
    desk = blue(Focus("order", 2), ORDER)
    desk.answered = frozenset({"order"})
    attend(desk, (LOST,), (ORDER, LOST), NOW)
    attend(desk, (ORDER, LOST), (LOST,), NOW)
    assert desk.focus == Focus("order", 0)


def test_one_that_comes_back_with_other_answers_starts_again() -> None:
    desk = blue(Focus("order", 2), ORDER)
    attend(desk, (LOST,), (ORDER, LOST), NOW)
    fewer = ChooseOne(key="order", seat=BLUE, ask=ASK, rule="R", options=OPTIONS[1:])
    attend(desk, (fewer, LOST), (LOST,), NOW)
    assert desk.focus == Focus("order", 0)


def test_marks_outlast_two_interruptions_one_in_the_other() -> None:
    desk = blue(Focus("checks", 1, ("a", "c")), CHECKS)
    attend(desk, (LOST,), (CHECKS, LOST), NOW)
    attend(desk, (AGREE, LOST), (LOST,), NOW)
    assert desk.focus == Focus("agree", 0)
    desk.answered = frozenset({"agree"})
    attend(desk, (LOST,), (AGREE, LOST), NOW)
    attend(desk, (CHECKS, LOST), (LOST,), NOW)
    assert desk.focus == Focus("checks", 1, ("a", "c"))


def test_a_question_that_stays_beside_one_for_consent_is_taken_up_after_it() -> None:
    desk = blue(Focus("checks", 1, ("a",)), CHECKS)
    attend(desk, (CHECKS, AGREE), (CHECKS,), NOW)
    assert desk.focus == Focus("agree", 0)
    desk.answered = frozenset({"agree"})
    attend(desk, (CHECKS,), (CHECKS, AGREE), NOW)
    assert desk.focus == Focus("checks", 1, ("a",))


def test_a_list_beside_play_that_was_open_is_open_again() -> None:
    desk = blue(Focus("lost", 2))
    attend(desk, (), (LOST,), NOW)
    assert desk.focus is None
    attend(desk, (LOST,), (), NOW)
    assert desk.focus == Focus("lost", 2)


def test_but_never_once_its_seat_was_asked_something_else() -> None:
    desk = blue(Focus("lost", 2))
    attend(desk, (), (LOST,), NOW)
    attend(desk, (ORDER,), (), NOW)
    desk.answered = frozenset({"order"})
    attend(desk, (LOST,), (ORDER,), NOW)
    assert desk.focus == Focus("lost", AT_REST), "a press too many opens nothing"


def test_a_player_who_went_on_to_another_question_meanwhile_stays_there() -> None:
    desk = blue(Focus("order", 2), ORDER, CHECKS)
    attend(desk, (CHECKS,), (ORDER, CHECKS), NOW)
    desk.focus = Focus("checks", 2)
    attend(desk, (ORDER, CHECKS), (CHECKS,), NOW)
    assert desk.focus == Focus("checks", 2)


def test_in_a_later_step_the_same_question_starts_again() -> None:
    desk = blue(Focus("order", 2), ORDER)
    attend(desk, (LOST,), (ORDER, LOST), NOW)
    attend(desk, (ORDER, LOST), (LOST,), Moment("m", 2, ("orders",)))
    assert desk.focus == Focus("order", 0)


def test_the_focus_stays_on_its_option_and_the_marks_on_theirs_where_the_list_grows_shorter() -> None:
    desk = blue(Focus("checks", 2, ("a", "b")), CHECKS)
    shorter = ChooseSome(key="checks", seat=BLUE, ask=ASK, rule="R", options=OPTIONS[1:], least=0, most=2)
    attend(desk, (shorter,), (CHECKS,), NOW)
    assert desk.focus == Focus("checks", 1, ("b",))
