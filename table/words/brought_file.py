"""Read files from outside, with a size limit and without blocking on a pipe or device.

Also check the target before a file is written.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from table.rules.errors import InputError

WITHOUT_WAITING = int(getattr(os, "O_NONBLOCK", 0))
"""The flag that opens a pipe without blocking. Windows has no such flag, and no pipes in the file system."""


class NotAFileError(InputError, OSError):
    """The path is not a regular file: a pipe or a device would block its reader, or never end."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is not a regular file: name one, or copy its content into one")


class OversizedFileError(InputError, OSError):
    """The file exceeds the size limit, and was not read."""

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(f"{path} is larger than {_size_of(most)}, which no such file is")
        self.most = most


def opened(path: Path) -> BinaryIO:
    """Open a file to read.

    Raises OSError, and NotAFileError, without blocking, for everything that is neither file nor folder.

    A name with a NUL in it raises ValueError, as `open` does.
    """
    _check(path.stat().st_mode, path)
    return open(path, "rb", opener=_handle)  # the caller closes it


def _handle(path: str, flags: int) -> int:
    handle = os.open(path, flags | WITHOUT_WAITING)
    try:
        _check(os.fstat(handle).st_mode, Path(path))  # it may be another one by now
    except BaseException:
        os.close(handle)
        raise
    return handle


def content_of(path: Path, most: int) -> bytes:
    """Return the content of a file of at most `most` bytes. Raises as `opened`, and OversizedFileError."""
    with opened(path) as file:
        # What says itself that it is too large is not read first: a sparse file costs nobody memory.
        content = file.read(most + 1) if os.fstat(file.fileno()).st_size <= most else None
    if content is None or len(content) > most:
        raise OversizedFileError(path, most)
    return content


def refuse_no_file(path: Path) -> None:
    """Raise NotAFileError if the path for a file to write is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return  # it is not there, or whoever writes it says what is wrong
    if not stat.S_ISDIR(mode):
        _check(mode, path)


def _check(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotAFileError(path)


def _size_of(size: int) -> str:
    return f"{size // 2**20} MiB" if size >= 2**20 else f"{size // 2**10} KiB"
