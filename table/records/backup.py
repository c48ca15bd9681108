"""Pack a table's state into one file, and restore it. It contains matches, archive, lists, scenarios and cards.

It contains secrets, so it is private. Each file is written completely or not at all: a kill or a full disk leaves no
partial file under its final name.
"""

import os
import sqlite3
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from table import __version__
from table.records.archive import ArchiveError, PackedFile, members
from table.records.backup_names import MOST_JOURNAL, fits, most_bytes_of
from table.records.disk import DISK, NEW, give_to_owner
from table.records.folder import FILES, LISTS, PLAYERS, ROOMS, SCENARIOS, VERSION
from table.records.journal import SIDE_FILES, SUFFIX, beside, has_orphaned_log, has_rollback, is_astray
from table.records.salvage import clear_place
from table.records.state_version import MOST_BYTES, is_newer, refuse_newer, version_in
from table.records.temporary import temporary_folder
from table.rules.errors import DiskError
from table.words.brought_file import NotAFileError

SEARCHED = (
    *(f"{room}/*" for room in (*ROOMS, PLAYERS)),
    *(f"{room}/{deep}" for room in (LISTS, SCENARIOS) for deep in ("*", "*/*")),
)
"""The patterns of files to keep, beside those in the state folder itself.

`backup_names` decides which of them are kept.

The notes of how much of a match was on this disk (`folder.SYNCED`) are left out: the table reports an older copy of a
match beside a newer note.
"""


class BackupError(DiskError, OSError):
    """The backup cannot be made, or the file is not a backup. Nothing was changed."""


def backup(folder: Path, out: Path) -> tuple[str, ...]:
    """Pack the state into the file `out`, and return the names of the packed files.

    Each journal is a consistent snapshot, even during a match. Any thread may call; it can take seconds. Raises
    BackupError if `out` exists, StateNewerError for a folder that a newer program has used, which may contain unknown
    files, and OSError if it cannot be written: then nothing remains of it.
    """
    refuse_newer(folder)
    if out.exists():
        raise BackupError(f"{out} is there already: name another file")
    half = out.with_name(out.name + NEW)
    DISK.remove(half)
    try:
        DISK.create(half)
        names = tuple(_packed(folder, [path for path in _found(folder) if _is_kept(folder, path)], half))
        DISK.move(half, out)
    except BaseException:  # an interrupt must not leave half a file either
        DISK.remove(half)
        raise
    return names


def left_out(folder: Path) -> tuple[str, ...]:
    """Return the names of files that the backup had to leave out.

    These are lists with odd names, and files that are too large.
    """
    there = (path for path in _found(folder) if path.is_file() and not path.name.endswith((NEW, *SIDE_FILES)))
    names = (path.relative_to(folder).as_posix() for path in there if not _is_kept(folder, path))
    return tuple(name for name in names if most_bytes_of(name) or name.startswith((f"{LISTS}/", f"{SCENARIOS}/")))


def restore(folder: Path, source: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Restore a backup. Return the names of the restored files, and of existing files, which stay unchanged.

    The caller holds the folder (`lock.held`). Raises BackupError if the file is not a backup, or if the disk is full:
    then nothing is restored. After an interruption, call it again: each file is complete or missing.
    """
    done, left, others = list[str](), list[str](), set[Path]()
    try:
        _check(source)
        for name, content in _contents(source):
            (done if _put_back(folder, folder / name, content, others) else left).append(name)
    except ArchiveError as error:
        _take_away(folder / name for name in reversed(done))
        raise BackupError(f"{source} is damaged, or not a backup ({error})") from error
    except BackupError:
        _take_away(folder / name for name in reversed(done))
        raise
    except OSError as error:
        _take_away(folder / name for name in reversed(done))
        raise BackupError(
            f"{folder}: {source} cannot be put back there ({error}): nothing of it stays; "
            "free the disk or make it writable"
        ) from error
    return tuple(done), tuple(left)


def _check(source: Path) -> None:
    """Check every file before the first is restored, so that a foreign archive changes nothing.

    Raises ArchiveError, and BackupError for a backup of a newer program, which may contain other files.
    """
    odd: str | None = None
    for member in _members(source):
        if member.name == VERSION and member.file is not None:
            _refuse_newer(source, version_in(member.file.read(MOST_BYTES)))
        if odd is None and not (member.plain and fits(member.name, member.size)):
            odd = member.name
    if odd is not None:
        raise ArchiveError(f"it has {odd}, which is not in a backup, or not so large")


def _members(source: Path) -> Iterator[PackedFile]:
    """Yield all members. Raises ArchiveError, and BackupError for a file that cannot be read."""
    try:
        yield from members(source, MOST_JOURNAL)
    except NotAFileError as error:
        raise BackupError(f"{error}: nothing is put back") from error
    except OSError as error:
        raise BackupError(f"{source} cannot be read ({error}): nothing is put back") from error


def _contents(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each file to restore. The version mark is left out, because the running program marks the folder itself."""
    for member in _members(source):
        if member.file is None or not fits(member.name, member.size):
            raise ArchiveError("it has changed meanwhile")
        if member.name != VERSION:
            yield member.name, member.file.read()


def _refuse_newer(source: Path, version: str) -> None:
    if is_newer(version):
        raise BackupError(
            f"{source} was made by command-table {version}, which is newer than this one ({__version__}): nothing is "
            "put back. Restore it with that one or a later one"
        )


def _put_back(folder: Path, place: Path, content: bytes, others: set[Path]) -> bool:
    """Restore a file. Return False if it exists, or if it is the log of a journal whose place another journal has."""
    if place.exists():
        if place.suffix == SUFFIX and place.read_bytes() != content:
            others.add(place)
        return False
    if place.with_name(place.name.removesuffix("-wal")) in others:
        return False
    if place.suffix == SUFFIX:
        clear_place(place)
    DISK.replace(place, content)
    give_to_owner(folder, place)
    return True


def _take_away(places: Iterable[Path]) -> None:
    for place in places:
        with suppress(OSError):
            DISK.remove(place)


def _found(folder: Path) -> Iterator[Path]:
    yield from (path for pattern in SEARCHED for path in sorted(folder.glob(pattern)))
    yield from (folder / name for name in FILES)


def _is_kept(folder: Path, path: Path) -> bool:
    """True if a backup has this file. A journal brings SQLite's files beside it."""
    name = path.relative_to(folder).as_posix()
    return path.is_file() and not name.endswith(f"{SUFFIX}-wal") and fits(name, path.stat().st_size)


def _packed(folder: Path, paths: list[Path], out: Path) -> Iterator[str]:
    with (
        out.open("r+b") as file,
        tarfile.open(fileobj=file, mode="w:gz") as tar,
        temporary_folder() as copies,
    ):
        for path in paths:
            for source, place in _copied(path, copies / "copy"):
                name = place.relative_to(folder).as_posix()
                tar.add(source, name)
                yield name
        tar.close()
        file.flush()
        os.fsync(file.fileno())


def _copied(path: Path, copy: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each file to pack, and its original path. A journal is copied with its log merged.

    All other files are packed unchanged, also a damaged journal and its log.
    """
    if path.suffix != SUFFIX or has_orphaned_log(path) or has_rollback(path):
        yield from _as_they_lie(path)
        return
    copy.unlink(missing_ok=True)
    how = "ro" if beside(path, "-wal").exists() else "rw"  # who alone reads a log leaves it as it is
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode={how}", uri=True, timeout=2.0)
    target = sqlite3.connect(copy)
    try:
        if is_astray(path, source):
            yield from _as_they_lie(path)
            return
        source.backup(target)
    except sqlite3.DatabaseError:
        yield from _as_they_lie(path)
        return
    finally:
        target.close()
        source.close()
    copy.chmod(0o600)
    yield copy, path


def _as_they_lie(path: Path) -> Iterator[tuple[Path, Path]]:
    logs = (beside(path, "-wal"),) if path.suffix == SUFFIX else ()
    return ((each, each) for each in (path, *logs) if each.exists())
