"""The mark in a state folder of the newest version that has used it. Older versions leave such a folder unchanged."""

import logging
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hal.events import Fault
from table import __version__
from table.records.disk import DISK, give_to_owner
from table.records.folder import FILES, LOCK, ROOMS, VERSION
from table.records.ports import SHARED
from table.rules.errors import OwnerError
from table.words.brought_file import opened

log = logging.getLogger(__name__)

MOST_BYTES = 100
_RELEASE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,9}")


class StateFolderError(OwnerError, OSError):
    """This program does not use the state folder, and has changed nothing in it."""

    fault: Fault
    """The fault, for its message in the catalogue."""


class StateFileError(StateFolderError):
    """A file's path is a pipe or a device, which would block its reader forever."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is not a regular file: move it away, or restore the file that was there")
        self.fault = Fault("state.no_file", str(path))


class StateNewerError(StateFolderError):
    """A newer program has used this state folder."""

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(
            f"{folder} has been used by command-table {version}, which is newer than this one ({__version__}): it is "
            "left as it is. Install that one or a later one, or name another folder under [state] in the configuration"
        )
        self.fault = Fault("state.newer", str(folder), version)


def refuse_newer(folder: Path) -> None:
    """Raise StateNewerError if a newer program has used this state folder.

    Raise StateFileError if a file's path in it is not a regular file. Nothing is changed.
    """
    for path in _places(folder):
        if _is_odd(path):
            raise StateFileError(path)
    version = marked(folder)
    if is_newer(version):
        raise StateNewerError(folder, version)


def mark(folder: Path) -> None:
    """Write this program's version into the folder, which it has locked. A later version stays.

    If nothing can be written, the folder stays unmarked, and that is logged.
    """
    version = marked(folder)
    if version and not is_newer(__version__, version):
        return
    try:
        DISK.replace(folder / VERSION, f"{__version__}\n".encode(), SHARED)
        give_to_owner(folder, folder / VERSION)
    except OSError as error:
        log.warning("%s cannot be marked as used by command-table %s (%s)", folder, __version__, error)


def _places(folder: Path) -> Iterator[Path]:
    """Yield every path that the table reads as one of its own files. The shelf reports irregular files among lists."""
    yield from (folder / name for name in (LOCK, *FILES))
    for room in ROOMS:
        with suppress(OSError):
            yield from (folder / room).iterdir()


def _is_odd(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False  # what is not there, or not to be looked at, is told by whoever reads it
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def marked(folder: Path) -> str:
    """Return the version in the folder's mark; empty without a readable mark."""
    try:
        with opened(folder / VERSION) as file:
            return version_in(file.read(MOST_BYTES))
    except OSError:
        return ""


def version_in(content: bytes) -> str:
    """Return the version in a mark: the numbers of a release; empty if there are none."""
    found = _RELEASE.match(content.decode("ascii", "replace"))
    return "" if found is None else found[0]


def is_newer(version: str, than: str = __version__) -> bool:
    """True if it is a later release. Text after the numbers is not compared; an empty version is older than any."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    found = _RELEASE.match(version)
    numbers = [] if found is None else [int(number) for number in found[0].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()  # 0.2 and 0.2.0 are one release
    return tuple(numbers)
