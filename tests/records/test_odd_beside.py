"""A pipe in the place of one of SQLite's files beside a journal is refused: SQLite would wait for it for ever."""

import os
from pathlib import Path

import pytest

from table.records.journal import SIDE_FILES, SqliteJournal, beside, odd_beside
from table.records.ports import JournalUnwritableError


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "state" / "matches" / "abcdefghjk.match"
    written = SqliteJournal.create(path, path.stem, "skirmish", bytes(32))
    written.append([b'{"type":"RoundEnded"}'])
    written.close()
    for each in SIDE_FILES:
        beside(path, each).unlink(missing_ok=True)
    return path


@pytest.mark.parametrize("ending", SIDE_FILES)
def test_a_journal_is_not_opened_and_the_message_names_the_pipe(journal: Path, ending: str) -> None:
    os.mkfifo(beside(journal, ending))
    assert odd_beside(journal) == (beside(journal, ending),)
    with pytest.raises(JournalUnwritableError, match=f"{ending}: not a regular file.*Move it away"):
        SqliteJournal.open(journal)


def test_a_device_by_a_link_is_refused_too_and_nothing_is_odd_about_sqlites_own_files(journal: Path) -> None:
    opened = SqliteJournal.open(journal)
    assert beside(journal, "-wal").exists()
    assert odd_beside(journal) == ()
    opened.close()
    beside(journal, "-wal").unlink(missing_ok=True)
    beside(journal, "-wal").symlink_to("/dev/zero")
    with pytest.raises(JournalUnwritableError):
        SqliteJournal.open(journal)
