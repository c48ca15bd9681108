"""The basic conditions for a table: a writable folder, a correct clock, and the system's Python."""

import errno
import getpass
import os
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from tempfile import TemporaryFile

from hal.events import Fault

PAGE = 4096
SCARCE_MB = 100
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
DENIED = frozenset({errno.EACCES, errno.EPERM})


def folder_fault(folder: Path, make: Callable[[Path], None]) -> Fault | None:
    """Return the reason why nothing can be written in this folder, or soon cannot be; None if all is well.

    `make` makes a folder that does not exist. It may raise OSError.
    """
    part = str(folder)
    try:
        make(folder)
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PAGE))
    except OSError as error:
        if error.errno in FULL:
            return Fault("state.full", part, "0")
        if not os.path.isdir(folder):
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


def system_python(root: Path = Path("/")) -> str:
    """Return the version of the system's Python, such as `3.13`; empty if its name does not say it."""
    try:
        found = re.search(r"python(3\.\d+)$", os.readlink(root / "usr/bin/python3"))
    except OSError:
        return ""
    return found[1] if found else ""
