"""The public view states who acts, and how a step stands, whatever the game is."""

import pytest
from msgspec.structs import replace

from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text
from table.rules.view import SeatView, StepState, View

SHOWN = View("any", 1, 6, text("phase"), (), (SeatView(BLUE, "Ours"), SeatView(RED, "Theirs")), text("headline"))


def headed(headline: Text) -> View:
    return replace(SHOWN, headline=headline)


@pytest.mark.parametrize("seat", SEATS)
def test_the_seat_that_the_headline_names_acts(seat: Seat) -> None:
    assert headed(text("acts", seat=text(f"seat.{seat}"))).acting is seat


def test_nobody_acts_where_it_names_no_seat_or_when_all_is_over() -> None:
    assert SHOWN.acting is None
    assert headed(text("acts", seat="blue")).acting is None
    assert headed(text("acts", seat=text("seat.both"))).acting is None
    assert replace(headed(text("acts", seat=text("seat.blue"))), over=True).acting is None


def test_a_view_has_seen_no_reveal_and_is_not_over_unless_it_reports_it() -> None:
    assert (SHOWN.reveals, SHOWN.over, SHOWN.story, SHOWN.first, SHOWN.rolled) == (0, False, (), None, None)


def test_a_step_is_done_before_the_present_one_and_ahead_behind_it() -> None:
    assert [StepState.at(place, 1) for place in range(3)] == [StepState.DONE, StepState.NOW, StepState.AHEAD]
