"""A Pi has no clock of its own: after a start its time may be any, and may jump. Nothing of a match rests on it."""

import os
from pathlib import Path

import pytest

from table.rules.seats import BLUE, RED
from tests.session.kit import SessionTable

YEAR_S = 365 * 86_400
HALL = "table/program/commands/network/hall_command.py"
"""The round's clock of a hall is in a file, and continues over a restart of the organiser's own computer."""


@pytest.mark.parametrize("jump_s", [-30 * YEAR_S, 30 * YEAR_S])
def test_the_match_that_was_played_last_goes_on_whatever_the_clock_shows(tmp_path: Path, jump_s: int) -> None:
    table = SessionTable(tmp_path).begun()
    first = table.now.match
    table.session.begin("skirmish", {BLUE: "south", RED: "north"})
    table.answers(BLUE, "match.number", 1)
    last = table.now.match
    journal = tmp_path / "matches" / f"{last}.match"
    for path in (journal, journal.with_name(journal.name + "-wal")):
        now = path.stat().st_mtime
        os.utime(path, (now + jump_s, now + jump_s))
    table.crash()
    assert table.now.match == last != first


def test_without_the_note_the_one_goes_on_that_was_written_last(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    first = tmp_path / "matches" / f"{table.now.match}.match"
    table.session.begin("skirmish", {BLUE: "south", RED: "north"})
    last = table.now.match
    os.utime(first, (1, 1))
    (tmp_path / "last-match").write_bytes(b"\xff no such match")
    table.crash()
    assert table.now.match == last


@pytest.mark.slow
def test_no_rule_no_driver_and_no_journal_asks_for_the_time_of_day() -> None:
    """`time.monotonic` alone: it never jumps. The doctor looks at the clock itself."""
    asked = ("time.time(", "datetime.now", "datetime.today", "datetime.utcnow", "time_ns(")
    rooms = [Path(__file__).parents[2] / room for room in ("table", "hal", "firmware_bridge")]
    found = {
        str(path): word
        for room in rooms
        for path in room.rglob("*.py")
        if not {"bench", "doctor"} & set(path.parts) and not path.as_posix().endswith(HALL)
        for word in asked
        if word in path.read_text("utf-8")
    }
    assert found == {}
