"""A journal keeps every batch whole, notices every change, and is never overwritten when it is damaged."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from table.records.journal import SqliteJournal
from table.records.ports import JournalDamagedError, JournalError, JournalNewerError, JournalUnwritableError
from table.records.salvage import salvage

BATCHES = [[b'{"type":"A"}', b'{"type":"B"}'], [b'{"type":"C"}'], [b'{"type":"D"}', b'{"type":"E"}']]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m1.match"


def written(path: Path) -> list[bytes]:
    journal = SqliteJournal.create(path, "m1", "skirmish", b"secret")
    for batch in BATCHES:
        journal.append(batch)
    journal.close()
    return [body for batch in BATCHES for body in batch]


def test_what_was_appended_is_there_after_opening_it_again(path: Path) -> None:
    bodies = written(path)
    journal = SqliteJournal.open(path)
    assert list(journal.bodies()) == bodies
    assert (journal.match_id, journal.system, journal.secret()) == ("m1", "skirmish", b"secret")
    journal.append([b'{"type":"F"}'])
    journal.close()
    reopened = SqliteJournal.open(path)
    assert list(reopened.bodies()) == [*bodies, b'{"type":"F"}']
    reopened.close()


def test_a_journal_that_was_never_closed_is_whole(path: Path) -> None:
    """As after kill -9: the write-ahead log is still beside the file."""
    journal = SqliteJournal.create(path, "m1", "skirmish", b"secret")
    journal.append(BATCHES[0])
    other = SqliteJournal.open(path)
    assert list(other.bodies()) == BATCHES[0]
    other.close()
    journal.close()


def test_others_cannot_read_it(path: Path) -> None:
    written(path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_a_match_is_never_created_over_another(path: Path) -> None:
    written(path)
    with pytest.raises(FileExistsError):
        SqliteJournal.create(path, "m1", "skirmish", b"secret")


def test_a_newer_format_is_named_and_left_alone(path: Path) -> None:
    written(path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalNewerError, match="format 99"):
        SqliteJournal.open(path)
    assert path.read_bytes() == before


def test_a_file_without_a_format_is_no_journal_and_left_alone(path: Path) -> None:
    written(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 0")
    before = path.read_bytes()
    with pytest.raises(JournalDamagedError, match="not a journal"):
        SqliteJournal.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE batches SET body = '{}' WHERE n = 2",
        "DELETE FROM batches WHERE n = 2",
        "UPDATE batches SET n = -n WHERE n = 2",
        "UPDATE match SET id = 'm2'",
    ],
)
def test_a_changed_batch_is_found(path: Path, change: str) -> None:
    written(path)
    with sqlite3.connect(path) as db:
        db.execute(change)
    db.close()
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)


def test_salvage_keeps_the_damaged_file_and_goes_on_with_the_whole_batches_before_the_damage(path: Path) -> None:
    bodies = written(path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE batches SET body = '{}' WHERE n = 3")
    db.close()
    aside, journal = salvage(path, bytes)
    assert aside.name == "m1.match.damaged-1"
    assert journal is not None
    assert list(journal.bodies()) == bodies[:3]
    assert journal.secret() == b"secret"
    journal.close()


def test_what_is_no_journal_at_all_is_put_aside_too(path: Path) -> None:
    path.write_bytes(b"these are not the pages you are looking for" * 100)
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)
    aside, journal = salvage(path, bytes)
    assert journal is None
    assert aside.read_bytes().startswith(b"these")
    assert not path.exists()


def test_a_missing_journal_reports_it(path: Path) -> None:
    with pytest.raises(JournalError, match="no such journal"):
        SqliteJournal.open(path)


def test_a_batch_that_cannot_be_written_did_not_happen(path: Path) -> None:
    journal = SqliteJournal.create(path, "m1", "skirmish", b"secret")
    journal.append(BATCHES[0])
    head = journal.head
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    journal._db.execute("PRAGMA busy_timeout = 1")
    with pytest.raises(JournalUnwritableError):
        journal.append(BATCHES[1])
    blocker.execute("ROLLBACK")
    blocker.close()
    assert journal.head == head
    journal.append(BATCHES[1])
    assert list(journal.bodies()) == BATCHES[0] + BATCHES[1]
    journal.close()
