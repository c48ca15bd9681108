"""The codes to check a match by, with three buttons alone. TB-130."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.events import Button
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.answers.recalled_codes import CODES
from tests.session.kit import SessionTable

PANELS = {BLUE: "west", RED: "east"}
TO_THE_CODES = (Button.PREVIOUS, Button.CONFIRM, Button.PREVIOUS, Button.CONFIRM)
"""After NEXT was held: to the last stop, the settings; into them; to the last of them; and it is chosen."""


def chooses_codes(table: SessionTable, seat: Seat) -> bool:
    """Five presses at a panel. True if the screen shows the codes for them."""
    before = table.now.recalled
    table.receives(hw.Held(PANELS[seat], Button.NEXT))
    table.presses(seat, *TO_THE_CODES)
    return table.now.recalled == before + 1


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    table = SessionTable(tmp_path, phones=True)
    table.session.start()
    return table


@pytest.mark.rule("TB-130")
@pytest.mark.parametrize("seat", SEATS)
def test_three_buttons_reach_them_from_every_moment_of_a_match(table: SessionTable, seat: Seat) -> None:
    table.session.begin("skirmish", {BLUE: "north", RED: "south"})
    assert chooses_codes(table, seat), "before the numbers of the chance"
    table.answers(BLUE, "match.number", 7)
    table.answers(RED, "match.number", 42)
    assert chooses_codes(table, seat), "while cards are chosen"
    table.lays(seat, 1)
    table.holds(seat)
    assert table.desk(seat).locked
    assert chooses_codes(table, seat), "with its card locked"
    table.lays(seat.opponent, 2)
    table.holds(seat.opponent)
    assert chooses_codes(table, seat), "after the reveal"
    table.receives(CallJudge(CalledBy.TERMINAL))
    assert table.now.judged
    assert chooses_codes(table, seat), "while a judge has the table"
    table.answers(BLUE, "match.judge.go_on")
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    assert table.now.score.ended is not None
    assert chooses_codes(table, seat), "at its end"


@pytest.mark.rule("TB-130")
def test_they_change_nothing_of_the_match(table: SessionTable) -> None:
    table.begun()
    table.lays(BLUE, 1)
    table.holds(BLUE)
    before, state = table.journal_text(), table.session.play
    assert state is not None
    was = state.state
    assert chooses_codes(table, RED)
    assert (table.journal_text(), state.state) == (before, was)
    assert table.desk(BLUE).locked


@pytest.mark.rule("TB-130")
def test_before_a_match_there_are_none(table: SessionTable) -> None:
    table.answers(BLUE, CODES)
    assert table.now.recalled == 0
    assert CODES not in {prompt.key for prompt in table.now.prompts}
