"""The file of a new configuration. An older one is kept beside it."""

from itertools import count
from pathlib import Path

from table.records.disk import DISK


def saved(document: str, path: Path) -> Path | None:
    """Write the file, and return the place of the file that was there before; None if there was none. Raises OSError.

    Its folder is made if it does not exist. No older copy is written over.
    """
    kept = None
    if path.exists():
        kept = next(place for n in count(1) if not (place := path.with_name(f"{path.name}.{n}")).exists())
        DISK.create(kept, path.read_bytes())
    DISK.replace(path, document.encode("utf-8"))
    return kept
