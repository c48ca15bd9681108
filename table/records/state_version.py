"""Which version of the program has used a state folder: an older one leaves the folder as it is."""

import logging
import re
from pathlib import Path

from hal.events import Fault
from table import __version__
from table.records.disk import DISK, give_to_owner
from table.records.folder import VERSION
from table.records.ports import SHARED
from table.rules.errors import OwnerError

log = logging.getLogger(__name__)

MOST_BYTES = 100
_RELEASE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,9}")


class StateNewerError(OwnerError, OSError):
    """A newer program has used this state folder. Nothing in it was changed."""

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(
            f"{folder} has been used by command-table {version}, which is newer than this one ({__version__}): it is "
            "left as it is. Install that one or a later one, or name another folder under [state] in the configuration"
        )
        self.fault = Fault("state.newer", str(folder), version)


def refuse_newer(folder: Path) -> None:
    """Raise StateNewerError if a newer program has used this state folder. Nothing is changed."""
    version = marked(folder)
    if is_newer(version):
        raise StateNewerError(folder, version)


def mark(folder: Path) -> None:
    """Name this program's version in the folder, which it holds and is going to write into. A later one stays.

    Where nothing can be written the folder stays without its mark, and the log says so.
    """
    version = marked(folder)
    if version and not is_newer(__version__, version):
        return
    try:
        DISK.replace(folder / VERSION, f"{__version__}\n".encode(), SHARED)
        give_to_owner(folder, folder / VERSION)
    except OSError as error:
        log.warning("%s cannot be marked as used by command-table %s (%s)", folder, __version__, error)


def marked(folder: Path) -> str:
    """Return the version that the folder names, or an empty text where it names none that can be read."""
    try:
        with (folder / VERSION).open("rb") as file:
            return version_in(file.read(MOST_BYTES))
    except OSError:
        return ""


def version_in(content: bytes) -> str:
    """Return the version that a mark names: the numbers of a release; empty where there are none."""
    found = _RELEASE.match(content.decode("ascii", "replace"))
    return "" if found is None else found[0]


def is_newer(version: str, than: str = __version__) -> bool:
    """True if it is a later release. What follows the numbers is not compared; an empty version is older than any."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    found = _RELEASE.match(version)
    numbers = [] if found is None else [int(number) for number in found[0].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()  # 0.2 and 0.2.0 are one release
    return tuple(numbers)
