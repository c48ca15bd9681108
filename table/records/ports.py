"""Three ports of the records: the disk that state lies on, the journal of one match, and the matches of a table.

The session and the games know these alone. What ships is `FileDisk` (`disk.py`), `SqliteJournal` (`journal.py`) and
`MatchFolder` (`matches.py`). `MemoryJournal` and `MemoryMatches` (`memory.py`) serve tables that need no folder. No
disk is in memory: every other one is the shipping disk, watched or with faults. The contract suites of `tests/records`
hold all of them to what stands here.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from table.rules.errors import DiskError

PRIVATE, SHARED = 0o600, 0o666
"""Mode of a new file: for its owner alone, or for everybody to whom the user's umask lets him read it."""


class Cursor(Protocol):
    """The rows that a statement gives."""

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """As much of `sqlite3.Connection` as a journal needs, in autocommit mode. Raises `sqlite3.Error`."""

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor: ...

    def close(self) -> None: ...


class Disk(Protocol):
    """Files that are there whole or not at all, and SQLite. Any thread.

    What is done when a call returns is still done when the plug is pulled right after. Files raise OSError, databases
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
        """Write a file anew, and make its folder. A power cut, or an error, leaves the old content or the new."""
        ...


class JournalError(DiskError, OSError):
    """A journal cannot be used. The message says which, why, and what to do."""


class JournalNewerError(JournalError):
    """It was written by a newer program. Nothing is changed."""


class JournalDamagedError(JournalError):
    """It cannot be read to its end. Nothing is changed; `Matches.salvage` saves what can be saved."""


class JournalUnwritableError(JournalError):
    """The disk is full or read-only. What was appended before is safe; this batch did not happen."""


class Journal(Protocol):
    """Everything that happened in one match, in order, hash-chained. One thread at a time (the session's).

    A batch is the events of one command with what caused them, as JSON: one link of the chain.
    """

    @property
    def path(self) -> Path:
        """The file; its name is what messages and players call the journal by."""
        ...

    @property
    def match_id(self) -> str: ...

    @property
    def system(self) -> str:
        """The game's name, as `Game.system`."""
        ...

    @property
    def count(self) -> int:
        """Number of batches."""
        ...

    @property
    def head(self) -> bytes:
        """End of the hash chain, 32 bytes."""
        ...

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        """Write one batch: on disk, whole, when this returns. Raises JournalUnwritableError, and then nothing of it is.

        `bodies` are events and `cause` is what they follow from, all JSON.
        """
        ...

    def batches(self) -> Iterator[bytes]:
        """Read all batches from the disk, byte for byte as they were written."""
        ...

    def bodies(self) -> Iterator[bytes]:
        """Read all events from the disk, without their causes."""
        ...

    def secret(self) -> bytes:
        """Return the chance secret. It is no part of the chain, and disclosed at the end of the match, never before."""
        ...

    def close(self) -> None:
        """Let go of the file. A journal that was closed is closed already. Never raises."""
        ...

    @property
    def not_whole(self) -> str:
        """After `close`: the reason why not everything is in the one file, for the message; empty if everything is."""
        ...


class Unfinished(Struct, frozen=True):
    """A match that can go on."""

    match: str
    system: str
    """The game's name; empty where the journal is damaged and has to be salvaged first."""


class Matches(Protocol):
    """The journals of one table: matches in play, and the archive. The session's thread only."""

    def create(self, system: str, secret: bytes) -> Journal:
        """Begin a journal under a new match id. Raises JournalUnwritableError, and then there is no journal."""
        ...

    def open(self, match_id: str) -> Journal:
        """Open a match in play, checked from end to end. Raises JournalError, or one of its kinds."""
        ...

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        """Put a damaged journal aside, and begin anew with the sound batches at its beginning.

        Return the place of the damaged one and the new journal; None if no batch was sound. Raises
        JournalUnwritableError:
        the damaged journal is where it was.
        """
        ...

    def playing(self, journal: Journal) -> None:
        """Note that this match is the one to go on with after a restart. A disk that does not take it is ignored."""
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
