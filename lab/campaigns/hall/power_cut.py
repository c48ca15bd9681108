"""Cut the power of a program that writes a SQLite file: the file stays as it is on the disk at that moment."""

from collections.abc import Callable
from pathlib import Path


def cut_power(path: Path, close: Callable[[], None], torn: bytes = b"") -> None:
    """Close a database, and leave its files as they were before, with the beginning of one more write.

    Closing writes everything into the main file; a power cut leaves the write-ahead log instead.
    """
    log = path.with_name(f"{path.name}-wal")
    images = {each: each.read_bytes() for each in (path, log) if each.exists()}
    close()
    for each, content in images.items():
        each.write_bytes(content)
    with log.open("ab") as file:
        file.write(torn)
