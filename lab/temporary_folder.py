"""Make temporary folders for campaigns, in memory if possible."""

from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import gettempdir

from table.records import temporary

SHARED_MEMORY = Path("/dev/shm")


def temporary_folder() -> AbstractContextManager[Path]:
    return temporary.temporary_folder(_place())


def clear_away() -> None:
    """Remove the folders that killed programs left."""
    temporary.clear_away(_place())


def _place() -> Path:
    return SHARED_MEMORY if SHARED_MEMORY.is_dir() else Path(gettempdir())
