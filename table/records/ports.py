"""Three ports of the records: the disk that state lies on, the journal of one match, and the matches of a table.

The session and the games know these alone. The shipping ones are `FileDisk` (`disk.py`), `SqliteJournal` (`journal.py`)
and `MatchFolder` (`matches.py`). `MemoryJournal` and `MemoryMatches` (`memory.py`) serve tables that need no folder. No
disk is in memory: every other one is the shipping disk, watched or with faults. The contract suites of `tests/records`
hold all of them to these descriptions.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from table.rules.errors import DiskError

PRIVATE, SHARED = 0o600, 0o666
"""The mode of a new file: its owner alone may read it, or everybody whom the user's umask allows."""


class Cursor(Protocol):
    """A cursor has the rows that a statement gives. Only the thread of its connection calls. Raises `sqlite3.Error`."""

    def fetchone(self) -> Any:
        """Return the next row, or None after the last one."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows that are left."""
        ...


class Connection(Protocol):
    """A connection has what a journal needs of `sqlite3.Connection`, in autocommit mode.

    Only the thread that opened it calls. Every call raises `sqlite3.Error`.
    """

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Execute one statement. Outside BEGIN and COMMIT it is on the disk when this returns."""
        ...

    def close(self) -> None:
        """Let go of the file. A transaction that is open is rolled back. A closed connection is closed already."""
        ...


class Disk(Protocol):
    """A disk has files that are whole or not there at all, and SQLite. Any thread may call.

    A finished call survives a power cut right after it. Files raise OSError, databases
    `sqlite3.Error`.
    """

    def connect(self, path: Path) -> Connection:
        """Open a database that is there, to read and write. On a read-only disk, writing into it raises."""
        ...

    def look(self, path: Path, log: bool = True) -> Connection:
        """Open a database to read alone: no byte of the file or of its write-ahead log changes.

        `log=False` ignores the write-ahead log. After an interrupted checkpoint the file alone may be inconsistent.
        SQLite deletes the log of an empty database even here.
        """
        ...

    def create(self, path: Path, content: bytes = b"", mode: int = PRIVATE) -> None:
        """Make a new file. Raises FileExistsError rather than write over another."""
        ...

    def move(self, path: Path, place: Path) -> None:
        """Give a file another name at once, over what is there."""
        ...

    def remove(self, path: Path) -> None:
        """Remove a file; one that is not there is removed already."""
        ...

    def replace(self, path: Path, content: bytes, mode: int = PRIVATE) -> None:
        """Replace a file's content, and make its folder. An error or a power cut leaves the old content or the new."""
        ...


class JournalError(DiskError, OSError):
    """A journal cannot be used. The message says which one, why, and what to do."""


class JournalNewerError(JournalError):
    """The journal was written by a newer program. Nothing is changed."""


class JournalDamagedError(JournalError):
    """The journal cannot be read to its end. Nothing is changed; `Matches.salvage` saves its sound part."""


class JournalUnwritableError(JournalError):
    """The disk is full or read-only. Earlier batches are safe; this one was not written."""


class Journal(Protocol):
    """A journal holds everything that happened in one match, in order, hash-chained. Only the session's thread calls.

    A batch is the events of one command with what caused them, as JSON: one link of the chain.
    """

    @property
    def path(self) -> Path:
        """Return the journal's file. Messages name the journal by the file's name."""
        ...

    @property
    def match_id(self) -> str:
        """Return the id under which the match was begun, which never changes."""
        ...

    @property
    def system(self) -> str:
        """Return the game's name, as `Game.system`."""
        ...

    @property
    def count(self) -> int:
        """Return the number of batches."""
        ...

    @property
    def head(self) -> bytes:
        """Return the head of the hash chain after the last batch, 32 bytes."""
        ...

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        """Write one batch: on disk, whole, when this returns. Raises JournalUnwritableError, and then nothing of it is.

        `bodies` are events and `cause` is what they follow from, all JSON.
        """
        ...

    def batches(self) -> Iterator[bytes]:
        """Read all batches from the disk, byte for byte as they were written. Raises sqlite3.Error."""
        ...

    def bodies(self) -> Iterator[bytes]:
        """Read all events from the disk, without their causes. Raises sqlite3.Error."""
        ...

    def secret(self) -> bytes:
        """Return the chance secret. It is no part of the chain, and disclosed at the end of the match, never before.

        Raises sqlite3.Error.
        """
        ...

    def close(self) -> None:
        """Let go of the file. A journal that was closed is closed already. Never raises."""
        ...

    @property
    def not_whole(self) -> str:
        """Return, after `close`, why not everything is in the one file. The text is empty if everything is."""
        ...


class Shortfall(Struct, frozen=True):
    """A journal lacks what was once on the disk: it is an older one, another one, or was cut short."""

    batches: int
    """The number that it has."""
    synced: int
    """The number that was on the disk."""


class Unfinished(Struct, frozen=True):
    """This match can go on."""

    match: str
    system: str
    """The game's name, or an empty text if the journal is damaged and has to be salvaged first."""


class Matches(Protocol):
    """These are the journals of one table: matches in play, and the archive. Only the session's thread calls."""

    def create(self, system: str, secret: bytes) -> Journal:
        """Begin a journal under a new match id. Raises JournalUnwritableError, and then there is no journal."""
        ...

    def open(self, match_id: str) -> Journal:
        """Open a match in play, checked from end to end. Raises JournalError, or one of its kinds."""
        ...

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        """Put a damaged journal aside, and begin a new one with the sound batches at its beginning.

        Return the place of the damaged one and the new journal; None if no batch was sound. Raises
        JournalUnwritableError: the damaged journal is where it was.
        """
        ...

    def playing(self, journal: Journal) -> None:
        """Note that this match is the one to go on with after a restart. A disk that does not take it is ignored."""
        ...

    def keep_note(self, journal: Journal) -> None:
        """Note, apart from the journal, how much of it is on the disk. A disk that does not take it is ignored."""
        ...

    def shortfall(self, journal: Journal) -> Shortfall | None:
        """Return what a journal lacks of what was noted last as on the disk, or None if it has all of it."""
        ...

    def has_room(self) -> bool:
        """True if the disk takes more than a batch needs; nothing of the trial stays."""
        ...

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        """Return the matches that can go on, the last played first, and a JournalError for each other one.

        A damaged match is in both. A journal without any batch is removed: nobody saw anything of that match.
        """
        ...

    def discard(self, journal: Journal) -> None:
        """Close and remove the journal of a match that never began."""
        ...

    def archive(self, journal: Journal) -> None:
        """Close the journal of an ended match for good, and put it into the archive.

        Raises JournalUnwritableError: it is closed, and among the matches in play.
        """
        ...
