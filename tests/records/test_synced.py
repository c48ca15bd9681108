"""The length of a match is stored separately: lost rounds are reported, and never falsely."""

import shutil
from pathlib import Path

import pytest

from table.records.journal import SqliteJournal
from table.records.matches import MatchFolder
from table.rules.seats import BLUE, RED
from tests.records.faulty_disk import FULL, FaultyDisk
from tests.session.kit import SessionTable, counting_entropy

NOTE = "*.synced"


def the(folder: Path, pattern: str) -> Path:
    (path,) = (folder / "matches").glob(pattern)
    return path


def faults(table: SessionTable) -> list[tuple[str, str]]:
    return [(fault.code, fault.detail) for fault in table.now.faults]


def batches(table: SessionTable) -> int:
    assert table.session.play is not None
    return table.session.play.journal.count


def a_round(table: SessionTable, blue: int, red: int) -> None:
    table.plays(blue, red)
    table.answers(BLUE, "next")


@pytest.fixture
def rounds(tmp_path: Path) -> tuple[Path, Path]:
    """A state folder as a kill leaves it in the first round, and the same match's in the third."""
    own, early, late = tmp_path / "own", tmp_path / "early", tmp_path / "late"
    table = SessionTable(own).begun()
    shutil.copytree(own, early)
    a_round(table, 3, 1)
    a_round(table, 1, 2)
    shutil.copytree(own, late)
    table.session.close()
    return early, late


def put_back(early: Path, late: Path) -> None:
    """Lay the early journal, with its log, in the place of the late one."""
    for path in (late / "matches").glob("*.match*"):
        path.unlink()
    for path in (early / "matches").glob("*.match*"):
        shutil.copy(path, late / "matches" / path.name)


def test_a_match_that_was_killed_comes_back_without_a_word(rounds: tuple[Path, Path]) -> None:
    for folder in rounds:
        table = SessionTable(folder).crash()
        assert faults(table) == []
        table.session.close()


def test_an_older_journal_in_its_place_is_reported_and_the_match_goes_on_from_it(rounds: tuple[Path, Path]) -> None:
    early, late = rounds
    noted = SqliteJournal.open(the(late, "*.match")).count
    put_back(early, late)
    had = SqliteJournal.open(the(late, "*.match")).count
    table = SessionTable(late).crash()
    assert faults(table) == [("journal.older", f"{had}/{noted}")]
    table.plays(3, 1)
    table.session.close()


def test_a_log_that_lost_a_round_is_reported(rounds: tuple[Path, Path]) -> None:
    """SQLite takes its short end for that of a power cut."""
    _, late = rounds
    log = the(late, "*-wal")
    log.write_bytes(log.read_bytes()[: 32 + 9 * (24 + 4096)])
    table = SessionTable(late).crash()
    assert [code for code, _ in faults(table)] == ["journal.older"]
    table.session.close()


def test_another_story_of_the_same_match_is_reported(rounds: tuple[Path, Path]) -> None:
    """Somebody played on from an older copy with a table that keeps no note: as many steps, and others."""
    early, late = rounds
    noted = SqliteJournal.open(the(late, "*.match")).count
    the(early, NOTE).unlink()
    other = SessionTable(early).crash()
    a_round(other, 1, 3)
    a_round(other, 2, 1)
    a_round(other, 4, 5)
    other.session.close()
    assert batches(other) >= noted
    put_back(early, late)
    table = SessionTable(late).crash()
    assert faults(table) == [("journal.older", f"?/{noted}")]
    table.session.close()


def test_it_is_reported_at_every_start_until_another_round_is_on_the_disk(rounds: tuple[Path, Path]) -> None:
    early, late = rounds
    put_back(early, late)
    for _ in range(2):
        table = SessionTable(late).crash()
        assert [code for code, _ in faults(table)] == ["journal.older"]
        table.session.close()
    table.crash()
    a_round(table, 3, 1)
    assert [code for code, _ in faults(table)] == ["journal.older"], "until the match or the table ends"
    table.crash()
    assert faults(table) == []
    table.session.close()


def test_the_next_match_begins_without_it(rounds: tuple[Path, Path]) -> None:
    early, late = rounds
    put_back(early, late)
    table = SessionTable(late)
    table.entropy(1)  # or the next match would get the name of this one
    table.crash()
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    table.answers(BLUE, "next_match")
    table.begun()
    assert faults(table) == []
    table.session.close()


@pytest.mark.parametrize("content", [b"", b"{", b'{"batches":-3,"head":""}', b'[1,"00"]', b"\xff" * 40, b"[" * 100_000])
def test_a_note_that_cannot_be_read_reports_nothing(rounds: tuple[Path, Path], content: bytes) -> None:
    _, late = rounds
    the(late, NOTE).write_bytes(content)
    table = SessionTable(late).crash()
    assert faults(table) == []
    table.session.close()


def test_a_note_is_written_once_a_round_and_at_the_end_and_is_private(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    note = the(tmp_path, NOTE)
    assert note.stat().st_mode & 0o777 == 0o600
    first = note.read_bytes()
    a_round(table, 3, 1)
    second = note.read_bytes()
    assert second != first
    table.lays(BLUE, 2)
    table.holds(BLUE)
    assert note.read_bytes() == second, "in the same round"
    table.session.close()
    assert note.read_bytes() != second


def test_the_note_goes_with_the_match(tmp_path: Path) -> None:
    matches = MatchFolder(tmp_path, counting_entropy())
    for leave in (matches.archive, matches.discard):
        journal = matches.create("skirmish", b"secret")
        journal.append([b'{"type":"A"}'])
        matches.keep_note(journal)
        assert the(tmp_path, NOTE)
        leave(journal)
        assert not list((tmp_path / "matches").iterdir())


def test_a_full_disk_keeps_the_note_that_is_there(tmp_path: Path) -> None:
    disk = FaultyDisk()
    matches = MatchFolder(tmp_path, counting_entropy(), disk)
    journal = matches.create("skirmish", b"secret")
    journal.append([b'{"type":"A"}'])
    matches.keep_note(journal)
    before = the(tmp_path, NOTE).read_bytes()
    journal.append([b'{"type":"B"}'])
    disk.why = FULL
    matches.keep_note(journal)
    disk.why = ""
    assert the(tmp_path, NOTE).read_bytes() == before
    assert matches.shortfall(journal) is None
    journal.close()


def test_a_match_whose_log_is_gone_is_never_taken_for_one_that_had_not_begun(rounds: tuple[Path, Path]) -> None:
    """Not even where nobody knows which match was played last."""
    _, late = rounds
    (late / "last-match").unlink()
    for ending in ("-wal", "-shm"):
        the(late, f"*{ending}").unlink()
    table = SessionTable(late).crash()
    assert [code for code, _ in faults(table)] == ["journal.unusable"]
    assert the(late, "*.match").exists()
