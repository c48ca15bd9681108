"""The three interfaces of the records: the disk with the state, the journal of one match, and the matches of a table.

The session and the games use only these. The shipping ones are `FileDisk` (`disk.py`), `SqliteJournal` (`journal.py`)
and `MatchFolder` (`matches.py`). `MemoryJournal` and `MemoryMatches` (`memory.py`) serve tables that need no folder.
There is no disk in memory: tests use the shipping disk, watched or with faults. The contract suites of `tests/records`
check all of them against these descriptions.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from table.rules.errors import DiskError

PRIVATE, SHARED = 0o600, 0o666
"""The mode of a new file: readable only by its owner, or by all users that the umask allows."""


class Cursor(Protocol):
    """The result rows of a statement. Only the thread of its connection calls. Raises `sqlite3.Error`."""

    def fetchone(self) -> Any:
        """Return the next row, or None after the last one."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows that are left."""


class Connection(Protocol):
    """The part of `sqlite3.Connection` that a journal needs, in autocommit mode. Only the thread that opened it calls.

    Every call may raise `sqlite3.Error`.
    """

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Execute one statement. Outside a transaction, its effect is on disk when this returns."""

    def close(self) -> None:
        """Close the file. An open transaction is rolled back. Closing twice is allowed."""


class Disk(Protocol):
    """A disk with atomically written files, and SQLite. Any thread may call.

    The effect of a finished call survives a power cut. Files raise OSError, databases `sqlite3.Error`.
    """

    def connect(self, path: Path) -> Connection:
        """Open an existing database for reading and writing. On a read-only disk, writing raises."""

    def look(self, path: Path, log: bool = True) -> Connection:
        """Open a database only for reading: no byte of the file or of its write-ahead log changes.

        `log=False` ignores the write-ahead log. After an interrupted checkpoint the file alone may be inconsistent.
        SQLite deletes the log of an empty database even here.
        """

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        """Create a new file. Raises FileExistsError if it exists."""

    def move(self, path: Path, place: Path) -> None:
        """Rename a file atomically, replacing any file of the new name."""

    def remove(self, path: Path) -> None:
        """Remove a file, if it exists."""

    def replace(self, path: Path, content: bytes, mode: int = PRIVATE) -> None:
        """Replace a file's content, and create its folder.

        An error or a power cut leaves the old content or the new.
        """


class JournalError(DiskError, OSError):
    """A journal cannot be used. The message says which one, why, and what to do."""


class JournalNewerError(JournalError):
    """The journal was written by a newer program. Nothing is changed."""


class JournalDamagedError(JournalError):
    """The journal cannot be read to its end. Nothing is changed; `Matches.salvage` saves its sound part."""


class JournalUnwritableError(JournalError):
    """The disk is full or read-only. Earlier batches are safe; this one was not written."""


class Journal(Protocol):
    """The events of one match, in order and hash-chained. Only the session's thread calls.

    A batch is the events of one command with their cause, as JSON: one link of the chain.
    """

    @property
    def path(self) -> Path:
        """Return the journal's file. Messages name the journal by the file's name."""

    @property
    def match_id(self) -> str:
        """Return the id under which the match was begun, which never changes."""

    @property
    def system(self) -> str:
        """Return the game's name, as `Game.system`."""

    @property
    def count(self) -> int:
        """Return the number of batches."""

    @property
    def head(self) -> bytes:
        """Return the head of the hash chain after the last batch, 32 bytes."""

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        """Write one batch, which is completely on disk when this returns.

        Raises JournalUnwritableError if nothing was written. `bodies` are the events, and `cause` is their cause, all
        JSON.
        """

    def batches(self) -> Iterator[bytes]:
        """Read all batches from the disk, byte for byte as they were written. Raises sqlite3.Error."""

    def bodies(self) -> Iterator[bytes]:
        """Read all events from the disk, without their causes. Raises sqlite3.Error."""

    def secret(self) -> bytes:
        """Return the chance secret. It is not part of the chain, and is disclosed only at the end of the match.

        Raises sqlite3.Error.
        """

    def close(self) -> None:
        """Close the file. Closing twice is allowed. Never raises."""

    @property
    def not_whole(self) -> str:
        """Return, after `close`, why the log is not merged into the file; empty if it is."""


class Shortfall(Struct, frozen=True):
    """A journal lacks batches that were once on disk: it is an older copy, another journal, or was truncated."""

    batches: int
    """The number of batches in the journal."""
    synced: int
    """The number of batches that were on disk."""


class Unfinished(Struct, frozen=True):
    """A match that can be resumed."""

    match: str
    system: str
    """The game's name, or an empty text if the journal is damaged and has to be salvaged first."""


class Matches(Protocol):
    """The journals of one table: matches in play, and the archive. Only the session's thread calls."""

    def create(self, system: str, secret: bytes, match_id: str = "") -> Journal:
        """Begin a journal, under a new match id if none is given.

        Raises JournalUnwritableError, and then there is no journal.
        """

    def open(self, match_id: str) -> Journal:
        """Open a match in play, checked from end to end. Raises JournalError, or one of its kinds."""

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        """Set a damaged journal aside, and begin a new one with its sound batches.

        Return the damaged file's new path, and the new journal; None if no batch is sound. If it raises
        JournalUnwritableError, the damaged journal is unchanged.
        """

    def playing(self, journal: Journal) -> None:
        """Note that this match is the one to resume after a restart. Write errors are ignored."""

    def keep_note(self, journal: Journal) -> None:
        """Note, apart from the journal, how much of it is on disk. Write errors are ignored."""

    def shortfall(self, journal: Journal) -> Shortfall | None:
        """Return the batches that a journal lacks by its last note, or None if it has them all."""

    def has_room(self) -> bool:
        """True if the disk has room for more than a batch. The trial file is removed."""

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        """Return the matches that can be resumed, the last played first, and a JournalError for each other one.

        A damaged match is in both. A journal without any batch is removed, because that match never began.
        """

    def discard(self, journal: Journal) -> None:
        """Close and remove the journal of a match that never began."""

    def archive(self, journal: Journal) -> None:
        """Close the journal of an ended match, and move it into the archive.

        If it raises JournalUnwritableError, the journal is closed and stays among the matches in play.
        """
