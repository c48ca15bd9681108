"""A table's state as one file, and back: matches, archive, lists, card book. It holds secrets, and is private."""

import os
import sqlite3
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from table.journal import SUFFIX
from table.matches import ROOMS

LISTS = "lists"
CARDS = "cards.json"
KEPT = (*(f"{room}/*{SUFFIX}*" for room in ROOMS), f"{LISTS}/*", CARDS)
SIDE_FILES = ("-wal", "-shm")


class BackupError(OSError):
    """The backup cannot be made, or is not one. Nothing was changed."""


def backup(folder: Path, out: Path) -> tuple[str, ...]:
    """Everything that is kept, each journal as of one moment, even while it is played. Never over another file."""
    paths = [path for pattern in KEPT for path in sorted(folder.glob(pattern)) if not path.name.endswith(SIDE_FILES)]
    try:
        handle = os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as error:
        raise BackupError(f"{out} is there already: name another file") from error
    names = []
    with (
        os.fdopen(handle, "wb") as file,
        tarfile.open(fileobj=file, mode="w:gz") as tar,
        TemporaryDirectory() as copies,
    ):
        for path in paths:
            name = path.relative_to(folder).as_posix()
            tar.add(_copied(path, Path(copies, "copy")), name)
            names.append(name)
    return tuple(names)


def restore(folder: Path, source: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was put back, and what was there already and was left as it is. The caller holds the folder."""
    done, left = list[str](), list[str]()
    try:
        with tarfile.open(source, "r:gz") as tar:
            for member, content in _members(tar):
                place = folder / member
                place.parent.mkdir(parents=True, exist_ok=True)
                try:
                    handle = os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                except FileExistsError:
                    left.append(member)
                    continue
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                done.append(member)
    except (tarfile.TarError, EOFError) as error:
        raise BackupError(f"{source} is no backup, or is damaged ({error})") from error
    return tuple(done), tuple(left)


def _members(tar: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """All is looked at before the first is put back: a foreign file changes nothing."""
    members = tar.getmembers()
    for member in members:
        if not member.isfile() or not any(PurePosixPath(member.name).match(pattern) for pattern in KEPT):
            raise tarfile.TarError(f"it has {member.name}")
        if ".." in PurePosixPath(member.name).parts or member.name.startswith("/"):
            raise tarfile.TarError(f"it has {member.name}")
    read = [(member.name, tar.extractfile(member)) for member in members]
    yield from [(name, file.read()) for name, file in read if file is not None]


def _copied(path: Path, copy: Path) -> Path:
    """A journal as of this moment, with what stands in its write-ahead log; any other file as it lies there."""
    if path.suffix != SUFFIX:
        return path
    copy.unlink(missing_ok=True)
    source = sqlite3.connect(path, timeout=2.0)
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    except sqlite3.DatabaseError:
        return path  # damaged: kept as it is
    finally:
        target.close()
        source.close()
    copy.chmod(0o600)
    return copy
