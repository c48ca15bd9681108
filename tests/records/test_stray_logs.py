"""A log beside a journal that is not its own is played over nothing; and nothing of it is lost."""

import shutil
from pathlib import Path

import pytest

from table.records.backup import backup, restore
from table.records.journal import SqliteJournal
from table.records.matches import MatchFolder
from table.records.ports import JournalDamagedError
from table.records.salvage import salvage
from tests.session.kit import SessionTable

OLDER, NEWER, OTHER = ([b'{"type":"SecretDisclosed"}'], [b'{"type":"Newer"}'], [b'{"type":"Other"}'])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """One batch, in the one file; another by whoever plays on."""
    path = tmp_path / "state" / "matches" / "m1.match"
    journal = SqliteJournal.create(path, "m1", "skirmish", b"secret")
    journal.append(OLDER)
    journal.close()
    return path


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def log_of(path: Path, *batches: list[bytes], room: Path) -> bytes:
    """As kill -9 leaves it after these."""
    copy = room / path.name
    room.mkdir()
    shutil.copy(path, copy)
    journal = SqliteJournal.open(copy)
    for batch in batches:
        journal.append(batch)
    content = beside(copy, "-wal").read_bytes()
    journal.close()
    return content


def read(path: Path) -> list[bytes]:
    journal = SqliteJournal.open(path)
    bodies = list(journal.bodies())
    journal.close()
    return bodies


def test_what_is_put_back_is_what_was_backed_up_whatever_a_removed_journal_left_there(
    path: Path, tmp_path: Path
) -> None:
    out, folder = tmp_path / "out.tar.gz", tmp_path / "state"
    backup(folder, out)
    log = log_of(path, NEWER, room=tmp_path / "killed")
    path.unlink()
    beside(path, "-wal").write_bytes(log)
    restore(folder, out)
    assert read(path) == OLDER
    assert beside(path, ".damaged-1-wal").read_bytes() == log


def test_the_log_of_a_backed_up_journal_is_not_put_beside_another_that_is_there(path: Path, tmp_path: Path) -> None:
    """A damaged journal of the archive is backed up as it lies, with its log."""
    out, folder = tmp_path / "out.tar.gz", tmp_path / "state"
    path = shutil.copytree(path.parent, folder / "archive") / path.name
    there, whole = tmp_path / "there" / "archive" / "m1.match", path.read_bytes()
    beside(path, "-wal").write_bytes(log_of(path, NEWER, room=tmp_path / "killed"))
    path.write_bytes(b"")
    backup(folder, out)
    there.parent.mkdir(parents=True)
    there.write_bytes(whole)
    assert restore(tmp_path / "there", out) == (("matches/m1.match",), ("archive/m1.match", "archive/m1.match-wal"), ())
    assert read(there) == OLDER


@pytest.mark.parametrize("ahead", [1, 3])
def test_a_log_of_another_course_of_the_match_is_found_however_long_it_is(
    path: Path, tmp_path: Path, ahead: int
) -> None:
    """The match was played on in two copies, and one copy's file came to the other one's log."""
    log = log_of(path, *[OTHER] * ahead, room=tmp_path / "other")
    journal = SqliteJournal.open(path)
    journal.append(NEWER)
    journal.close()
    beside(path, "-wal").write_bytes(log)
    with pytest.raises(JournalDamagedError, match="another's"):
        SqliteJournal.open(path)
    aside, saved = salvage(path, bytes)
    assert saved is not None
    assert list(saved.bodies()) == OLDER + NEWER
    assert beside(aside, "-wal").read_bytes() == log
    saved.close()


def test_a_backup_beside_an_older_log_has_what_stands_in_the_journal(path: Path, tmp_path: Path) -> None:
    out, there = tmp_path / "out.tar.gz", tmp_path / "there"
    log = log_of(path, room=tmp_path / "same") or log_of(path, OLDER, room=tmp_path / "older")
    journal = SqliteJournal.open(path)
    for batch in (OLDER, NEWER):
        journal.append(batch)
    journal.close()
    path = shutil.copytree(path.parent, tmp_path / "state/archive") / path.name
    whole = path.read_bytes()
    beside(path, "-wal").write_bytes(log)
    backup(tmp_path / "state", out)
    assert (path.read_bytes(), beside(path, "-wal").read_bytes()) == (whole, log)
    restore(there, out)
    _, saved = salvage(there / "archive" / "m1.match", bytes)
    assert saved is not None
    assert list(saved.bodies()) == [*OLDER, *OLDER, *NEWER]
    saved.close()


def test_a_log_of_the_other_kind_is_never_played_back_and_costs_no_match(tmp_path: Path) -> None:
    """SQLite would write its pages over the journal; where it may only read, it would open nothing."""
    folder, out = tmp_path / "state", tmp_path / "out.tar.gz"
    table = SessionTable(folder).begun()
    table.plays(3, 1)
    table.session.close()
    (path,) = (folder / "matches").glob("*.match")
    rollback, whole = beside(path, "-journal"), path.read_bytes()
    rollback.write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(4088))
    with pytest.raises(JournalDamagedError, match="take it away"):
        SqliteJournal.open(path)
    shutil.copytree(path.parent, folder / "archive")
    assert backup(folder, out).not_over == (path.stem,)
    assert (path.read_bytes(), rollback.exists()) == (whole, True)
    restore(tmp_path / "there", out)
    assert read(tmp_path / "there" / "archive" / path.name) == read_alone(whole, tmp_path)
    table.crash()
    assert [fault.code for fault in table.now.faults] == ["journal.damaged"]
    assert table.now.view is not None
    assert table.now.view.reveals == 1
    table.session.close()
    assert beside(path, ".damaged-1-journal").exists()
    assert not rollback.exists()


def read_alone(content: bytes, room: Path) -> list[bytes]:
    (room / "alone.match").write_bytes(content)
    return read(room / "alone.match")


def test_what_comes_into_the_archive_meets_no_log_there(path: Path, tmp_path: Path) -> None:
    matches = MatchFolder(tmp_path / "state", bytes)
    log = log_of(path, NEWER, room=tmp_path / "killed")
    archived = tmp_path / "state" / "archive" / path.name
    archived.parent.mkdir()
    beside(archived, "-wal").write_bytes(log)
    matches.archive(matches.open("m1"))
    assert read(archived) == OLDER
