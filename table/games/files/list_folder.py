"""The files of a folder that can be lists, by their names. Somebody else may have filled the folder: a stick, say."""

import heapq
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

MOST_FILES = 500
"""The most files that are offered."""
MOST_NAMES = 20_000
"""The most names that are looked at: a folder may hold a million, and none of them a list."""


def list_files(folder: Path, suffixes: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the files with one of these endings, by name; none where there is no folder, or it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            names = heapq.nsmallest(MOST_FILES, _named(islice(entries, MOST_NAMES), suffixes))
    except (OSError, ValueError):
        return ()
    return tuple(folder / name for name in names)


def _named(entries: Iterator[os.DirEntry[str]], suffixes: tuple[str, ...]) -> Iterator[str]:
    return (entry.name for entry in entries if Path(entry.name).suffix.lower() in suffixes)
