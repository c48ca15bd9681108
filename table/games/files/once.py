"""Files that are read once, and again only when they have changed."""

from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Stamp: TypeAlias = tuple[int, ...]
MOST_BYTES = 32 * 1024
"""The most bytes of a file that is kept; a list has 2 KB. A stick full of larger ones is read again each time."""

MOST_FILES = 512
"""The number of files whose contents are kept; then the least recently used one is dropped."""


def once_a_file(read: Callable[[Path], T]) -> Callable[[Path], T]:
    """Return `read`, which must return a frozen value, wrapped so that an unchanged file is read only once.

    Exceptions are not cached. Any thread may call the result.
    """

    @lru_cache(maxsize=MOST_FILES)
    def kept(path: Path, _stamp: Stamp) -> T:
        return read(path)

    @wraps(read)
    def once(path: Path) -> T:
        try:
            stamp, size = _stamp(path)
        except (OSError, ValueError):  # missing, or not a file name: `read` raises its own error
            return read(path)
        return kept(path, stamp) if size <= MOST_BYTES else read(path)

    return once


def _stamp(path: Path) -> tuple[Stamp, int]:
    """Return a stamp that changes when the file changes, and the file's size. Raises OSError."""
    seen = path.stat()
    return (seen.st_mtime_ns, seen.st_ctime_ns, seen.st_size, seen.st_ino, seen.st_dev), seen.st_size
