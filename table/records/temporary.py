"""Make temporary folders. Those of killed programs are removed when the next one is made, or at the next start.

They contain copies of journals, so only their owner may read them. The system releases a folder's lock when its program
dies, which identifies the folders of killed programs.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from hal.computer.files import lock, open_to_lock, remove_locked
from hal.computer.users import owns

NAMED = "command-table-tmp-"
"""The prefix of a folder's name."""


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """Yield a new private folder, and remove it afterwards. Any thread may call.

    `place` is its parent folder, by default the system's temporary folder. Raises OSError if it cannot be created.
    """
    clear_away(place)
    folder, handle = _held(place)
    try:
        yield folder
    finally:
        remove_locked(folder, handle)


def clear_away(place: Path | None = None) -> None:
    """Remove the folders of this user's killed programs. Never raises, and never waits."""
    with suppress(OSError):
        for folder in sorted(_in(place).glob(f"{NAMED}*")):
            with suppress(OSError):  # it is no folder, or another user's
                _clear(folder)


def _held(place: Path | None) -> tuple[Path, int]:
    """Create a folder and lock it. If it was removed between the two steps, create it again."""
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
    """Remove a folder that no program has locked. Files, and other users' folders, are left alone."""
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
