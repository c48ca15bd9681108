"""The time that a match took."""

from pathlib import Path

from table.rules.seats import BLUE, RED
from table.session.clock_face import PlayedTime
from tests.session.kit import SessionTable


def test_a_match_is_measured_from_its_first_view_to_its_end(tmp_path: Path) -> None:
    table, time = SessionTable(tmp_path).begun(), PlayedTime()
    play = table.session.play
    assert play is not None
    assert time.of(play, False, 100.0) is None
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    assert time.of(play, False, 160.5) == 60
    assert time.of(play, False, 900.0) == 60, "what comes after its end is not its time"


def test_nobody_knows_the_time_of_a_match_that_was_taken_up_again(tmp_path: Path) -> None:
    table, time = SessionTable(tmp_path).begun(), PlayedTime()
    play = table.session.play
    assert play is not None
    time.of(play, True, 100.0)
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    assert time.of(play, True, 160.0) is None
