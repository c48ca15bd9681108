"""The fewest acts to an answer, and what they count for."""

import pytest

import hal.events as hw
from lab.presses.tally import PressCount, only_answer
from lab.presses.ways import BUTTONS, CardLaid, Goal, NoWayError, way
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, SealedCard
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from table.session.input import Pointed, ScreenInput, Touched
from table.view.published import Focus

CONFIRM, NEXT, PREVIOUS, HOLD, _ACROSS = BUTTONS
OPTIONS = tuple(Option(name, Text(name), card=f"card.{name}") for name in ("leia", "luke", "han", "rex", "jyn"))
TURN = ChooseOne(key="turn", seat=BLUE, ask=Text("turn"), rule="R", options=OPTIONS)
LOST = ChooseOne(key="lost", seat=BLUE, ask=Text("lost"), rule="R", options=OPTIONS, standing=True)
RANGE = ChooseSome(key="range", seat=BLUE, ask=Text("range"), rule="R", options=OPTIONS, least=0, most=5)
AT_TURN = Focus("turn", 0)


def _way(prompt: AnyPrompt, value: object, focus: Focus | None = None) -> tuple[object, ...]:
    return way(BLUE, (prompt,), focus, Goal(prompt, value))  # type: ignore[arg-type]


def test_the_answer_at_the_focus_is_one_press() -> None:
    assert _way(TURN, "leia", AT_TURN) == (CONFIRM,)


def test_the_way_round_is_taken_where_it_is_shorter() -> None:
    assert _way(TURN, "luke", AT_TURN) == (NEXT, CONFIRM)
    assert _way(TURN, "jyn", AT_TURN) == (PREVIOUS, CONFIRM)


def test_marks_are_set_in_their_order_and_then_held() -> None:
    assert _way(RANGE, ("luke", "han"), Focus("range", 0)) == (NEXT, CONFIRM, NEXT, CONFIRM, HOLD)
    assert _way(RANGE, (), Focus("range", 3)) == (HOLD,)


def test_a_card_face_down_and_a_confirmation_are_held() -> None:
    sealed = SealedCard(key="select", seat=BLUE, ask=Text("select"), rule="R")
    over = Confirm(key="over", seat=BLUE, ask=Text("over"), rule="R", hold=True)
    assert _way(sealed, None) == (HOLD,)
    assert _way(over, None) == (HOLD,)


def test_a_tagged_card_is_the_shortest_way_to_its_option_once_the_list_is_open() -> None:
    acts = (CardLaid("card.jyn"), *BUTTONS)
    open_list = Focus("lost", 0)
    assert way(BLUE, (LOST,), open_list, Goal(LOST, "jyn"), lambda _: acts) == (CardLaid("card.jyn"),)


def test_a_finger_goes_where_the_screen_has_places() -> None:
    def places(focus: Focus | None) -> tuple[ScreenInput, ...]:
        there = focus is not None and focus.cursor == 3
        return (Touched(BLUE, "turn", "rex"),) if there else (Pointed(BLUE, "turn", 3),)

    assert way(BLUE, (TURN,), AT_TURN, Goal(TURN, "rex"), places) == (
        Pointed(BLUE, "turn", 3),
        Touched(BLUE, "turn", "rex"),
    )


def test_what_cannot_be_answered_is_reported() -> None:
    others = ChooseOne(key="turn", seat=RED, ask=Text("turn"), rule="R", options=OPTIONS)
    with pytest.raises(NoWayError, match="blue finds no way"):
        _way(others, "leia")


@pytest.mark.parametrize(
    ("prompt", "single"),
    [
        (TURN, False),
        (ChooseOne(key="turn", seat=BLUE, ask=Text("turn"), rule="R", options=OPTIONS[:1]), True),
        (RANGE, False),
        (ChooseSome(key="r", seat=BLUE, ask=Text("r"), rule="R", options=OPTIONS[:1], least=1, most=1), True),
        (Number(key="n", seat=BLUE, ask=Text("n"), rule="R", least=0, most=9), False),
        (Number(key="n", seat=BLUE, ask=Text("n"), rule="R", least=1, most=1), True),
        (Confirm(key="c", seat=BLUE, ask=Text("c"), rule="R"), None),
    ],
)
def test_a_list_or_dial_with_one_answer_is_counted_and_a_confirmation_is_none(
    prompt: AnyPrompt, single: bool | None
) -> None:
    assert only_answer(prompt) is single


def test_presses_are_a_players_in_a_round() -> None:
    assert PressCount(presses=40, rounds=5).a_player_a_round == 4
    assert isinstance(CONFIRM, hw.Pressed)
