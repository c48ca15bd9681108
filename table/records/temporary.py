"""Make temporary folders. Those of killed programs are removed when the next one is made, or at the next start.

Copies of journals lie in them, so each belongs to its owner alone. The kernel lets go of a folder's lock when its
program dies, however it dies; that tells the folders of the dead from those of the living.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

NAMED = "command-table-tmp-"
"""The beginning of a folder's name. No earlier version has used it, so that none of theirs is taken for a dead one."""


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """Yield a new private folder, and remove it in the end. Any thread may call.

    `place` is the folder that it is made in; without it, the system's own for such things. Raises OSError if none can
    be made.
    """
    clear_away(place)
    folder, lock = _held(place)
    try:
        yield folder
    finally:
        try:
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)


def clear_away(place: Path | None = None) -> None:
    """Remove the folders of programs of this user that were killed. Nothing is raised, and nobody is waited for."""
    with suppress(OSError):
        for folder in sorted(_in(place).glob(f"{NAMED}*")):
            _clear(folder)


def _held(place: Path | None) -> tuple[Path, int]:
    """Make a folder and lock it. One that was cleared away between the two is made again."""
    while True:
        folder = Path(mkdtemp(prefix=NAMED, dir=_in(place)))
        with suppress(FileNotFoundError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if os.fstat(lock).st_nlink and folder.exists():
                    return folder, lock
            except BaseException:
                os.close(lock)
                raise
            os.close(lock)


def _clear(folder: Path) -> None:
    """Remove a folder that nobody holds. Files, and other users' folders, are left alone."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if os.fstat(lock).st_uid == os.geteuid():
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return  # its program lives
    finally:
        os.close(lock)


def _in(place: Path | None) -> Path:
    return Path(gettempdir()) if place is None else place
