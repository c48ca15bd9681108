"""Find out whether this computer can keep a table's records: its state folder, its disk, its clock."""

import errno
import getpass
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from tempfile import TemporaryFile

from hal.events import Fault
from table.records.lock import make_private
from table.records.state_version import StateFolderError, refuse_newer

PAGE = 4096
SCARCE_MB = 100
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
DENIED = frozenset({errno.EACCES, errno.EPERM})
CLOSED = frozenset({"state.unmade", "state.forbidden"})
"""The faults of a folder that the table cannot use at all. With the others it plays, and saves what it can."""


class UnusableFolderError(StateFolderError):
    """This user cannot use the state folder."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.part}: {fault.code} ({fault.detail})")
        self.fault = fault


def refuse_unusable(folder: Path) -> None:
    """Make the state folder if it does not exist. Raises StateFolderError if this program cannot use it."""
    refuse_newer(folder)
    fault = folder_fault(folder)
    if fault is not None and fault.code in CLOSED:
        raise UnusableFolderError(fault)


def folder_fault(folder: Path) -> Fault | None:
    """Return the reason why matches cannot be saved in this folder, or soon cannot be; None if they can."""
    part = str(folder)
    try:
        make_private(folder)
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PAGE))
    except OSError as error:
        if error.errno in FULL:
            return Fault("state.full", part, "0")
        if not folder.is_dir():
            return Fault("state.unmade", part, error.strerror or str(error))
        if error.errno in DENIED:
            return Fault("state.forbidden", part, f"-R {getpass.getuser()} {quote(part)}")
        return Fault("state.unwritable", part, error.strerror or str(error))
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    return Fault("state.full", part, str(free_mb)) if free_mb < SCARCE_MB else None


def clock_fault(now: datetime) -> Fault | None:
    """Return a fault if the clock shows a time before this program was installed, as a Pi without a network may."""
    made = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
    return Fault("program.clock_behind", "clock", shown_date(now)) if now < made else None


def shown_date(now: datetime) -> str:
    return now.strftime("%Y-%m-%d %H:%M UTC")


def ground_faults(folder: Path, now: datetime) -> Iterator[Fault]:
    """Yield the faults with which a table plays, but cannot keep its records as it should."""
    yield from (each for each in (folder_fault(folder), clock_fault(now)) if each is not None)
