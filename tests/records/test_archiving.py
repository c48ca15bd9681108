"""A match goes into the archive while somebody exports it: each gets it whole, or the reason that is so."""

import sqlite3
from pathlib import Path

import pytest

from table.records.journal import SqliteJournal
from table.records.matches import MatchFolder, opened
from table.records.ports import JournalUnwritableError, Matches
from tests.records.faulty_disk import FaultyDisk

BODIES = [b'{"type":"A"}', b'{"type":"B"}']


@pytest.fixture
def matches(tmp_path: Path) -> Matches:
    return MatchFolder(tmp_path, bytes)


@pytest.mark.parametrize("at", ["look", "connect"])
def test_a_match_that_goes_into_the_archive_meanwhile_is_read_there(matches: Matches, tmp_path: Path, at: str) -> None:
    played = matches.create("skirmish", b"secret")
    for body in BODIES:
        played.append([body])
    disk = FaultyDisk()
    disk.meanwhile[at] = lambda: matches.archive(played)
    journal = opened(tmp_path, played.match_id, disk)
    assert journal is not None
    assert journal.path.parent.name == "archive"
    assert list(journal.bodies()) == BODIES
    journal.close()
    assert list((tmp_path / "matches").iterdir()) == []


def test_who_has_it_open_as_it_goes_reads_on(matches: Matches, tmp_path: Path) -> None:
    played = matches.create("skirmish", b"secret")
    played.append(BODIES)
    reader = opened(tmp_path)
    assert reader is not None
    matches.archive(played)
    assert list(reader.bodies()) == BODIES
    reader.close()
    assert list((tmp_path / "matches").iterdir()) == []


def test_what_is_read_at_that_moment_is_not_reported_to_be_a_full_disk(matches: Matches) -> None:
    played = matches.create("skirmish", b"secret")
    played.append(BODIES)
    assert isinstance(played, SqliteJournal)
    played._db.execute("PRAGMA busy_timeout = 1")
    reader = sqlite3.connect(played.path)
    row = reader.execute("SELECT n FROM batches UNION ALL SELECT n FROM batches")
    assert next(row) == (1,)
    with pytest.raises(JournalUnwritableError, match="another program reads it"):
        matches.archive(played)
    row.close()
    reader.close()
    again = matches.open(played.match_id)
    assert list(again.bodies()) == BODIES
    matches.archive(again)
    assert list(played.path.parent.iterdir()) == []


def test_another_course_of_an_archived_match_lies_beside_it(matches: Matches, tmp_path: Path) -> None:
    """A backup's copy was played on: both evenings stay."""
    played = matches.create("skirmish", b"secret")
    played.append(BODIES[:1])
    played.close()
    copied = played.path.read_bytes()
    matches.archive(matches.open(played.match_id))
    played.path.write_bytes(copied)
    other = matches.open(played.match_id)
    other.append(BODIES[1:])
    matches.archive(other)
    kept = [SqliteJournal.open(path) for path in sorted(tmp_path.joinpath("archive").iterdir())]
    assert [list(journal.bodies()) for journal in kept] == [BODIES, BODIES[:1]]
    assert {journal.match_id for journal in kept} == {played.match_id}
    for journal in kept:
        journal.close()
