"""The hall's log on the disk: every event of every table, in the bytes in which it came, each once.

One file for all tables, so that a burst of all of them costs one sync.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from table.network.hall.wire.database import Database, read_rows

FILE = "log.db"
SCHEMA = "CREATE TABLE log (number INTEGER PRIMARY KEY, line BLOB NOT NULL) STRICT"


class HallLog:
    """The log in a folder. One thread calls at a time. Raises OSError."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._db = Database(folder / FILE, SCHEMA)

    def close(self) -> None:
        self._db.close()

    def add(self, lines: Iterable[bytes]) -> None:
        """Add lines. They are on the disk when this returns. After an OSError the log is unchanged."""
        with self._db.transaction():
            for line in lines:
                self._db.run("INSERT INTO log (line) VALUES (?)", line)


def lines_of(folder: Path) -> Iterator[bytes]:
    """Yield all lines of the log of a folder. Raises OSError."""
    query = "SELECT coalesce(CAST(line AS BLOB), x'') FROM log ORDER BY number"  # a damaged file may have any values
    return (line for (line,) in read_rows(folder / FILE, query))
