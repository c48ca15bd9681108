"""Three buttons answer any prompt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, OpenCard, Option, Roll, SealedCard
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from table.session.focus import AT_REST, CLOSED, DEEPER, LockCard, NeedsHold, SeatFocus, after_answer
from table.view.published import Focus

ASK = Text("ask")
ABC = tuple(Option(name, Text(name), card=f"card.{name}") for name in "abc")
ONE = ChooseOne(key="one", seat=BLUE, ask=ASK, rule="R", options=ABC)
SOME = ChooseSome(key="some", seat=BLUE, ask=ASK, rule="R", options=ABC, least=1, most=2)
NUMBER = Number(key="number", seat=BLUE, ask=ASK, rule="R", least=3, most=5)
SEALED = SealedCard(key="sealed", seat=BLUE, ask=ASK, rule="R")
ROLL = Roll(key="roll", seat=BLUE, ask=ASK, rule="R", die="d", faces=("x", "y"))
HELD = Confirm(key="held", seat=None, ask=ASK, rule="R", hold=True)
DEFEAT = ChooseOne(key="defeat", seat=BLUE, ask=ASK, rule="R", options=ABC, standing=True)
UNLOCK = Confirm(key="unlock", seat=BLUE, ask=ASK, rule="R", standing=True, hold=True)
LEAVE = Confirm(key="leave", seat=BLUE, ask=ASK, rule="R", standing=True, setting=True, hold=True)
OTHERS = ChooseOne(key="others", seat=RED, ask=ASK, rule="R", options=ABC)


def walk(choosing: SeatFocus, steps: int) -> Focus | None:
    focus = choosing.settle(None)
    for _ in range(abs(steps)):
        focus = choosing.move(focus, 1 if steps > 0 else -1)
    return focus


def test_confirm_answers_the_option_in_focus() -> None:
    choosing = SeatFocus(BLUE, (OTHERS, ONE))
    assert choosing.press(walk(choosing, 1))[1] == Answer(BLUE, "one", "b")


def test_the_options_lie_in_a_ring() -> None:
    choosing = SeatFocus(BLUE, (ONE,))
    assert walk(choosing, 3) == Focus("one", 0)
    assert walk(choosing, -1) == Focus("one", 2)


def test_next_and_previous_turn_a_number() -> None:
    choosing = SeatFocus(BLUE, (NUMBER,))
    assert choosing.press(walk(choosing, 2))[1] == Answer(BLUE, "number", 5)
    assert choosing.press(walk(choosing, 3))[1] == Answer(BLUE, "number", 3)


def test_confirm_marks_and_holding_answers_where_several_are_chosen() -> None:
    choosing = SeatFocus(BLUE, (SOME,))
    focus, stated = choosing.press(None)
    assert stated is None
    focus, _ = choosing.press(choosing.move(choosing.move(focus, 1), 1))
    assert focus == Focus("some", 2, ("a", "c"))
    assert choosing.hold(focus)[1] == Answer(BLUE, "some", ("a", "c"))
    assert choosing.press(focus)[0] == Focus("some", 2, ("a",))


def test_a_finger_marks_and_unmarks_without_moving_the_list_under_it() -> None:
    choosing = SeatFocus(BLUE, (SOME,))
    focus = choosing.mark(None, "some", "c")
    assert focus == Focus("some", 0, ("c",))
    focus = choosing.mark(choosing.move(focus, 1), "some", "a")
    assert focus == Focus("some", 1, ("a", "c"))
    assert choosing.mark(focus, "some", "c") == Focus("some", 1, ("a",))


def test_holding_locks_a_card_and_a_press_only_reports_it() -> None:
    choosing = SeatFocus(BLUE, (SEALED,))
    assert choosing.press(None)[1] == NeedsHold()
    assert choosing.hold(None)[1] == LockCard("sealed")


def test_holding_unlocks_when_nothing_else_is_asked() -> None:
    choosing = SeatFocus(BLUE, (UNLOCK, DEFEAT))
    assert choosing.hold(None)[1] == Answer(BLUE, "unlock", None)


def test_what_cannot_be_taken_back_takes_holding() -> None:
    choosing = SeatFocus(BLUE, (HELD,))
    assert choosing.press(None)[1] == NeedsHold()
    assert choosing.hold(None)[1] == Answer(BLUE, "held", None)


def test_what_is_always_possible_has_a_ring_of_its_own_beside_the_questions() -> None:
    choosing = SeatFocus(BLUE, (ONE, DEFEAT, UNLOCK))
    assert walk(choosing, -1) == Focus("one", 2), "PREVIOUS on the first row stays in the question"
    there = choosing.across(walk(choosing, 1))
    assert there == Focus("defeat", CLOSED)
    assert choosing.move(there, 1) == Focus("unlock", CLOSED)
    assert choosing.move(choosing.move(there, 1), 1) == Focus("defeat", CLOSED)
    assert choosing.across(choosing.move(there, 1)) == Focus("one", 0), "and back"


def test_what_is_always_possible_is_opened_by_confirm_and_moving_stays_in_it() -> None:
    choosing = SeatFocus(BLUE, (ROLL, DEFEAT))
    opened, stated = choosing.press(choosing.across(None))
    assert (opened, stated) == (Focus("defeat", 0), None)
    assert choosing.press(choosing.move(opened, 1))[1] == Answer(BLUE, "defeat", "b")
    assert choosing.move(opened, -1) == Focus("defeat", 2)
    assert choosing.across(opened) == Focus("roll", 0)


def test_the_commonest_comes_first() -> None:
    seldom = structs.replace(UNLOCK, key="end", often=-1)
    choosing = SeatFocus(BLUE, (seldom, UNLOCK, structs.replace(DEFEAT, often=7)))
    ring = [choosing.across(choosing.settle(None))]
    while (after := choosing.move(ring[-1], 1)) != ring[0]:
        ring.append(after)
    assert [focus.prompt for focus in ring if focus is not None] == ["defeat", "unlock", "end"]


def test_settings_of_the_table_lie_one_level_deeper() -> None:
    refill, switch = (structs.replace(DEFEAT, key=key, setting=True) for key in ("refill", "switch"))
    choosing = SeatFocus(BLUE, (ONE, refill, switch, DEFEAT))
    deeper = choosing.move(choosing.across(None), 1)
    assert deeper == Focus("refill", DEEPER), "one stop for both"
    assert choosing.settle(deeper) == deeper
    assert choosing.move(deeper, 1) == Focus("defeat", CLOSED)
    first, stated = choosing.press(deeper)
    assert (first, stated) == (Focus("refill", CLOSED), None)
    assert choosing.move(first, 1) == Focus("switch", CLOSED)
    assert choosing.move(choosing.move(first, 1), 1) == Focus("refill", CLOSED)
    assert choosing.hold(deeper) == choosing.press(deeper)
    assert choosing.across(first) == Focus("one", 0)


def test_without_anything_else_holding_next_leads_to_the_settings() -> None:
    choosing = SeatFocus(BLUE, (ONE, structs.replace(DEFEAT, key="refill", setting=True)))
    assert choosing.across(None) == Focus("refill", DEEPER)
    assert SeatFocus(BLUE, (ONE,)).across(Focus("one", 2)) == Focus("one", 0), "nothing is there"


def test_who_waits_and_has_nothing_but_settings_moves_to_their_stop_and_a_hold_too_many_leaves_nothing() -> None:
    choosing = SeatFocus(BLUE, (LEAVE,))
    assert choosing.settle(None) == Focus("leave", AT_REST)
    assert choosing.hold(None) == choosing.press(None) == (Focus("leave", AT_REST), None)
    assert choosing.move(None, 1) == choosing.move(None, -1) == Focus("leave", DEEPER)


def test_an_option_can_take_holding_alone() -> None:
    draw = ChooseOne(key="turn", seat=BLUE, ask=ASK, rule="R", options=(*ABC, Option("draw", ASK, hold=True)))
    choosing = SeatFocus(BLUE, (draw,))
    assert choosing.press(Focus("turn", 3))[1] == NeedsHold()
    assert choosing.hold(Focus("turn", 3))[1] == Answer(BLUE, "turn", "draw")
    assert choosing.press(Focus("turn", 0))[1] == Answer(BLUE, "turn", "a")


READY = ChooseOne(key="turn", seat=BLUE, ask=ASK, rule="R", options=ABC, standing=True, ready=True, hold=True)


def test_a_waiting_seat_stands_at_what_it_answers_next_and_no_press_answers_it() -> None:
    choosing = SeatFocus(BLUE, (DEFEAT, READY))
    assert choosing.settle(None) == Focus("turn", 0)
    assert choosing.press(None) == (Focus("turn", 0), NeedsHold())
    assert choosing.hold(choosing.move(None, -1))[1] == Answer(BLUE, "turn", "c")
    assert choosing.across(None) == Focus("defeat", CLOSED)
    assert choosing.across(choosing.across(None)) == Focus("turn", 0)


def test_a_new_question_draws_a_seat_that_only_waits() -> None:
    choosing = SeatFocus(BLUE, (ONE, READY, DEFEAT))
    assert choosing.attend(Focus("turn", 2), frozenset()) == Focus("one", 0)
    assert choosing.attend(Focus("turn", 2), frozenset({"one"})) == Focus("turn", 2)
    assert walk(choosing, 3) == Focus("turn", 0), "it lies behind the questions"


def test_a_tagged_card_leads_to_what_can_be_reported_of_it_where_nothing_is_asked() -> None:
    often = structs.replace(DEFEAT, key="lost", often=7)
    choosing = SeatFocus(BLUE, (DEFEAT, often, READY))
    assert choosing.at_card("card.b") == Focus("lost", 1), "the commonest"
    assert choosing.at_card("card.x") is None
    assert SeatFocus(BLUE, (SEALED, DEFEAT)).at_card("card.b") is None, "it leads nobody away from a question"


@given(st.text("pH", min_size=1, max_size=6))
@pytest.mark.slow
def test_who_is_waiting_and_presses_once_more_answers_nothing(keys: str) -> None:
    """The press that answered may bounce in a hand: the lid that the seat then rests at stays shut."""
    choosing = SeatFocus(BLUE, (DEFEAT, UNLOCK))
    focus = choosing.settle(None)
    for key in keys:
        focus, stated = choosing.press(focus) if key == "p" else choosing.hold(focus)
        assert (focus, stated) == (Focus("defeat", AT_REST), None)


def test_from_rest_moving_leads_to_what_is_always_possible() -> None:
    choosing = SeatFocus(BLUE, (DEFEAT, UNLOCK))
    at_rest = choosing.settle(None)
    assert choosing.move(at_rest, 1) == Focus("defeat", CLOSED)
    assert choosing.move(at_rest, -1) == Focus("unlock", CLOSED)
    assert choosing.press(choosing.move(at_rest, 1)) == (Focus("defeat", 0), None)


def test_at_rest_on_what_takes_holding_moving_goes_past_it() -> None:
    choosing = SeatFocus(BLUE, (UNLOCK, DEFEAT))
    assert choosing.settle(None) == Focus("unlock", AT_REST)
    assert choosing.press(None)[1] == NeedsHold()
    assert choosing.move(None, 1) == Focus("defeat", CLOSED)


def test_a_hold_at_a_lid_opens_it_and_does_not_answer_with_nothing() -> None:
    several = ChooseSome(key="some", seat=BLUE, ask=ASK, rule="R", options=ABC, least=0, most=2, standing=True)
    choosing = SeatFocus(BLUE, (ONE, several))
    assert choosing.hold(Focus("some", CLOSED)) == (Focus("some", 0), None)


def test_a_new_question_draws_a_seat_at_rest() -> None:
    known = frozenset({"one"})
    assert SeatFocus(BLUE, (ONE, DEFEAT)).attend(Focus("defeat", AT_REST), frozenset()) == Focus("one", 0)
    assert SeatFocus(BLUE, (ONE, DEFEAT)).attend(Focus("defeat", AT_REST), known) == Focus("one", 0)
    assert SeatFocus(BLUE, (DEFEAT,)).by_card("card.c", Focus("defeat", AT_REST)) is None


def test_a_new_question_draws_an_idle_focus() -> None:
    choosing = SeatFocus(BLUE, (ONE, DEFEAT))
    assert choosing.attend(Focus("defeat", CLOSED), frozenset()) == Focus("one", 0)
    assert choosing.attend(Focus("defeat", CLOSED), frozenset({"one"})) == Focus("defeat", CLOSED)
    assert choosing.attend(Focus("defeat", 2), frozenset()) == Focus("defeat", 2)


def test_a_tagged_card_answers_what_is_asked_before_what_is_possible() -> None:
    assert SeatFocus(BLUE, (DEFEAT, ONE)).by_card("card.c", None) == Answer(BLUE, "one", "c")
    assert SeatFocus(BLUE, (SEALED,)).by_card("card.c", None) is None


def test_a_tagged_card_answers_nothing_that_is_only_possible_unless_its_seat_has_opened_it() -> None:
    choosing = SeatFocus(BLUE, (SEALED, DEFEAT))
    assert choosing.by_card("card.c", Focus("defeat", CLOSED)) is None
    assert choosing.by_card("card.c", Focus("sealed", 0)) is None
    assert choosing.by_card("card.c", Focus("defeat", 0)) == Answer(BLUE, "defeat", "c")
    assert SeatFocus(BLUE, (ONE, DEFEAT)).by_card("card.c", Focus("defeat", 0)) == Answer(BLUE, "defeat", "c")


def test_an_open_card_is_enough_for_a_question_that_is_meant_for_it() -> None:
    reference = OpenCard(key="use", seat=BLUE, ask=ASK, rule="R", options=ABC, standing=True)
    assert SeatFocus(BLUE, (SEALED, DEFEAT, reference)).by_card("card.c", None) == Answer(BLUE, "use", "c")


PROMPTS: tuple[AnyPrompt, ...] = (ONE, SOME, NUMBER, SEALED, ROLL, HELD, DEFEAT, UNLOCK, LEAVE, OTHERS)


@given(st.sets(st.sampled_from(range(len(PROMPTS)))), st.lists(st.sampled_from("<>pHx"), max_size=30))
@pytest.mark.slow
def test_whatever_is_pressed_every_answer_is_one_that_its_prompt_accepts(chosen: set[int], keys: list[str]) -> None:
    prompts = tuple(PROMPTS[n] for n in sorted(chosen))
    choosing = SeatFocus(BLUE, prompts)
    focus: Focus | None = None
    for key in keys:
        stated = None
        match key:
            case "p":
                focus, stated = choosing.press(focus)
            case "H":
                focus, stated = choosing.hold(focus)
            case "x":
                focus = choosing.across(focus)
            case _:
                focus = choosing.move(focus, 1 if key == ">" else -1)
        if isinstance(stated, Answer):
            prompt = next(p for p in prompts if p.key == stated.prompt)
            assert prompt.accepts(stated.value) or prompt is SOME


def test_what_is_always_possible_closes_when_it_was_answered() -> None:
    choosing = SeatFocus(BLUE, (SEALED, DEFEAT))
    assert choosing.settle(after_answer(Focus("defeat", 1), DEFEAT)) == Focus("sealed", 0)
    assert after_answer(Focus("sealed", 0), SEALED) == Focus("sealed", 0)


def test_a_list_that_spends_by_holding_is_left_so_that_one_hold_more_buys_nothing() -> None:
    buys = ChooseOne(key="buys", seat=BLUE, ask=ASK, rule="R", options=ABC, hold=True)
    choosing = SeatFocus(BLUE, (HELD, buys))
    assert choosing.settle(after_answer(Focus("buys", 1), buys)) == Focus("held", 0)


def test_a_dial_that_spends_is_left_once_it_is_answered_so_that_one_press_more_spends_nothing() -> None:
    spends = structs.replace(NUMBER, hold=True)
    choosing = SeatFocus(BLUE, (HELD, spends))
    assert choosing.settle(after_answer(Focus("number", 4), spends)) == Focus("held", 0)
    assert after_answer(Focus("number", 4), NUMBER) == Focus("number", 4)


def test_a_question_for_consent_draws_any_focus_and_a_press_answers_nothing() -> None:
    words = tuple(Option(word, ASK) for word in ("no", "yes"))
    consent = ChooseOne(key="consent", seat=BLUE, ask=ASK, rule="R", options=words, hold=True)
    choosing = SeatFocus(BLUE, (ONE, consent))
    there = choosing.attend(Focus("one", 2), frozenset({"one"}))
    assert there == Focus("consent", 0)
    assert choosing.press(there)[1] == NeedsHold()
    known = frozenset({"one", "consent"})
    assert choosing.attend(Focus("one", 2), known) == Focus("one", 2), "once: then the player moves on"


def test_what_the_other_seat_answers_moves_no_list_that_stands_beyond_its_first_line() -> None:
    asked = structs.replace(SOME, least=0)
    choosing = SeatFocus(BLUE, (ONE, asked, NUMBER))
    known = frozenset({"some", "number"})
    for focus in (Focus("some", 1), Focus("some", 2), Focus("number", 4), Focus("some", 0, ("a",))):
        assert choosing.attend(focus, known, answered=False) == focus
    for first in (Focus("some", 0), Focus("number", 3)):
        assert choosing.attend(first, known, answered=False) == Focus("one", 0), "nobody has moved it"
    assert choosing.attend(Focus("some", 2), known, answered=True) == Focus("one", 0), (
        "its own answer led to the new one"
    )
    assert choosing.attend(Focus("gone", 2), known, answered=False) == Focus("one", 0), "that is not asked any more"


def test_a_list_that_spends_by_holding_is_none_for_consent_and_draws_no_focus() -> None:
    buys = ChooseOne(key="buys", seat=BLUE, ask=ASK, rule="R", options=ABC, hold=True)
    choosing = SeatFocus(BLUE, (ONE, buys))
    assert choosing.attend(Focus("one", 2), frozenset({"one"})) == Focus("one", 2)
    assert choosing.attend(None, frozenset()) == Focus("one", 0), "what is asked first comes first"


def test_past_its_last_number_a_dial_leads_on_to_what_else_is_asked() -> None:
    """Else nobody could come away from it with buttons alone."""
    both = SeatFocus(BLUE, (NUMBER, HELD))
    assert both.move(Focus("number", 5), 1) == Focus("held", 0)
    assert both.move(Focus("held", 0), 1) == Focus("number", 3)
    assert both.move(Focus("number", 3), -1) == Focus("held", 0)
    alone = SeatFocus(BLUE, (NUMBER,))
    assert alone.move(Focus("number", 5), 1) == Focus("number", 3)
    assert alone.move(Focus("number", 3), -1) == Focus("number", 5)


def test_past_its_last_number_an_opened_standing_dial_begins_again() -> None:
    choosing = SeatFocus(
        BLUE, (HELD, Number(key="number", seat=BLUE, ask=ASK, rule="R", least=3, most=5, standing=True))
    )
    assert choosing.move(Focus("number", 5), 1) == Focus("number", 3)
    assert choosing.move(Focus("number", 3), -1) == Focus("number", 5)
    assert choosing.across(Focus("number", 4)) == Focus("held", 0)


def test_a_question_for_open_cards_that_is_held_takes_a_card_and_moves_no_focus() -> None:
    """No short press buys a card, and laying it is meant; such a question is invalid for consent."""
    save = Confirm(key="save", seat=BLUE, ask=Text("x"), rule="TB-20", hold=True)
    cards = OpenCard(
        key="card", seat=BLUE, ask=Text("x"), rule="TB-20", hold=True, options=(Option("a", Text("x"), card="tag.a"),)
    )
    choosing = SeatFocus(BLUE, (save, cards))
    assert choosing.by_card("tag.a", None) == Answer(BLUE, "card", "a")
    assert choosing.for_cards() == "card"
    assert choosing.attend(Focus("save", 0), frozenset({"save"})) == Focus("save", 0)


def test_next_leads_past_the_settings_of_the_table_though_the_first_of_them_is_a_dial() -> None:
    dial = structs.replace(NUMBER, standing=True, setting=True)
    choosing = SeatFocus(BLUE, (DEFEAT, dial))
    settings = choosing.move(Focus("defeat", CLOSED), 1)
    assert settings == Focus("number", DEEPER)
    assert choosing.move(settings, 1) == Focus("defeat", CLOSED)


def test_a_confirmation_that_is_no_longer_awaited_holds_no_focus() -> None:
    """It was asked, and is only possible now: NEXT would never lead out of it."""
    asked = Confirm(key="effect", seat=BLUE, ask=Text("ask"), rule="R")
    turn = ChooseOne(
        key="turn", seat=BLUE, ask=Text("ask"), rule="R", options=(Option("a", Text("a")), Option("b", Text("b")))
    )
    before = SeatFocus(BLUE, (asked, turn)).attend(None, frozenset())
    assert before == Focus("effect", 0)
    after = SeatFocus(BLUE, (turn, structs.replace(asked, standing=True))).attend(before, frozenset({"effect", "turn"}))
    assert after == Focus("turn", 0)


@pytest.mark.rule("TB-78")
def test_who_waits_for_the_other_rests_on_no_chore_and_a_hold_too_many_does_none() -> None:
    """What goes into the hoppers is counted, and nobody has put anything back."""
    chore = Confirm(key="back", seat=None, ask=ASK, rule="TB-78", standing=True, hold=True, chore=4, often=8)
    beside = structs.replace(ONE, key="beside", standing=True)
    choosing = SeatFocus(BLUE, (chore, beside))
    resting = choosing.settle(None)
    assert resting == Focus("beside", AT_REST), "its sign stands in the title"
    assert choosing.hold(resting) == (resting, None)
    assert choosing.move(resting, 1) == Focus("beside", CLOSED), "to the line that is read"
    assert choosing.move(resting, -1) == Focus("back", CLOSED)
    assert choosing.across(resting) == Focus("back", CLOSED), "and here it is the first to be done"
    alone = SeatFocus(BLUE, (chore,))
    assert alone.settle(None) == Focus("back", AT_REST)
    for act in (alone.press, alone.hold):
        assert act(Focus("back", AT_REST)) == (Focus("back", AT_REST), None)


@pytest.mark.rule("TB-94")
def test_a_hold_too_many_of_a_seat_that_waits_undoes_nothing() -> None:
    """It was done, or had agreed, and rested on "Hold: take back your last answer"."""
    back = Confirm(key="back", seat=BLUE, ask=ASK, rule="TB-94", standing=True, hold=True, undoes=True, often=5)
    undo = structs.replace(back, key="undo", rule="TB-71", often=2)
    beside = structs.replace(ONE, key="beside", standing=True)
    choosing = SeatFocus(BLUE, (back, undo, beside))
    resting = choosing.settle(None)
    assert resting == Focus("beside", AT_REST)
    assert choosing.hold(resting) == (resting, None)
    assert choosing.hold(choosing.across(resting))[1] == Answer(BLUE, "back", None), "held NEXT leads to it"
    alone = SeatFocus(BLUE, (back,))
    for act in (alone.press, alone.hold):
        assert act(alone.settle(None)) == (Focus("back", AT_REST), None)
    assert alone.move(alone.settle(None), 1) == Focus("back", CLOSED)


@pytest.mark.rule("TB-78")
def test_a_chore_is_read_by_a_finger_on_its_sign_or_a_press_and_done_by_holding() -> None:
    chore = Confirm(key="back", seat=None, ask=ASK, rule="TB-78", standing=True, hold=True, chore=4)
    choosing = SeatFocus(BLUE, (ONE, chore))
    opened = choosing.point(choosing.settle(None), "back", 0)
    assert opened == Focus("back", 0)
    assert choosing.press(Focus("back", CLOSED)) == (opened, None)
    assert choosing.press(opened) == (opened, NeedsHold())
    assert choosing.hold(opened)[1] == Answer(BLUE, "back", None)
    assert choosing.hold(Focus("back", CLOSED))[1] == Answer(BLUE, "back", None)
    assert choosing.move(opened, 1) == opened, "moving stays in it"
    assert choosing.across(opened) == choosing.settle(None), "and holding NEXT leads back to the question"
