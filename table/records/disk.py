"""The disk under a table's state: atomically written files, and SQLite. Any thread may call.

Each operation is durable when it returns, even if the plug is pulled right after: it syncs the file and the folder that
names it. Files raise OSError, databases sqlite3.Error.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hal.computer import users
from hal.computer.files import open_handle, replace, sync_folder
from table.records.ports import PRIVATE, Connection, Cursor
from table.rules.errors import DiskError

BUSY_S = 2.0
MOST_VALUE = 8 * 1024 * 1024
"""The most bytes of one value or row in a database: a batch of a journal has a hundredth of it."""


class FileDisk:
    """The shipping `Disk`, with the operating system's files and the standard library's SQLite."""

    def connect(self, path: Path) -> Connection:
        """Open an existing database for reading and writing. On a read-only disk, writing raises sqlite3.Error."""
        if _unchanging(path):
            return self.look(path)
        return _opened(path, "mode=rw")

    def look(self, path: Path, log: bool = True) -> Connection:
        """Open a database only for reading: no byte of the file or of its write-ahead log changes, not even on closing.

        `log=False` ignores the write-ahead log. After an interrupted checkpoint the file alone may be inconsistent.
        SQLite deletes the log of an empty database even here.
        """
        how = "mode=ro&immutable=1" if not log or _unchanging(path) else "mode=ro"
        return _opened(path, how)

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        """Make a new file with this mode. Raises FileExistsError if it exists."""
        with os.fdopen(open_handle(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def move(self, path: Path, place: Path) -> None:
        """Rename a file atomically, replacing any file of the new name."""
        replace(path, place)
        for folder in {path.parent, place.parent}:
            sync_folder(folder)

    def remove(self, path: Path) -> None:
        """Remove a file, if it exists."""
        with suppress(FileNotFoundError):
            path.unlink()
            sync_folder(path.parent)

    def replace(self, path: Path, content: bytes, mode: int = PRIVATE) -> None:
        """Replace a file's content, and create its folder.

        A power cut or an error leaves the old content or the new.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + NEW)
        self.remove(beside)
        try:
            self.create(beside, content, mode)
            self.move(beside, path)
        except OSError:
            with suppress(OSError):
                self.remove(beside)
            raise


def _opened(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=BUSY_S)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
    return db


class StatementError(DiskError, sqlite3.OperationalError):
    """An error as SQLite raises it, for a disk that only pretends to fail: the statement was not executed."""


class GuardedConnection:
    """A connection that passes each statement to a guard before executing it. The guard may wait or raise."""

    def __init__(self, db: Connection, guard: Callable[[str], None]) -> None:
        self._db = db
        self._guard = guard

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        self._guard(sql)
        return self._db.execute(sql, parameters)

    def close(self) -> None:
        self._db.close()


def writes(sql: str) -> bool:
    """True if this statement of a journal's needs room on the disk."""
    return sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "CREATE", "COMMIT"))


NEW = ".new"
"""The suffix of an incomplete file. Such a file is never read, and any program may remove it."""
DISK = FileDisk()


def _unchanging(path: Path) -> bool:
    """True if the file is complete on a read-only disk, where SQLite could not create its log."""
    log = path.with_name(path.name + "-wal")
    return not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size)


def give_to_owner(folder: Path, path: Path) -> None:
    """Give files that root created in another user's folder to that user, who otherwise could not open them.

    This includes the folders on the way; links are not followed. Does nothing if the user is not root, or the disk has
    no owners. Raises OSError if `folder` does not exist.
    """
    if not users.acts_as_root():
        return
    owner = folder.stat()
    for each in (path, *path.parents):
        if each == folder:
            return
        with suppress(OSError):
            users.give(each, owner)
