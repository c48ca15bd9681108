"""The lamp of a seat, as it shines in every state of the seat."""

import pytest

from hal.events import LampPattern
from table.rules.prompts import AnyPrompt, ChooseOne, Option, SealedCard
from table.rules.seats import BLUE
from table.rules.text import Text
from table.session.focus import SeatFocus
from table.session.seat_lamps import lamp
from table.session.seat_state import SeatState
from table.view.published import ReaderState

CARD = SealedCard(key="card", seat=BLUE, ask=Text("ask"), rule="R")
TURN = ChooseOne(key="turn", seat=BLUE, ask=Text("ask"), rule="R", options=(Option("a", Text("a")),))


@pytest.mark.parametrize("reader", ReaderState)
@pytest.mark.parametrize("asked", [(), (CARD,), (TURN,)], ids=["nothing", "a card", "a turn"])
def test_locked_has_a_pattern_that_nothing_else_has(reader: ReaderState, asked: tuple[AnyPrompt, ...]) -> None:
    """Green is reported from blue by few, and by nobody in the dark."""
    seat = SeatState(BLUE)
    seat.reader = reader
    assert lamp(seat, SeatFocus(BLUE, asked), locked=False)[1] is not LampPattern.WINK


def test_a_locked_card_winks() -> None:
    seat = SeatState(BLUE)
    seat.reader = ReaderState.CARD
    assert lamp(seat, SeatFocus(BLUE, ()), locked=True)[1] is LampPattern.WINK
