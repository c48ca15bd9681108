"""The file of a list, read with a limit, and once as long as it stays as it is."""

from pathlib import Path

from table.games.files.once import once_a_file
from table.games.files.raw_list import MOST_BYTES, ListError, clean
from table.rules.text import text


@once_a_file
def read_file(path: Path) -> bytes:
    """Return a list's bytes, never more than can be a list. Raises `ListError`."""
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
