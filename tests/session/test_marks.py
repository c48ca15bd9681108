"""The marks in a question stay while the player looks elsewhere, by buttons and by touch."""

import pytest

import hal.events as hw
from table.rules.prompts import AnyPrompt
from table.rules.seats import BLUE
from table.session.attention import attend
from table.session.focus import SeatFocus
from table.session.input import Marked, Pointed
from table.session.intent import pressed, touched
from table.session.seat_state import Moment, SeatState
from table.view.published import Focus
from tests.session.test_choosing import DEFEAT, ONE, SOME

PROMPTS = (SOME, ONE, DEFEAT)
MOMENT = Moment("m", 1, ("step",))


class Marking:
    """A seat that has marked the first of several answers."""

    def __init__(self) -> None:
        self.desk = SeatState(BLUE)
        self.prompts: tuple[AnyPrompt, ...] = PROMPTS
        self.asked(PROMPTS, ())
        self.press("confirm")
        assert self.marked == ("a",)

    @property
    def marked(self) -> tuple[str, ...]:
        focus = self.desk.focus
        return focus.marked if focus is not None and focus.prompt == SOME.key else ()

    def asked(self, prompts: tuple[AnyPrompt, ...], before: tuple[AnyPrompt, ...]) -> None:
        self.prompts = prompts
        attend(self.desk, prompts, before, MOMENT)

    def press(self, button: str, *, hold: bool = False) -> None:
        event = (hw.Held if hold else hw.Pressed)("blue", hw.Button(button))
        pressed(self.desk, SeatFocus(BLUE, self.prompts), event)
        self.asked(self.prompts, self.prompts)

    def touch(self, touch: Pointed | Marked) -> None:
        touched(self.desk, SeatFocus(BLUE, self.prompts), touch)
        self.asked(self.prompts, self.prompts)


@pytest.fixture
def seat() -> Marking:
    return Marking()


def test_they_are_there_again_after_a_look_at_what_is_always_possible(seat: Marking) -> None:
    seat.press("next", hold=True)
    assert seat.desk.focus is not None
    assert seat.desk.focus.prompt == DEFEAT.key
    seat.press("next", hold=True)
    assert seat.marked == ("a",)
    seat.press("previous")
    seat.press("next")
    assert seat.marked == ("a",), "past the other question, and back"


def test_what_is_taken_away_after_the_return_stays_away(seat: Marking) -> None:
    seat.press("next", hold=True)
    seat.press("next", hold=True)
    seat.press("confirm")
    assert seat.marked == ()
    seat.press("next", hold=True)
    seat.press("next", hold=True)
    assert seat.marked == ()


def test_so_it_is_by_touch(seat: Marking) -> None:
    seat.touch(Pointed(BLUE, ONE.key, 1))
    assert seat.desk.focus == Focus(ONE.key, 1)
    seat.touch(Marked(BLUE, SOME.key, "b"))
    assert seat.marked == ("a", "b")


def test_a_question_that_was_answered_meanwhile_starts_again(seat: Marking) -> None:
    seat.press("next", hold=True)
    seat.desk.answered |= {SOME.key}
    seat.asked((ONE, DEFEAT), PROMPTS)
    seat.asked(PROMPTS, (ONE, DEFEAT))
    seat.press("next", hold=True)
    assert seat.marked == ()
