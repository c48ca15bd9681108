"""A folder for what a campaign writes a million times, and nobody reads again: in memory where that is to be had."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SHARED_MEMORY = Path("/dev/shm")


@contextmanager
def scratch() -> Iterator[Path]:
    with TemporaryDirectory(dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None) as folder:
        yield Path(folder)
