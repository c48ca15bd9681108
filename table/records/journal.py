"""The journal of one match: its events in order, hash-chained, in SQLite.

A batch is the events of one command with their cause: one row, one link of the chain, one transaction with
`synchronous=FULL`. When `append` returns, the whole batch is on disk. Only one thread at a time (the session's) uses a
journal. The chance secret is in a separate table, and never part of the chain.
"""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from table.records.disk import DISK, NEW
from table.records.ports import (
    Connection,
    Disk,
    JournalDamagedError,
    JournalError,
    JournalNewerError,
    JournalUnwritableError,
)
from table.records.wal import torn_from

APPLICATION_ID = 0x434D5442  # "CMTB", SQLite's own place for a file's kind
FORMAT = 1
"""The version of the format that is written and read."""
SUFFIX = ".match"
SIDE_FILES = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite keeps beside its own."""

SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE match (id TEXT NOT NULL, system TEXT NOT NULL);
CREATE TABLE batches (n INTEGER PRIMARY KEY, body BLOB NOT NULL, chain BLOB NOT NULL);
CREATE TABLE private (secret BLOB NOT NULL);
"""
TABLES = frozenset(line.rstrip(";") for line in SCHEMA.splitlines() if line.startswith("CREATE"))
INSERT = "INSERT INTO batches VALUES (?, ?, ?)"


class Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A batch. Its parts are the very bytes that were written."""

    cause: msgspec.Raw
    events: tuple[msgspec.Raw, ...]


class SqliteJournal:
    """A `Journal` in a file of SQLite. Open it with `create` or `open`; `close` it when done."""

    def __init__(self, path: Path, db: Connection, match_id: str, system: str) -> None:
        self.path = path
        self.match_id = match_id
        self.system = system
        self._db = db
        row = db.execute("SELECT n, chain FROM batches ORDER BY n DESC LIMIT 1").fetchone()
        last: tuple[int, bytes] = row or (0, chain_start(match_id))
        self.count, self.head = last
        """Returns the number of batches, and the head of the chain after them."""
        self._in_use = False

    @classmethod
    def create(cls, path: Path, match_id: str, system: str, secret: bytes, disk: Disk = DISK) -> Self:
        """Create a new journal, completely or not at all.

        Raises FileExistsError if there is one, and JournalUnwritableError if it cannot be written.
        """
        if path.exists():
            raise FileExistsError(f"{path} is there already")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path.with_name(path.name + NEW), JournalContent(match_id, system, secret, ()), disk)
            disk.move(path.with_name(path.name + NEW), path)
            return cls(path, _connect(path, disk), match_id, system)
        except (sqlite3.Error, OSError) as error:
            with suppress(OSError):
                forget(path.with_name(path.name + NEW), disk)
            raise JournalUnwritableError(f"{path}: a new journal cannot be written ({error}): free the disk") from error

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK, played: bool = False) -> Self:
        """Open a journal after a check from end to end, which changes nothing.

        The check covers pages, batches, hash chain and write-ahead log.

        `played`: True if the match is known to have had batches. Raises JournalDamagedError, JournalNewerError or
        JournalUnwritableError, and JournalError itself if it is missing, or is empty although it was played.
        """
        if not path.is_file():
            raise JournalError(f"{path}: there is no such journal")
        for odd in odd_beside(path):
            raise JournalUnwritableError(f"{odd}: not a regular file, and SQLite would wait for it. Move it away")
        match_id, system = _checked(path, disk, played)
        return cls(path, _connect(path, disk), match_id, system)

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        """Write one batch. It is on disk when this returns. Raises JournalUnwritableError if nothing was written.

        `bodies` are the events, and `cause` is their cause, all JSON.
        """
        batch = batch_body(bodies, cause)
        head = chain_next(self.head, batch)
        try:
            self._db.execute(INSERT, (self.count + 1, batch, head))  # one statement is a transaction of its own
        except sqlite3.Error as error:
            raise JournalUnwritableError(f"{self.path}: {error}: {_advice(error)}") from error
        self.count, self.head = self.count + 1, head

    def batches(self) -> Iterator[bytes]:
        """Read all batches from the disk, in order, as they were written. Raises sqlite3.Error."""
        for (body,) in self._db.execute("SELECT body FROM batches ORDER BY n"):
            yield body

    def bodies(self) -> Iterator[bytes]:
        """Read all events from the disk, in order, without their causes. Raises sqlite3.Error."""
        for batch in self.batches():
            yield from (bytes(event) for event in split(batch).events)

    def secret(self) -> bytes:
        """Return the chance secret. It is disclosed at the end of the match, never before. Raises sqlite3.Error."""
        (secret,) = self._db.execute("SELECT secret FROM private").fetchone()
        return bytes(secret)

    def close(self) -> None:
        """Merge the write-ahead log into the file, as far as the disk allows, and close it."""
        with suppress(sqlite3.Error):
            busy, _, _ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._in_use = bool(busy)
        self._db.close()

    @property
    def not_whole(self) -> str:
        """Return, after `close`, why the log is not merged into the file; empty if it is."""
        log = beside(self.path, "-wal")
        if not log.exists() or log.stat().st_size == 0:
            return ""
        return "another program reads it" if self._in_use else "free the disk"


def chain_start(match_id: str) -> bytes:
    """Return the head of the chain before the first batch, 32 bytes."""
    return hashlib.sha256(b"command-table journal 1\0" + match_id.encode()).digest()


def chain_next(head: bytes, body: bytes) -> bytes:
    """Return the head of the chain after a batch, 32 bytes."""
    return hashlib.sha256(head + body).digest()


def batch_body(bodies: Sequence[bytes], cause: bytes) -> bytes:
    """Return a batch as the bytes that the chain runs over. All parts are JSON."""
    return b'{"cause":' + cause + b',"events":[' + b",".join(bodies) + b"]}"


def split(body: bytes) -> Batch:
    """Return the parts of a batch. Raises msgspec.MsgspecError."""
    return _batch_decoder.decode(body)


_batch_decoder = msgspec.json.Decoder(Batch)


class JournalContent(NamedTuple):
    """The whole content of a journal."""

    match_id: str
    system: str
    secret: bytes
    batches: Sequence[Batch]


def write_whole(path: Path, whole: "JournalContent", disk: Disk) -> None:
    """Write a complete journal into a new file, and close it. Raises sqlite3.Error or OSError."""
    disk.create(path)
    db = _connect(path, disk)
    try:
        db.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA.strip().splitlines():
            db.execute(statement)
        db.execute("INSERT INTO match VALUES (?, ?)", (whole.match_id, whole.system))
        db.execute("INSERT INTO private VALUES (?)", (whole.secret,))
        head = chain_start(whole.match_id)
        for n, batch in enumerate(whole.batches, 1):
            body = batch_body([bytes(event) for event in batch.events], bytes(batch.cause))
            head = chain_next(head, body)
            db.execute(INSERT, (n, body, head))
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.close()


def forget(path: Path, disk: Disk) -> None:
    """Remove an incomplete file with SQLite's files beside it. Raises OSError."""
    for each in (path, *(beside(path, ending) for ending in SIDE_FILES)):
        disk.remove(each)


def beside(path: Path, ending: str) -> Path:
    """Return the path of the file with this suffix beside this one."""
    return path.with_name(path.name + ending)


def _checked(path: Path, disk: Disk, played: bool) -> tuple[str, str]:
    """Check a journal, and return the match's id and system. Raises JournalError. Nothing is changed."""
    if has_orphaned_log(path):
        raise JournalDamagedError(f"{path}: the journal is damaged (it is empty, and its write-ahead log is not)")
    if has_rollback(path):
        raise JournalDamagedError(
            f"{path}: {beside(path, '-journal').name} lies beside it, which no command-table writes: "
            "it is not played back; take it away, or start the table, which puts it aside"
        )
    own = _own_end(path, disk)  # first: a table that plays on moves batches from the log to the file
    try:
        db = disk.look(path)
    except sqlite3.Error as error:
        raise JournalUnwritableError(f"{path}: the journal cannot be opened ({error})") from error
    try:
        _check_kind(db, path)
        _check_tables(db)  # before anything else is read: what a table checks or computes is a program, too
        problems = [row[0] for row in db.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
        match_id, system, _ = head_of(db)
        batches, opened, broken = 0, system, None
        for n, body, sound in walk(db, match_id):
            if not sound:
                broken = n
                break
            opened = system_of(split(body), system) if n == 1 else opened
            batches = n
        stray = own is not None and not _leads_to(db, *own)
        torn = torn_from(beside(path, "-wal"), beside(path, "-shm"))
    except sqlite3.OperationalError as error:
        if _is_rotten(error):
            raise JournalDamagedError(f"{path}: the journal is damaged ({error})") from error
        raise JournalUnwritableError(f"{path}: the journal cannot be opened ({error})") from error
    except (sqlite3.DatabaseError, msgspec.MsgspecError, TypeError, ValueError) as error:
        raise JournalDamagedError(f"{path}: damaged, or not a journal ({error})") from error
    finally:
        db.close()
    if problems or broken is not None:
        where = f"batch {broken} does not follow from the one before it" if broken is not None else problems[0]
        raise JournalDamagedError(f"{path}: the journal is damaged ({where})")
    if opened != system:
        raise JournalDamagedError(f"{path}: the journal is damaged (it says {system}, and its first event {opened})")
    if torn is not None:
        raise JournalDamagedError(f"{path}: the journal is damaged (its write-ahead log, at byte {torn})")
    if played and not batches:
        raise JournalError(f"{path}: it was played, and nothing of it is there: its write-ahead log is gone")
    if stray:
        raise JournalDamagedError(
            f"{path}: the journal is damaged (its write-ahead log is older than it, or another's)"
        )
    return match_id, system


def odd_beside(path: Path) -> tuple[Path, ...]:
    """Return each pipe or device that has the name of one of SQLite's files beside a journal."""
    places = (beside(path, ending) for ending in SIDE_FILES)
    return tuple(each for each in places if each.exists() and not each.is_file())


def has_orphaned_log(path: Path) -> bool:
    """True if the file is empty and its log is not. SQLite would delete the log when it opens the file.

    Raises OSError if the file is not there.
    """
    log = beside(path, "-wal")
    return not path.stat().st_size and log.exists() and log.stat().st_size > 0


def has_rollback(path: Path) -> bool:
    """True if there is a rollback journal of SQLite, whose pages SQLite would write over the file on opening."""
    rollback = beside(path, "-journal")
    return rollback.exists() and rollback.stat().st_size > 0


def is_astray(path: Path, db: Connection) -> bool:
    """True if the write-ahead log beside the file is not its own.

    Then a batch of the file is missing in `db`, which reads the file with the log. Raises sqlite3.Error.
    """
    own = _own_end(path, DISK)
    return own is not None and not _leads_to(db, *own)


def _own_end(path: Path, disk: Disk) -> tuple[int, bytes] | None:
    """Return the number of the last sound batch in the file itself, and the chain's head after it.

    The file gets its pages from its log, so its own log contains this batch, or later ones. Return None if there is
    no log, or no batch.
    """
    if not beside(path, "-wal").exists():
        return None
    end: tuple[int, bytes] | None = None
    try:
        db = disk.look(path, log=False)
    except sqlite3.Error:
        return None
    try:
        match_id, _, _ = head_of(db)
        head = chain_start(match_id)
        for n, body, sound in walk(db, match_id):
            if not sound:
                break
            head = chain_next(head, body)
            end = n, head
    except (sqlite3.Error, TypeError, ValueError):
        pass  # half a checkpoint, which the log completes
    finally:
        db.close()
    return end


def _leads_to(db: Connection, n: int, head: bytes) -> bool:
    _check_tables(db)
    found: tuple[object] | None = db.execute("SELECT chain FROM batches WHERE n = ?", (n,)).fetchone()
    return found == (head,)


def head_of(db: Connection) -> tuple[str, str, bytes]:
    """Return match, system and secret. Raises TypeError or sqlite3.DatabaseError if they are damaged."""
    return *named_in(db), secret_in(db)


def named_in(db: Connection) -> tuple[str, str]:
    """Return match and system. Raises the same as `head_of`."""
    _check_tables(db)
    match_id, system = db.execute("SELECT id, system FROM match").fetchone()
    if not (isinstance(match_id, str) and isinstance(system, str)):
        raise TypeError("its head is not text")
    return match_id, system


def secret_in(db: Connection) -> bytes:
    """Return the chance secret. Raises the same as `head_of`."""
    _check_tables(db)
    (secret,) = db.execute("SELECT secret FROM private").fetchone()
    if not isinstance(secret, bytes):
        raise TypeError("its secret is not bytes")
    return secret


def _check_tables(db: Connection) -> None:
    """Raise sqlite3.DatabaseError for tables that are not a journal's own.

    A file from outside may have a view instead of a table, and reading it could run an endless query.
    """
    if frozenset(sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")) != TABLES:
        raise sqlite3.DatabaseError("its tables are not those of a journal")


class _Opened(msgspec.Struct):
    """The part of a match's first event that the file's head repeats. The head is not in the chain."""

    system: str = ""


def system_of(first: Batch, head: str) -> str:
    """Return the game in the first batch, or else in the head. Raises msgspec.MsgspecError."""
    return (msgspec.json.decode(first.events[0], type=_Opened).system if first.events else "") or head


def _is_rotten(error: sqlite3.OperationalError) -> bool:
    """True if the content is damaged, such as a missing table or column. False if the disk is unreachable."""
    return not any(word in str(error) for word in ("unable to open", "readonly", "locked", "busy", "disk I/O", "full"))


def _connect(path: Path, disk: Disk) -> Connection:
    try:
        db = disk.connect(path)
    except sqlite3.Error as error:
        raise JournalUnwritableError(f"{path}: the journal cannot be opened ({error})") from error
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error as error:
        db.close()
        raise JournalUnwritableError(f"{path}: the journal cannot be opened ({error})") from error
    return db


def _advice(error: sqlite3.Error) -> str:
    if isinstance(error, sqlite3.IntegrityError):
        return "another program has written into this match; stop it, and start this table again"
    return "free the disk or make it writable"


def _check_kind(db: Connection, path: Path) -> None:
    (kind,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION_ID or version < FORMAT:
        raise JournalDamagedError(f"{path}: this is not a journal of command-table")
    if version > FORMAT:
        raise JournalNewerError(
            f"{path}: written by a newer command-table (format {version}; this one knows {FORMAT}): update it"
        )


def walk(db: Connection, match_id: str) -> Iterator[tuple[int, bytes, bool]]:
    """Read each batch's number and body, and whether it follows from the one before it. Raises sqlite3.Error."""
    _check_tables(db)
    head = chain_start(match_id)
    for expected, (n, body, chain) in enumerate(db.execute("SELECT n, body, chain FROM batches ORDER BY n"), 1):
        if not isinstance(body, bytes):
            yield n, b"", False
            return
        head = chain_next(head, body)
        yield n, body, n == expected and chain == head
