"""What happened, in order, hash-chained, in SQLite. One match, one journal.

A batch is the events of one command with what caused them: one row, one link of the chain, one transaction with
`synchronous=FULL`. When `append` returns, it is on disk, whole. One thread at a time (the session's) uses a journal.
The chance secret lies in a table of its own and is never part of the chain.
"""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

import msgspec

APPLICATION_ID = 0x434D5442  # "CMTB", SQLite's own place for a file's kind
FORMAT = 2
SUFFIX = ".match"

SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE match (id TEXT NOT NULL, system TEXT NOT NULL);
CREATE TABLE batches (n INTEGER PRIMARY KEY, body BLOB NOT NULL, chain BLOB NOT NULL);
CREATE TABLE private (secret BLOB NOT NULL);
"""


class JournalError(OSError):
    """A journal cannot be used. The message says which, why, and what to do."""


class JournalNewer(JournalError):
    """It was written by a newer program. Nothing is changed."""


class JournalDamaged(JournalError):
    """It cannot be read to its end. Nothing is changed; `salvage` saves what can be saved."""


class JournalUnwritable(JournalError):
    """The disk is full or read-only. What was appended before is safe; this batch did not happen."""


class Batch(msgspec.Struct, frozen=True):
    """Its parts byte for byte as they were written."""

    cause: msgspec.Raw
    events: tuple[msgspec.Raw, ...]


class Journal:
    """Open with `create` or `open`; `close` when done."""

    def __init__(self, path: Path, db: sqlite3.Connection, match_id: str, system: str) -> None:
        self.path = path
        self.match_id = match_id
        self.system = system
        self._db = db
        row = db.execute("SELECT n, chain FROM batches ORDER BY n DESC LIMIT 1").fetchone()
        last: tuple[int, bytes] = row or (0, chain_start(match_id))
        self._batch, self.head = last

    @classmethod
    def create(cls, path: Path, match_id: str, system: str, secret: bytes) -> Self:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file holds the secret: it is made unreadable for others before anything is in it.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            db = _connect(path)
            with db:
                db.executescript("BEGIN;" + SCHEMA)
                db.execute("INSERT INTO match VALUES (?, ?)", (match_id, system))
                db.execute("INSERT INTO private VALUES (?)", (secret,))
        except sqlite3.Error as error:
            with suppress(OSError):
                path.unlink()
            raise JournalUnwritable(f"{path}: a new journal cannot be written ({error}): free the disk") from error
        return cls(path, db, match_id, system)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Checked from end to end: pages, batches and the hash chain."""
        if not path.is_file():
            raise JournalError(f"{path}: there is no such journal")
        db = _connect(path)
        try:
            _check_kind(db, path)
            problems = [row[0] for row in db.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
            match_id, system = db.execute("SELECT id, system FROM match").fetchone()
            broken = next((n for n, _, sound in _walk(db, match_id) if not sound), None)
            if problems or broken is not None:
                where = f"batch {broken} does not follow from the one before it" if broken is not None else problems[0]
                raise JournalDamaged(f"{path}: the journal is damaged ({where})")
            return cls(path, db, match_id, system)
        except (sqlite3.DatabaseError, TypeError, ValueError) as error:
            db.close()
            raise JournalDamaged(f"{path}: the journal is damaged ({error})") from error
        except JournalError:
            db.close()
            raise

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        """One batch, on disk when this returns. If it raises JournalUnwritable, nothing of it is.

        `bodies` are events and `cause` is what they follow from, all JSON.
        """
        batch = batch_body(bodies, cause)
        head = chain_next(self.head, batch)
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute("INSERT INTO batches VALUES (?, ?, ?)", (self._batch + 1, batch, head))
        except sqlite3.Error as error:
            raise JournalUnwritable(f"{self.path}: {error}: free the disk or make it writable") from error
        self._batch, self.head = self._batch + 1, head

    def batches(self) -> Iterator[bytes]:
        for (body,) in self._db.execute("SELECT body FROM batches ORDER BY n"):
            yield body

    def bodies(self) -> Iterator[bytes]:
        """The events alone."""
        for batch in self.batches():
            yield from (bytes(event) for event in split(batch).events)

    def secret(self) -> bytes:
        """The chance secret. It is disclosed with the end of the match, never before."""
        (secret,) = self._db.execute("SELECT secret FROM private").fetchone()
        return bytes(secret)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()


def chain_start(match_id: str) -> bytes:
    return hashlib.sha256(b"command-table journal 1\0" + match_id.encode()).digest()


def chain_next(head: bytes, body: bytes) -> bytes:
    return hashlib.sha256(head + body).digest()


def batch_body(bodies: Sequence[bytes], cause: bytes) -> bytes:
    return b'{"cause":' + cause + b',"events":[' + b",".join(bodies) + b"]}"


def split(body: bytes) -> Batch:
    """Raises `msgspec.MsgspecError`."""
    return _batch_decoder.decode(body)


_batch_decoder = msgspec.json.Decoder(Batch)


def salvage(path: Path) -> tuple[Path, Journal | None]:
    """Put a damaged journal aside, never overwritten, and begin a new one with all that is sound at its beginning.

    Gives the damaged file's new place, and the new journal under the old name; None if not even its head can be read.
    Only whole batches are taken over.
    """
    aside = _put_aside(path)
    sound = _read_sound(aside)
    if sound is None or not sound.batches:
        return aside, None
    journal = Journal.create(path, sound.match_id, sound.system, sound.secret)
    for batch in sound.batches:
        journal.append([bytes(event) for event in batch.events], bytes(batch.cause))
    return aside, journal


class _Sound(NamedTuple):
    match_id: str
    system: str
    secret: bytes
    batches: list[Batch]


def _read_sound(aside: Path) -> _Sound | None:
    """Read from a copy: SQLite writes even where it only reads, and the damaged file is evidence."""
    with TemporaryDirectory() as folder:
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copy(aside.with_name(aside.name + ending), Path(folder, "copy" + ending))
        db = sqlite3.connect(Path(folder, "copy"), isolation_level=None)
        try:
            match_id, system = db.execute("SELECT id, system FROM match").fetchone()
            (secret,) = db.execute("SELECT secret FROM private").fetchone()
            return _Sound(match_id, system, bytes(secret), list(_sound_batches(db, match_id)))
        except (sqlite3.DatabaseError, TypeError, ValueError):
            return None
        finally:
            db.close()


def _connect(path: Path) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(path, isolation_level=None, timeout=2.0)
    except sqlite3.Error as error:
        raise JournalUnwritable(f"{path}: the journal cannot be opened ({error})") from error
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA journal_mode = WAL")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        db.close()
        # SQLite quotes the rotten schema in its message, which need not be text.
        if isinstance(error, UnicodeDecodeError) or "not a database" in str(error) or "malformed" in str(error):
            raise JournalDamaged(f"{path}: this is no journal, or its head is damaged ({error})") from error
        raise JournalUnwritable(f"{path}: the journal cannot be opened ({error})") from error
    return db


def _check_kind(db: sqlite3.Connection, path: Path) -> None:
    (kind,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION_ID:
        raise JournalDamaged(f"{path}: this is not a journal of command-table")
    if version > FORMAT:
        raise JournalNewer(
            f"{path}: written by a newer command-table (format {version}; this one knows {FORMAT}): update it"
        )
    if version < FORMAT:
        raise JournalError(
            f"{path}: written by an older command-table (format {version}; this one knows {FORMAT}): "
            "finish the match with that one"
        )


def _walk(db: sqlite3.Connection, match_id: str) -> Iterator[tuple[int, bytes, bool]]:
    """Each batch's number and body, and whether it follows from the one before it."""
    head = chain_start(match_id)
    for expected, (n, body, chain) in enumerate(db.execute("SELECT n, body, chain FROM batches ORDER BY n"), 1):
        if not isinstance(body, bytes):
            yield n, b"", False
            return
        head = chain_next(head, body)
        yield n, body, n == expected and chain == head


def _sound_batches(db: sqlite3.Connection, match_id: str) -> Iterator[Batch]:
    """Up to the first one that is not sound."""
    with suppress(sqlite3.DatabaseError, msgspec.MsgspecError):
        for _, body, sound in _walk(db, match_id):
            if not sound:
                return
            yield split(body)


def _put_aside(path: Path) -> Path:
    n = 1
    while (aside := path.with_name(f"{path.name}.damaged-{n}")).exists():
        n += 1
    for ending in ("-wal", "-shm"):
        side = path.with_name(path.name + ending)
        if side.exists():
            side.rename(aside.with_name(aside.name + ending))
    return path.rename(aside)
