"""A folder for what a campaign writes a million times, and nobody reads again: in memory where that is to be had."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

SHARED_MEMORY = Path("/dev/shm")
NAMED = "command-table-"
"""Begins a folder's name; the number of its process follows."""


@contextmanager
def scratch() -> Iterator[Path]:
    with TemporaryDirectory(prefix=f"{NAMED}{os.getpid()}-", dir=_place()) as folder:
        yield Path(folder)


def clear_away() -> None:
    """What programs left behind that were killed outright."""
    for folder in _place().glob(f"{NAMED}*-*"):
        number = folder.name.removeprefix(NAMED).partition("-")[0]
        if number.isdecimal() and folder.stat().st_uid == os.getuid() and not _runs(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _place() -> Path:
    return SHARED_MEMORY if SHARED_MEMORY.is_dir() else Path(gettempdir())


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
