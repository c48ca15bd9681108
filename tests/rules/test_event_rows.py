"""A row binds an event to all that follows from it; a row that lacks a part does not import."""

import pytest

from table.rules.event_rows import DuplicateRowError, EventRow, EventTable, MissingRowError, no_line, seat_line
from table.rules.game import Event
from table.rules.seats import BLUE, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut


class TokenWon(Event, frozen=True, tag=True):
    seat: Seat


class RoundOver(Event, frozen=True, tag=True):
    pass


WON: EventRow[int] = EventRow(
    TokenWon,
    fold=lambda tokens, _: tokens + 1,
    line=lambda x: Text(f"{x.seat} wins"),
    hands_out=lambda x: (HandOut(x.seat, "command", 1),),
)
OVER: EventRow[int] = EventRow(
    RoundOver,
    fold=lambda _tokens, _: 0,
    line=no_line,
    hands_back=lambda tokens, _: (HandBack(BLUE, "command", tokens),),
)


def test_an_event_changes_the_state_reports_its_line_and_hands_out_its_tokens() -> None:
    table, won = EventTable((WON, OVER)), TokenWon(BLUE)
    assert table.events == (TokenWon, RoundOver)
    assert table.fold(2, won) == 3
    assert table.line(won) == Text("blue wins")
    assert table.hand_outs(won) == (HandOut(BLUE, "command", 1),)
    assert table.hand_backs(3, won) == ()


def test_tokens_are_called_back_by_the_state_before_the_event() -> None:
    table = EventTable((WON, OVER))
    assert table.hand_backs(3, RoundOver()) == (HandBack(BLUE, "command", 3),)
    assert table.line(RoundOver()) is None
    assert table.hand_outs(RoundOver()) == ()


@pytest.mark.parametrize("left_out", ["fold", "line"])
def test_a_row_that_lacks_a_part_does_not_import(left_out: str) -> None:
    parts = {"fold": lambda state, _: state, "line": no_line}
    del parts[left_out]
    with pytest.raises(TypeError, match=left_out):
        EventRow(TokenWon, **parts)  # type: ignore[arg-type]


def test_an_event_with_two_rows_is_refused() -> None:
    with pytest.raises(DuplicateRowError, match="TokenWon"):
        EventTable((WON, WON))


def test_an_event_without_a_row_is_named() -> None:
    with pytest.raises(MissingRowError, match="RoundOver"):
        EventTable((WON,)).fold(0, RoundOver())


class TokensGained(Event, frozen=True, tag=True):
    seat: Seat
    count: int


def test_a_line_is_filled_with_the_events_seat_and_fields() -> None:
    line = seat_line("game.gained", "count")
    assert line(TokensGained(BLUE, 2)) == text("game.gained", seat=text("seat.blue"), count=2)
