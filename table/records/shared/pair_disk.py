"""The records of one match at two tables, as its protocol keeps them: by name, each durable once it is written."""

import sqlite3
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from pathlib import Path

from table.records.journal import beside
from table.records.ports import Disk, JournalUnwritableError

SIDE_FILES = ("-wal", "-shm")


class PairDisk(MutableMapping[str, bytes]):
    """A file of records. The session's thread only. Writing raises JournalUnwritableError, and then nothing changed."""

    def __init__(self, path: Path, disk: Disk) -> None:
        """Open the file, or make it. Raises JournalUnwritableError."""
        self.path, self._disk = path, disk
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                disk.create(path)
            self._db = disk.connect(path)
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("CREATE TABLE IF NOT EXISTS record (name TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT")
            self._kept = {str(name): bytes(kept) for name, kept in self._db.execute("SELECT name, content FROM record")}
        except (sqlite3.Error, OSError) as error:
            raise JournalUnwritableError(f"{path}: {error}: free the disk or make it writable") from error

    def __getitem__(self, name: str) -> bytes:
        return self._kept[name]

    def __setitem__(self, name: str, content: bytes) -> None:
        self._write("INSERT OR REPLACE INTO record VALUES (?, ?)", (name, content))
        self._kept[name] = content

    def __delitem__(self, name: str) -> None:
        if name not in self._kept:
            raise KeyError(name)
        self._write("DELETE FROM record WHERE name = ?", (name,))
        del self._kept[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def close(self) -> None:
        self._db.close()

    def remove(self) -> None:
        """Close and remove the file. An error of the disk is ignored."""
        self.close()
        with suppress(OSError):
            for each in (self.path, *(beside(self.path, ending) for ending in SIDE_FILES)):
                self._disk.remove(each)

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        try:
            self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalUnwritableError(f"{self.path}: {error}: free the disk or make it writable") from error
