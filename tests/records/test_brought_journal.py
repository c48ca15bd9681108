"""A journal that somebody brings is a file like any other: no program in it runs, and no value in it is too large."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table.records.disk import MOST_VALUE
from table.records.journal import SqliteJournal, is_astray
from table.records.matches import MatchFolder
from table.records.ports import JournalDamagedError
from table.records.salvage import salvage

ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
VIEWS = {
    "batches": f"CREATE VIEW batches AS {ENDLESS} SELECT n, x'00' AS body, x'00' AS chain FROM r",
    "match": f"CREATE VIEW match AS {ENDLESS} SELECT 'm' AS id, count(*) AS system FROM r",
    "private": f"CREATE VIEW private AS {ENDLESS} SELECT count(*) AS secret FROM r",
}


def journal(folder: Path) -> Path:
    made = SqliteJournal.create(folder / "matches" / "m.match", "m", "skirmish", b"s" * 32)
    made.append([b'{"type":"RoundEnded"}'])
    made.close()
    return made.path


def changed(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.mark.parametrize("table", VIEWS)
def test_a_view_that_never_ends_in_a_tables_place_is_damage_and_is_not_read(table: str, tmp_path: Path) -> None:
    path = changed(journal(tmp_path), f"DROP TABLE {table}", VIEWS[table])
    with pytest.raises(JournalDamagedError, match="not those of a journal"):
        SqliteJournal.open(path)
    aside, saved = salvage(path, bytes)
    assert aside.exists()
    if saved is not None:
        saved.close()


@pytest.mark.parametrize(
    "more",
    [
        "CREATE TRIGGER t AFTER INSERT ON batches BEGIN DELETE FROM batches; END",
        "CREATE INDEX i ON batches (length(hex(body)))",
        "CREATE TABLE more (x)",
    ],
)
def test_what_no_journal_has_beside_its_tables_is_damage_and_its_batches_are_saved(more: str, tmp_path: Path) -> None:
    path = changed(journal(tmp_path), more)
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)
    _, saved = salvage(path, bytes)
    assert saved is not None
    assert saved.count == 1
    assert saved.secret() == b"s" * 32
    saved.close()


def test_a_log_of_another_journal_is_looked_at_without_running_what_stands_there(tmp_path: Path) -> None:
    path = changed(journal(tmp_path), "DROP TABLE batches", VIEWS["batches"])
    path.with_name("m.match-wal").write_bytes(b"")
    with closing(sqlite3.connect(path)) as db:
        assert not is_astray(path, db)


def test_a_value_larger_than_any_batch_is_damage(tmp_path: Path) -> None:
    path = changed(journal(tmp_path), f"UPDATE batches SET body = zeroblob({MOST_VALUE + 1})")
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)


def test_the_lobby_names_it_and_offers_the_others(tmp_path: Path) -> None:
    changed(journal(tmp_path), "DROP TABLE batches", VIEWS["batches"])
    found, wrong = MatchFolder(tmp_path, bytes).unfinished()
    assert [each.match for each in found] == ["m"]
    assert len(wrong) == 1
