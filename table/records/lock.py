"""One program at a time holds a table's state folder; and whose files in it others could read or change."""

import fcntl
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hal.events import Fault
from table.records.disk import give_to_owner
from table.records.folder import CARD_BOOK, CARD_KEY, LOCK, ROOMS
from table.rules.errors import OwnerError

log = logging.getLogger(__name__)

PRIVATE = (*(f"{room}/*" for room in ROOMS), CARD_BOOK, CARD_KEY, LOCK)
"""Journals hold the chance secret, the card book says which tag is which card, and the key makes records. Where
the lock is another user's the folder cannot be held."""


class StateInUse(OwnerError, OSError):
    """Another program has this state folder. Two at one journal would each tell another story."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Holds the folder until the end, however that comes: the kernel lets go of it with the process.

    Raises StateInUse. Where nothing can be written nothing can be held either: that is logged, and the table goes on.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = not (folder / LOCK).exists()
        handle = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        if made:
            give_to_owner(folder, folder / LOCK)
    except OSError as error:
        log.warning("%s cannot be held (%s): make sure that no other command-table uses it", folder, error)
        yield
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            other = os.pread(handle, 20, 0).decode(errors="replace").strip() or "unknown"
            raise StateInUse(f"{folder} is in use by another command-table (process {other}): stop that one") from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def exposed(folder: Path, user: int) -> Iterator[Fault]:
    """Each private file that is not the user's own, or that others may read or change; and each folder of theirs, if
    others may put files of their own in the place of these, or the user may not."""
    rooms = [folder / room for room in ROOMS]
    for place in (folder, *rooms):
        if place.is_dir() and place.stat().st_mode & 0o002:
            yield Fault("state.exposed", place.name, f"o-w {place}")
        elif place.is_dir() and place is not folder and place.stat().st_uid != user:
            yield Fault("state.foreign", place.name, f"{user} {place}")
    for path in sorted(path for pattern in PRIVATE for path in folder.glob(pattern)):
        try:
            status = path.stat()
        except OSError:
            continue  # it went away meanwhile
        if status.st_uid != user:
            yield Fault("state.foreign", path.name, f"{user} {path}")
        elif stat.S_IMODE(status.st_mode) & 0o077:
            yield Fault("state.exposed", path.name, f"600 {path}")


def whose(folder: Path, user: int) -> int:
    """Who the folder's files should belong to: root looks at it for its owner, everybody else for themselves."""
    return folder.stat().st_uid if user == 0 else user
