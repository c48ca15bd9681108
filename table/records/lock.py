"""The lock by which one program at a time uses a state folder, and a check for files that others can reach."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hal.computer.files import lock, open_handle
from hal.computer.users import HAS_OWNERS, owns
from hal.events import Fault
from table.records.disk import give_to_owner
from table.records.folder import CARD_BOOK, CARD_KEY, EMULATED, FILES, LISTS, LOCK, ROOMS, SCENARIOS
from table.records.state_version import StateFolderError, refuse_newer

log = logging.getLogger(__name__)

OWNER_ONLY = 0o700
PRIVATE = (*(f"{room}/*" for room in ROOMS), CARD_BOOK, CARD_KEY, LOCK)
"""The private files: journals contain the chance secret, the card book identifies tags, and the key signs records.

The lock is included, because another user's lock would block the folder.
"""


class StateInUseError(StateFolderError):
    """Another program uses this state folder. Two programs must not write the same journal."""

    def __init__(self, folder: Path, other: str) -> None:
        super().__init__(f"{folder} is in use by another command-table (process {other}): stop that one")
        self.fault = Fault("state.in_use", str(folder), other)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock the folder until the block ends. The system releases the lock if the process dies. Any thread may call.

    Raises StateInUseError if another program holds the lock, and StateNewerError before anything is changed. If the
    folder is not writable, it cannot be locked: that is logged, and the block runs.
    """
    refuse_newer(folder)
    try:
        make_private(folder)
        made = not (folder / LOCK).exists()
        handle = open_handle(folder / LOCK, os.O_CREAT | os.O_RDWR, follow=False)
        if made:
            give_to_owner(folder, folder / LOCK)
    except OSError as error:
        log.warning("%s cannot be held (%s): make sure that no other command-table uses it", folder, error)
        yield
        return
    try:
        if not _locked(handle, folder):
            os.lseek(handle, 1, os.SEEK_SET)
            other = os.read(handle, 20).decode(errors="replace").strip() or "unknown"
            raise StateInUseError(folder, other)
        refuse_newer(folder)  # one that held it meanwhile may have been newer
        with suppress(OSError):  # on a full disk nobody learns the number, and the lock holds all the same
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, f"\n{os.getpid()}\n".encode())  # Windows lets nobody read the first byte, which is locked
        yield
    finally:
        os.close(handle)


def _locked(handle: int, folder: Path) -> bool:
    try:
        return lock(handle)
    except OSError as error:
        log.warning("%s cannot be locked (%s): make sure that no other command-table uses it", folder, error)
        return True


def make_private(folder: Path) -> None:
    """Create a state folder that only its owner can enter, because lists contain secrets from the opponent.

    An existing folder with lists or other files of a table gets the same permissions. Any other folder is left
    unchanged. Raises OSError if it cannot be created.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        folder.mkdir(mode=OWNER_ONLY)
        return
    there = folder.stat()
    used = any((folder / name).exists() for name in (LOCK, LISTS, SCENARIOS, EMULATED, *FILES, *ROOMS))
    if used and owns(there) and stat.S_IMODE(there.st_mode) & 0o077:
        folder.chmod(OWNER_ONLY)


def exposed(folder: Path, user: int) -> Iterator[Fault]:
    """Find the private files and folders that are open to other users.

    Such a file belongs to another user, or others may read or change it. Such a folder belongs to another user, or
    others may replace private files in it. `user` is a user id. On a file system without owners nothing is found. Any
    thread may call.
    """
    if not HAS_OWNERS:
        return
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
    """Return the id of the user to whom the folder's files should belong.

    For root that is the folder's owner, for other users the user's own id. Raises OSError if the folder does not exist.
    """
    return folder.stat().st_uid if user == 0 else user
