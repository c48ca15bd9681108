"""A SQLite file of the hall or of an outbox. Every error of SQLite is raised as OSError."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hal.computer.files import open_handle
from table.rules.errors import DiskError

PRIVATE = 0o600
MOST_VALUE = 64 * 1024 * 1024
"""The most bytes of one value, which a damaged file may claim to be longer."""


class UnreadableDatabaseError(DiskError, OSError):
    """The file is no database with these tables, or it is damaged."""


class Database:
    """A database file with its tables. One thread at a time calls; each may be another one. All calls raise OSError."""

    def __init__(self, path: Path, schema: str) -> None:
        """Open the file, or make it with the `schema`: `CREATE TABLE` statements, each ended by a semicolon.

        Raises UnreadableDatabaseError for a file with other tables, or none.
        """
        if path.exists() and not path.is_file():
            raise UnreadableDatabaseError(errno.EINVAL, "not a regular file", str(path))
        os.close(open_handle(path, os.O_CREAT | os.O_RDWR, PRIVATE))
        self._db = _connected(path, "rw")
        try:
            with _as_os_error():
                self._open(schema)
        except OSError:
            self._db.close()
            raise

    def close(self) -> None:
        with _as_os_error():
            self._db.close()

    def run(self, statement: str, *values: object) -> None:
        with _as_os_error():
            self._db.execute(statement, values)

    def rows(self, statement: str, *values: object) -> list[Any]:
        """Return all rows that a query finds."""
        with _as_os_error():
            return self._db.execute(statement, values).fetchall()

    @contextmanager
    def transaction(self, *, synced: bool = True) -> Iterator[None]:
        """Commit everything written in the block, or roll it back after an error.

        Unless it is `synced`, a power cut may undo the commit.
        """
        with _as_os_error():
            self._db.execute(f"PRAGMA synchronous = {'FULL' if synced else 'NORMAL'}")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _open(self, schema: str) -> None:
        self._db.execute("PRAGMA trusted_schema = OFF")
        wanted = [each.strip() for each in schema.split(";") if each.strip()]
        if not (found := [sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_schema ORDER BY rowid")]):
            self._db.execute("PRAGMA journal_mode = WAL")
            with self.transaction():
                for statement in wanted:
                    self._db.execute(statement)
        elif found != wanted:
            raise sqlite3.DatabaseError("it has other tables")


def read_rows(path: Path, statement: str) -> Iterator[Any]:
    """Yield the rows that a query finds in a database, while another program may write it. Raises OSError."""
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    db = _connected(path, "ro")
    try:
        with _as_os_error():
            yield from db.execute(statement)
    finally:
        db.close()


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    with _as_os_error():
        where = f"{path.absolute().as_uri()}?mode={mode}"
        db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
        return db


@contextmanager
def _as_os_error() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        kind = UnreadableDatabaseError if type(error) is sqlite3.DatabaseError else OSError
        raise kind(errno.EIO, str(error)) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes the damaged bytes
        raise UnreadableDatabaseError(errno.EIO, "its tables are damaged") from error
