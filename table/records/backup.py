"""A backup packs a table's state into one file, and puts it back. It has matches, archive, lists, scenarios and cards.

It holds secrets, and is private. Backup and restore are whole or not at all, file by file: a kill or a full disk leaves
no half file under its own name.
"""

import gzip
import os
import sqlite3
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from table import __version__
from table.records.disk import DISK, NEW, give_to_owner
from table.records.folder import (
    BOTS,
    CARD_BOOK,
    CARD_KEY,
    CARDS_READ,
    CARDS_READ_OLD,
    LAST,
    LISTS,
    MATCHES,
    ROOMS,
    SCENARIOS,
    VERSION,
)
from table.records.journal import SIDE_FILES, SUFFIX, beside, has_orphaned_log, has_rollback, is_astray
from table.records.salvage import clear_place
from table.records.state_version import MOST_BYTES, is_newer, refuse_newer, version_in
from table.rules.errors import DiskError

KEPT = (
    *(f"{room}/*{SUFFIX}*" for room in ROOMS),
    f"{MATCHES}/*{BOTS}",
    *(f"{LISTS}/*", f"{LISTS}/*/*", f"{SCENARIOS}/*"),
    *(CARD_BOOK, CARD_KEY, CARDS_READ, CARDS_READ_OLD, LAST, VERSION),
)


"""The notes of how much of a match was on this disk (`folder.SYNCED`) are left out: an older copy of a match, put back
beside a newer note, is told as one."""


class BackupError(DiskError, OSError):
    """The backup cannot be made, or the file is none. Nothing was changed."""


def backup(folder: Path, out: Path) -> tuple[str, ...]:
    """Pack everything that is kept into the file `out`, and return the names of what is in it.

    Each journal is as of one moment, even while it is played. Any thread may call; it can take seconds. Raises
    BackupError if `out` is there already, StateNewerError for a folder that a newer program has used, which may keep
    more than this one knows of, and OSError if it cannot be written: then nothing of it stays.
    """
    refuse_newer(folder)
    if out.exists():
        raise BackupError(f"{out} is there already: name another file")
    paths = [path for pattern in KEPT for path in sorted(folder.glob(pattern)) if _is_kept(path)]
    half = out.with_name(out.name + NEW)
    DISK.remove(half)
    try:
        DISK.create(half)
        names = tuple(_packed(folder, paths, half))
        DISK.move(half, out)
    except OSError:
        DISK.remove(half)
        raise
    return names


def restore(folder: Path, source: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Put a backup back. Return the names of what was put back, and of what was there already and stays as it is.

    The caller holds the folder (`lock.held`). Raises BackupError if the file is no backup, or if the disk takes no
    more: then nothing of it stays. If it was cut off, call it again: each file is there whole or not at all.
    """
    done, left, others = list[str](), list[str](), set[Path]()
    try:
        with tarfile.open(source, "r:gz") as tar:
            _refuse_newer(source, tar)
            for member, content in _members(tar):
                (done if _put_back(folder, folder / member, content, others) else left).append(member)
    except (tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BackupError(f"{source} is no backup, or is damaged ({error})") from error
    except BackupError:
        raise
    except OSError as error:
        _take_away(folder / member for member in reversed(done))
        raise BackupError(
            f"{folder}: {source} cannot be put back there ({error}): nothing of it stays; "
            "free the disk or make it writable"
        ) from error
    return tuple(done), tuple(left)


def _refuse_newer(source: Path, tar: tarfile.TarFile) -> None:
    """Raise BackupError for what a newer program has packed."""
    marks = [tar.extractfile(member) for member in tar.getmembers() if member.name == VERSION and member.isfile()]
    version = next((version_in(file.read(MOST_BYTES)) for file in marks if file is not None), "")
    if is_newer(version):
        raise BackupError(
            f"{source} was made by command-table {version}, which is newer than this one ({__version__}): nothing is "
            "put back. Restore it with that one or a later one"
        )


def _put_back(folder: Path, place: Path, content: bytes, others: set[Path]) -> bool:
    """Return False if the file is there already, or is the log of a journal whose place another journal has."""
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


def _is_kept(path: Path) -> bool:
    return path.is_file() and not path.name.endswith((*(SUFFIX + ending for ending in SIDE_FILES), NEW))


def _packed(folder: Path, paths: list[Path], out: Path) -> Iterator[str]:
    with (
        out.open("r+b") as file,
        tarfile.open(fileobj=file, mode="w:gz") as tar,
        TemporaryDirectory() as copies,
    ):
        for path in paths:
            for source, place in _copied(path, Path(copies, "copy")):
                name = place.relative_to(folder).as_posix()
                tar.add(source, name)
                yield name
        tar.close()
        file.flush()
        os.fsync(file.fileno())


def _members(tar: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """Check all files before the first is put back, so that a foreign archive changes nothing.

    The mark is left out: the folder is marked by the program that holds it.
    """
    members = tar.getmembers()
    for member in members:
        if not member.isfile() or not any(_fits(PurePosixPath(member.name), pattern) for pattern in KEPT):
            raise tarfile.TarError(f"it has {member.name}")
    read = [(member.name, tar.extractfile(member)) for member in members if member.name != VERSION]
    yield from [(name, file.read()) for name, file in read if file is not None]


def _fits(name: PurePosixPath, pattern: str) -> bool:
    """True if the whole name fits the pattern. `match` alone would compare from the right."""
    return ".." not in name.parts and len(name.parts) == len(PurePosixPath(pattern).parts) and name.match(pattern)


def _copied(path: Path, copy: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each file to pack, and the path that it stands for. A journal is copied with its log taken in.

    Any other file is packed as it lies there, and so are a damaged journal and its log.
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
    return ((each, each) for each in (path, beside(path, "-wal")) if each.exists())
