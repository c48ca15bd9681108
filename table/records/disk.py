"""The disk that a table's state lies on: files that are there whole or not at all, and SQLite.

What these say is done is done when the plug is pulled right after: each syncs the file and the folder that names it.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from table.records.ports import PRIVATE, Connection, Cursor

BUSY_S = 2.0


class FileDisk:
    """The `Disk` that ships: the operating system's files and the standard library's SQLite."""

    def connect(self, path: Path) -> Connection:
        """A file that is there, to read and write; on a read-only disk to read, and then writing raises sqlite3.Error,
        as all here may."""
        if _unchanging(path):
            return self.look(path)
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=BUSY_S)

    def look(self, path: Path, log: bool = True) -> Connection:
        """To read alone: not a byte of the file or of its write-ahead log is changed, not even when it is closed.

        Without its `log`: what stands in the file itself, which half a checkpoint makes anything. The log of an empty
        file SQLite removes even here.
        """
        how = "mode=ro&immutable=1" if not log or _unchanging(path) else "mode=ro"
        return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=BUSY_S)

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        """A new file; who may read it, `mode` says. FileExistsError rather than write over another."""
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def move(self, path: Path, place: Path) -> None:
        """At once, over what is there."""
        path.replace(place)
        for folder in {path.parent, place.parent}:
            sync_folder(folder)

    def remove(self, path: Path) -> None:
        """What is not there is removed already."""
        with suppress(FileNotFoundError):
            path.unlink()
            sync_folder(path.parent)

    def replace(self, path: Path, content: bytes, mode: int = PRIVATE) -> None:
        """A power cut leaves the old content or the new."""
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


class StatementError(sqlite3.OperationalError):
    """A disk that only seems to fail took no statement: the double of what SQLite raises."""


class GuardedConnection:
    """A connection with a guard, who is told each statement before it is done, and may wait or raise."""

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
"""Ends the name of a file that is not whole yet. Nobody reads it, and whoever finds one may remove it."""
DISK = FileDisk()


def _unchanging(path: Path) -> bool:
    """On a read-only disk, and whole: SQLite would want a log beside it even to read."""
    log = path.with_name(path.name + "-wal")
    return not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size)


def give_to_owner(folder: Path, path: Path) -> None:
    """What root has made in another user's folder is that user's, as are the folders on the way; else who plays there
    could not open it. Links are not followed. Where a disk knows no owners there is nothing to give."""
    if os.geteuid() != 0:
        return
    owner = folder.stat()
    for each in (path, *path.parents):
        if each == folder:
            return
        with suppress(OSError):
            os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
