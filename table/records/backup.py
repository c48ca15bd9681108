"""Pack a table's state into one file, and restore it. It contains matches, archive, lists, scenarios and cards.

A match that is not over is left out with all its files: its journal has the secret of coming rolls, and what is hidden.
The backup has a list of such matches. It also contains the key of the cards, so it is private.

Each file is written completely or not at all: a kill or a full disk leaves no partial file under its final name.
"""

import os
import sqlite3
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from table import __version__
from table.records.archive import ArchiveError, PackedFile, members
from table.records.backup_names import MOST_JOURNAL, NOT_OVER, fits, most_bytes_of
from table.records.disk import DISK, NEW, give_to_owner
from table.records.folder import FILES, LISTS, MATCHES, PLAYERS, ROOMS, SCENARIOS, VERSION
from table.records.history import is_disclosed
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


class MadeBackup(NamedTuple):
    """The names in a backup."""

    names: tuple[str, ...]
    """The packed files."""
    not_over: tuple[str, ...]
    """The matches that are left out, because they are not over, or cannot be read."""


class RestoredBackup(NamedTuple):
    """The names of a restored backup."""

    names: tuple[str, ...]
    """The restored files."""
    left: tuple[str, ...]
    """The files that existed. They are unchanged."""
    not_over: tuple[str, ...]
    """The matches that the backup does not contain, because they were not over when it was made."""


class BackupError(DiskError, OSError):
    """The backup cannot be made, or the file is not a backup. Nothing was changed."""


def backup(folder: Path, out: Path) -> MadeBackup:
    """Pack the state into the file `out`, without matches that are not over.

    Each journal is a consistent snapshot. Any thread may call; it can take seconds. Raises
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
        found = list(_found(folder))  # first: a match that begins afterwards is not among them
        not_over = tuple(sorted(_not_over(folder)))
        paths = [path for path in found if _is_kept(folder, path) and not _is_of(path, not_over)]
        names = tuple(_packed(folder, paths, not_over, half))
        DISK.move(half, out)
    except BaseException:  # an interrupt must not leave half a file either
        DISK.remove(half)
        raise
    return MadeBackup(names, not_over)


def left_out(folder: Path) -> tuple[str, ...]:
    """Return the names of files that the backup had to leave out.

    These are lists with odd names, and files that are too large.
    """
    there = (path for path in _found(folder) if path.is_file() and not path.name.endswith((NEW, *SIDE_FILES)))
    names = (path.relative_to(folder).as_posix() for path in there if not _is_kept(folder, path))
    return tuple(name for name in names if most_bytes_of(name) or name.startswith((f"{LISTS}/", f"{SCENARIOS}/")))


def restore(folder: Path, source: Path) -> RestoredBackup:
    """Restore a backup. Existing files stay unchanged.

    The caller holds the folder (`lock.held`). Raises BackupError if the file is not a backup, or if the disk is full:
    then nothing is restored. After an interruption, call it again: each file is complete or missing.
    """
    done, left, others = list[str](), list[str](), set[Path]()
    try:
        not_over = _check(source)
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
    return RestoredBackup(tuple(done), tuple(left), not_over)


def _check(source: Path) -> tuple[str, ...]:
    """Check every file before the first is restored, so that a foreign archive changes nothing.

    Return the matches that the backup does not contain, because they were not over.

    Raises ArchiveError, and BackupError for a backup of a newer program, which may contain other files.
    """
    odd: str | None = None
    not_over: tuple[str, ...] = ()
    for member in _members(source):
        if member.name == NOT_OVER and member.file is not None and fits(NOT_OVER, member.size):
            not_over = _listed(member.file.read())
        if member.name == VERSION and member.file is not None:
            _refuse_newer(source, version_in(member.file.read(MOST_BYTES)))
        if odd is None and not (member.plain and fits(member.name, member.size)):
            odd = member.name
    if odd is not None:
        raise ArchiveError(f"it has {odd}, which is not in a backup, or not so large")
    return not_over


def _listed(content: bytes) -> tuple[str, ...]:
    """Return the matches of such a list. Raises ArchiveError."""
    try:
        return msgspec.json.decode(content, type=tuple[str, ...])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ArchiveError(f"its {NOT_OVER} is no list") from error


def _members(source: Path) -> Iterator[PackedFile]:
    """Yield all members. Raises ArchiveError, and BackupError for a file that cannot be read."""
    try:
        yield from members(source, MOST_JOURNAL)
    except NotAFileError as error:
        raise BackupError(f"{error}: nothing is put back") from error
    except OSError as error:
        raise BackupError(f"{source} cannot be read ({error}): nothing is put back") from error


def _contents(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each file to restore, without the notes about the backup itself.

    The version mark is left out, because the running program marks the folder itself.
    """
    for member in _members(source):
        if member.file is None or not fits(member.name, member.size):
            raise ArchiveError("it has changed meanwhile")
        if member.name not in (VERSION, NOT_OVER):
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


def _not_over(folder: Path) -> Iterator[str]:
    """Yield the matches in play that do not disclose their secret. One that cannot be read may be such a match.

    All matches in the archive are over.
    """
    matches = {path.name.partition(SUFFIX)[0]: path for path in folder.glob(f"{MATCHES}/*{SUFFIX}*")}
    for match in matches:
        if not is_disclosed(folder / MATCHES / f"{match}{SUFFIX}"):
            yield match


def _is_of(path: Path, matches: Iterable[str]) -> bool:
    """True for a file of one of these matches in play."""
    return path.parent.name == MATCHES and path.name.startswith(tuple(f"{each}." for each in matches))


def _is_kept(folder: Path, path: Path) -> bool:
    """True if a backup has this file. A journal brings SQLite's files beside it."""
    name = path.relative_to(folder).as_posix()
    return path.is_file() and not name.endswith(f"{SUFFIX}-wal") and fits(name, path.stat().st_size)


def _writing(file: BinaryIO) -> tarfile.TarFile:
    """Return an archive in which a link is the file that it leads to, because no link is ever restored."""
    return tarfile.open(fileobj=file, mode="w:gz", dereference=True)


def _packed(folder: Path, paths: Iterable[Path], not_over: tuple[str, ...], out: Path) -> Iterator[str]:
    with out.open("r+b") as file, _writing(file) as tar, temporary_folder() as copies:
        if not_over:
            note = copies / NOT_OVER
            note.write_bytes(msgspec.json.encode(not_over))
            tar.add(note, NOT_OVER)
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
