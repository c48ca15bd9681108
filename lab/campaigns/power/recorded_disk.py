"""Record every write, sync and rename that SQLite and the table request from the product's disk.

The standard library's SQLite cannot be observed; `apsw` can, through its VFS. The SQL, the pragmas and their order are
the product's; the images of the cuts are opened without any of this.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

import apsw

from lab.campaigns.power.volume import Create, DiskOperation, Move, Remove, Sync, SyncNames, Truncate, Write
from table.records.disk import BUSY_S, FileDisk
from table.records.journal import INSERT
from table.records.ports import PRIVATE, Connection

CHECKPOINT_PAGES = 60
"""The pages of log before a checkpoint: few, so that a short evening has some. The product's journal has 1,000."""
Control: TypeAlias = Literal["", "unsynced", "early"]
RENAMED = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL
"""SQLite syncs the folder at the first sync of such a file (os_unix.c, UNIXFILE_DIRSYNC)."""


class DiskTape:
    """The operations in a folder, in order, and the batches that the journal reports as on disk after each."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self.operations: list[DiskOperation] = []
        self.marks: list[tuple[int, str, int]] = []
        """(number of completed disk operations, match, number of its batches on disk)."""

    def took(self, operation: DiskOperation) -> None:
        self.operations.append(operation)

    def committed(self, match: str, batches: int) -> None:
        self.marks.append((len(self.operations), match, batches))

    def name(self, path: str | Path) -> str:
        return str(path).removeprefix(self._folder).lstrip("/")


class RecordedDisk(FileDisk):
    """A disk that records. A `control` is broken on purpose: it syncs nothing, or confirms a batch too early."""

    def __init__(self, tape: DiskTape, control: Control = "") -> None:
        self._tape = tape
        self._control = control
        self._vfs = _Vfs(f"recorded-{id(self)}", tape)

    def connect(self, path: Path) -> Connection:
        with _translated():
            db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=self._vfs.vfs_name)
            db.set_busy_timeout(int(BUSY_S * 1000))
            db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        return _Recorded(db, path.stem, self._tape, self._control)

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        super().create(path, content, mode)
        name = self._tape.name(path)
        self._tape.took(Create(name))
        self._tape.took(Write(name, 0, content))
        self._tape.took(Sync(name))

    def move(self, path: Path, place: Path) -> None:
        super().move(path, place)
        self._tape.took(Move(self._tape.name(path), self._tape.name(place)))
        self._tape.took(SyncNames())

    def remove(self, path: Path) -> None:
        if path.exists():
            super().remove(path)
            self._tape.took(Remove(self._tape.name(path)))
            self._tape.took(SyncNames())


class _Recorded:
    """An apsw connection with the interface of sqlite3's."""

    def __init__(self, db: apsw.Connection, match: str, tape: DiskTape, control: Control) -> None:
        self._db, self._match, self._tape, self._control = db, match, tape, control
        self._inserted: int | None = None

    def execute(self, sql: str, parameters: Any = ()) -> apsw.Cursor:
        with _translated():
            cursor = self._db.execute(sql, parameters) if self._control == "" else self._spoiled(sql, parameters)
        if sql == INSERT:
            self._inserted = parameters[0]
        done = sql == "COMMIT" or self._control == "early" or not self._db.in_transaction
        if done and self._inserted is not None:
            self._tape.committed(self._match, self._inserted)
            self._inserted = None
        return cursor

    def _spoiled(self, sql: str, parameters: Any) -> apsw.Cursor:
        """Break the connection for a control. The early one commits a batch when the next one begins."""
        if self._control == "unsynced" and sql == "PRAGMA synchronous = FULL":
            sql = "PRAGMA synchronous = OFF"
        if self._control == "early" and sql == INSERT:
            if self._db.in_transaction:
                self._db.execute("COMMIT")
            self._db.execute("BEGIN IMMEDIATE")
        return self._db.execute(sql, parameters)

    def close(self) -> None:
        with _translated():
            self._db.close()


class _Vfs(apsw.VFS):
    def __init__(self, name: str, tape: DiskTape) -> None:
        self.vfs_name = name
        self._tape = tape
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(name, flags, self._tape)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self._tape.took(Remove(self._tape.name(filename)))
        if syncdir:
            self._tape.took(SyncNames())


class _File(apsw.VFSFile):
    def __init__(self, name: Any, flags: list[int], tape: DiskTape) -> None:
        super().__init__("", name, flags)
        self._tape = tape
        self._name = tape.name(name.filename() if isinstance(name, apsw.URIFilename) else name)
        self._names_unsynced = bool(flags[0] & RENAMED)
        tape.took(Create(self._name))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._tape.took(Write(self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._tape.took(Truncate(self._name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._tape.took(Sync(self._name))
        if self._names_unsynced:
            self._tape.took(SyncNames())
            self._names_unsynced = False


@contextmanager
def _translated() -> Iterator[None]:
    """Raise apsw's errors as those of the standard library."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except apsw.Error as error:
        raise sqlite3.OperationalError(str(error)) from error
