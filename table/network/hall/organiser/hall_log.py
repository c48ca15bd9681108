"""The hall's log on the disk: every event of every table, in the bytes in which it came, each once.

One file for all tables, so that a burst of all of them costs one sync. A line that a power cut left half written is cut
off: nobody was told that the hall has it.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from table.words.brought_file import opened

FILE = "log.jsonl"
PRIVATE = 0o600
STEP = 1024 * 1024


class HallLog:
    """The log in a folder. One thread calls at a time. Raises OSError."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_APPEND | os.O_CLOEXEC, PRIVATE)
        self._size = _sound(self._file)
        os.ftruncate(self._file, self._size)

    def close(self) -> None:
        os.close(self._file)

    def add(self, lines: Iterable[bytes]) -> None:
        """Add lines. They are on the disk when this returns; where it raises OSError none is."""
        content = memoryview(b"".join(line + b"\n" for line in lines))
        size = self._size + len(content)
        try:
            while content:
                content = content[os.write(self._file, content) :]
            os.fdatasync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size = size


def lines_of(folder: Path) -> Iterator[bytes]:
    """Yield all whole lines of the log of a folder, without their line feeds. Raises OSError."""
    with opened(folder / FILE) as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line[:-1]


def _sound(handle: int) -> int:
    """Return the size of the file up to its last line feed."""
    size = os.fstat(handle).st_size
    while size:
        start = max(0, size - STEP)
        cut = os.pread(handle, size - start, start).rfind(b"\n")
        if cut >= 0:
            return start + cut + 1
        size = start
    return 0
