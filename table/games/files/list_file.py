"""The file of a list, read with a limit, and read again only after a change."""

from collections.abc import Sequence
from pathlib import Path

from table.games.files.once import once_a_file
from table.games.files.raw_list import MOST_BYTES, ListError, clean
from table.records.disk import DISK
from table.rules.text import text


@once_a_file
def read_file(path: Path) -> bytes:
    """Return a list's bytes, up to the size limit. Raises `ListError`."""
    try:
        if not path.is_file():
            raise ListError(text("list.no_file", file=clean(path.name)))
        with path.open("rb") as file:
            source = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = clean(error.strerror or type(error).__name__)
        raise ListError(text("list.no_access", file=clean(path.name), reason=reason)) from error
    if len(source) > MOST_BYTES:
        raise ListError(text("list.too_big", limit=MOST_BYTES // 1024))
    return source


def keep_file(path: Path, content: bytes, *, force: bool, others: Sequence[Path] = ()) -> Path:
    """Save a list in this file, completely or not at all. It replaces the files `others`. Raises `ListError`.

    Without `force` no file is replaced.
    """
    try:
        if not force and any(each.exists() for each in (path, *others)):
            raise ListError(text("list.exists", file=clean(path.name)))
        DISK.replace(path, content)
        for other in others:
            other.unlink(missing_ok=True)
    except OSError as error:
        reason = clean(error.strerror or type(error).__name__)
        raise ListError(text("list.no_room", file=clean(path.name), reason=reason)) from error
    return path
