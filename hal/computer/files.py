"""Files: handles, locks, and the guarantees of folders and open files. Any thread may call."""

import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

FOLDERS_OPEN = hasattr(os, "O_DIRECTORY")
"""True if a folder can be opened, synced and locked, and an open file replaced.

All of this is impossible on Windows.
"""
PRIVATE = 0o600
LOCK = ".locked"
"""The file that is locked if the folder's own handle cannot be."""
TRIES, PAUSE_S = 20, 0.01
"""The tries to replace a file that another program has open, and the pause between two."""


def open_handle(path: Path, flags: int, mode: int = PRIVATE, *, follow: bool = True) -> int:
    """Open a file for bytes, as `os.open`. `follow=False` refuses a link, where the system can. Raises OSError."""
    kept = 0 if follow else getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, flags | kept | getattr(os, "O_BINARY", 0), mode)


def lock(handle: int, *, wait: bool = False) -> bool:
    """Lock an open file for this process. Return False if another one has locked it.

    The system unlocks it when the handle is closed or the process dies. Raises OSError if the file system has no locks.
    """
    if sys.platform != "win32":
        with suppress(ImportError):
            from fcntl import LOCK_EX, LOCK_NB, flock

            try:
                flock(handle, LOCK_EX if wait else LOCK_EX | LOCK_NB)
            except (BlockingIOError, PermissionError):  # some file systems report the second
                return False
            return True
    from filelock import lock_descriptor

    return lock_descriptor(handle, blocking=wait)


def open_to_lock(folder: Path) -> int:
    """Open the handle for locking a folder: its own, or that of a file in it on Windows. Raises OSError."""
    if sys.platform != "win32" and FOLDERS_OPEN:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    return open_handle(folder / LOCK, os.O_CREAT | os.O_RDWR)


def remove_locked(folder: Path, handle: int) -> None:
    """Remove as much of a folder as possible, and close its lock's handle."""
    try:
        if not FOLDERS_OPEN:
            os.close(handle)  # a file that is open cannot be removed
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        if FOLDERS_OPEN:
            os.close(handle)


def replace(path: Path, place: Path) -> None:
    """Rename a file, replacing any file of the new name. Raises OSError.

    Windows refuses while another program, such as a virus scanner, has the file open: this waits for up to 0.2 s.
    """
    for _ in range(0 if FOLDERS_OPEN else TRIES):
        try:
            path.replace(place)
        except PermissionError:
            time.sleep(PAUSE_S)
        else:
            return
    path.replace(place)


def replaced(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Replace a file; a power cut leaves the old content or the new. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    handle = open_handle(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Sync the changes of file names in this folder to disk.

    Does nothing on Windows: the file system's own journal keeps the order of such changes.
    """
    if not FOLDERS_OPEN:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
