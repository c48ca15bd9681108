"""Make temporary folders for campaigns, in memory where that is possible."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

SHARED_MEMORY = Path("/dev/shm")
NAMED = "command-table-"
"""The beginning of a folder's name; the process id follows."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix=f"{NAMED}{os.getpid()}-", dir=_place()) as folder:
        yield Path(folder)


def clear_away() -> None:
    """Remove the folders of programs that were killed."""
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
