"""Make temporary folders. Those of killed programs are removed when the next one is made, or at the next start.

Copies of journals lie in them, so each belongs to its owner alone. The system lets go of a folder's lock when its
program dies, however it dies; that tells the folders of the dead from those of the living.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from hal.computer.files import lock, open_to_lock, remove_locked
from hal.computer.users import owns

NAMED = "command-table-tmp-"
"""The beginning of a folder's name. No earlier version has used it, so that none of theirs is taken for a dead one."""


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """Yield a new private folder, and remove it in the end. Any thread may call.

    `place` is the folder that it is made in; without it, the system's own for such things. Raises OSError if none can
    be made.
    """
    clear_away(place)
    folder, handle = _held(place)
    try:
        yield folder
    finally:
        remove_locked(folder, handle)


def clear_away(place: Path | None = None) -> None:
    """Remove the folders of programs of this user that were killed. Nothing is raised, and nobody is waited for."""
    with suppress(OSError):
        for folder in sorted(_in(place).glob(f"{NAMED}*")):
            with suppress(OSError):  # it is no folder, or another user's
                _clear(folder)


def _held(place: Path | None) -> tuple[Path, int]:
    """Make a folder and lock it. One that was cleared away between the two is made again."""
    while True:
        folder = Path(mkdtemp(prefix=NAMED, dir=_in(place)))
        with suppress(FileNotFoundError):
            handle = open_to_lock(folder)
            try:
                with suppress(OSError):  # a file system without locks, where nobody can clear it away either
                    lock(handle, wait=True)
                if os.fstat(handle).st_nlink and folder.exists():
                    return folder, handle
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)


def _clear(folder: Path) -> None:
    """Remove a folder that nobody holds. Files, and other users' folders, are left alone."""
    handle = open_to_lock(folder)
    try:
        dead = owns(os.fstat(handle)) and lock(handle)
    except BaseException:
        os.close(handle)
        raise
    if dead:
        remove_locked(folder, handle)
    else:
        os.close(handle)


def _in(place: Path | None) -> Path:
    return Path(gettempdir()) if place is None else place
