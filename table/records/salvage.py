"""The salvage of a damaged journal: its sound part is saved, and the damaged file is kept as it is."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import TypeVar

import msgspec

from table.records.disk import DISK, MOST_VALUE
from table.records.journal import (
    SUFFIX,
    Batch,
    JournalContent,
    SqliteJournal,
    beside,
    forget,
    named_in,
    secret_in,
    split,
    system_of,
    walk,
    write_whole,
)
from table.records.ports import Connection, Disk, Journal
from table.records.temporary import temporary_folder
from table.rules.fairness import SECRET_BYTES

T = TypeVar("T")
PAGE_BYTES = 4096
"""The size of a page in bytes: SQLite's default, which every journal has."""
SALVAGED = ".salvaged"
"""The suffix of the salvaged journal until the damaged one is set aside."""

MOST_BYTES = 64 * 1024 * 1024
"""The most bytes of a journal: sixty long matches. A larger file is not a journal, and is set aside."""
LOGS = ("-wal", "-journal")
"""The suffixes of the logs that SQLite would play back over a journal. command-table never writes the second kind."""
WITH_LOG, ALONE = ("", "-wal"), ("",)


def salvage(path: Path, entropy: Callable[[int], bytes], disk: Disk = DISK) -> tuple[Path, Journal | None]:
    """Set a damaged journal aside, without overwriting another, and begin a new one with its sound batches.

    Return the damaged file's new path, and the new journal under the old name; None if no batch can be read. Only
    complete batches are copied. An unreadable chance secret is replaced by a new one, which verification detects,
    because it does not fit the match's commitment. After a power cut, `settle` finishes it. The session's thread only.
    Raises OSError or sqlite3.Error.
    """
    sound = _read_sound(path, entropy)
    saved = path.with_name(path.name + SALVAGED)
    if sound is not None and sound.batches:
        forget(saved, disk)
        write_whole(saved, sound, disk)
    aside = _place_aside(path)
    disk.move(path, aside)
    settle(path, disk)
    if not path.exists():
        return aside, None
    return aside, SqliteJournal.open(path, disk)


def settle(path: Path, disk: Disk = DISK) -> None:
    """Finish an interrupted salvage. Do nothing if the journal is still in its place. Raises OSError."""
    saved = path.with_name(path.name + SALVAGED)
    if path.exists():
        forget(saved, disk)
        return
    _put_logs_aside(path, _aside(path, max(_times_aside(path), 1)), disk)
    if saved.exists():
        disk.move(saved, path)


def clear_place(path: Path, disk: Disk = DISK) -> None:
    """Clear the place for a journal where another one was, whose log SQLite would play over it.

    The log is set aside like that of a damaged journal, because it may be all that is left of a match. Raises OSError.
    """
    if not path.exists():
        _put_logs_aside(path, _place_aside(path), disk)


def _put_logs_aside(path: Path, aside: Path, disk: Disk) -> None:
    for ending in LOGS:
        log = beside(path, ending)
        if log.exists() and log.stat().st_size:
            disk.move(log, beside(aside, ending))
    forget(path, disk)


def _read_sound(path: Path, entropy: Callable[[int], bytes]) -> JournalContent | None:
    """Return the most that can be read of a journal: with its log or without it, and with a sound schema in its place.

    A log that contradicts the file is not its own, however long it is. This reads a copy, because SQLite writes even
    when it only reads, and the damaged file must stay unchanged as evidence.
    """
    if path.stat().st_size > MOST_BYTES:
        return None
    found = dict[tuple[str, ...], JournalContent]()
    with temporary_folder() as folder:
        copy = folder / "copy"
        for repair, endings in product((_as_it_is, _with_sound_schema), (WITH_LOG, ALONE)):
            for ending in endings:
                with suppress(FileNotFoundError):
                    shutil.copy(beside(path, ending), beside(copy, ending))
            repair(copy)
            sound = _sound_in(copy, path.name.removesuffix(SUFFIX))
            best = found.get(endings)
            if sound is not None and (best is None or _worth(sound) > _worth(best)):
                found[endings] = sound
            forget(copy, DISK)
    logged, own = found.get(WITH_LOG), found.get(ALONE)
    stray = own is not None and (logged is None or logged.batches[: len(own.batches)] != own.batches)
    best = own if stray else logged
    if best is None or best.secret:
        return best
    secrets = (each.secret for each in found.values() if each.secret)
    return best._replace(secret=next(secrets, b"") or entropy(SECRET_BYTES))


def _worth(whole: JournalContent) -> tuple[int, bool]:
    return len(whole.batches), bool(whole.secret)


def _as_it_is(copy: Path) -> None:
    pass


def _with_sound_schema(copy: Path) -> None:
    """Put another journal's page 1 into the copy. Except for the file's size, it is the same in every journal."""
    fresh = copy.with_name("fresh")
    write_whole(fresh, JournalContent("fresh", "fresh", b"", ()), DISK)
    page = bytearray(fresh.read_bytes()[:PAGE_BYTES])
    forget(fresh, DISK)
    page[28:32] = (copy.stat().st_size // PAGE_BYTES).to_bytes(4)
    with copy.open("r+b") as file:
        file.write(page)


def _sound_in(copy: Path, name: str) -> JournalContent | None:
    """Return what can be read of the copy, with an empty secret if that cannot be read.

    The match's id is in the file and is the file's name. The chain shows which of the two is correct.
    """
    db = sqlite3.connect(copy, isolation_level=None)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
    try:
        match_id, system = _read(lambda: named_in(db), (name, ""))
        batches = list(_sound_batches(db, match_id))
        if not batches:
            match_id, batches = name, list(_sound_batches(db, name))
        system = system_of(batches[0], system) if batches else system
        return JournalContent(match_id, system, _read(lambda: secret_in(db), b""), batches)
    except (sqlite3.DatabaseError, msgspec.MsgspecError, ValueError):
        return None
    finally:
        db.close()


def _read(part: Callable[[], T], otherwise: T) -> T:
    """Read one part of a journal, or return its default. Each part has its own pages, so only some may be damaged."""
    try:
        return part()
    except (sqlite3.DatabaseError, TypeError, ValueError):
        return otherwise


def _sound_batches(db: Connection, match_id: str) -> Iterator[Batch]:
    """Return the batches up to the first one that is not sound."""
    with suppress(sqlite3.DatabaseError, msgspec.MsgspecError):
        for _, body, sound in walk(db, match_id):
            if not sound:
                return
            yield split(body)


def _place_aside(path: Path) -> Path:
    return _aside(path, _times_aside(path) + 1)


def _times_aside(path: Path) -> int:
    n = 0
    while any(beside(_aside(path, n + 1), ending).exists() for ending in ("", *LOGS)):
        n += 1
    return n


def _aside(path: Path, n: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{n}")
