"""The files of a folder that can be lists, by their names.

The content of the folder is not trusted: it may be a stick.
"""

import heapq
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from table.words.legible import legible

MOST_FILES = 500
"""The most files that are offered."""
MOST_NAMES = 20_000
"""The most names that are examined: a folder may hold a million files that are not lists."""


def offered_files(samples: Path, own: Path | None, suffixes: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the files of a game with the ids of their offers: the samples, then the players' own, by file name."""
    for path in list_files(samples, suffixes):
        yield f"sample:{legible(path.stem)}", path
    for path in list_files(own, suffixes) if own is not None else ():
        yield f"own:{legible(path.name)}", path


def list_files(folder: Path, suffixes: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the files with one of these endings, by name; empty if the folder does not exist or cannot be read."""
    try:
        with os.scandir(folder) as entries:
            names = heapq.nsmallest(MOST_FILES, _named(islice(entries, MOST_NAMES), suffixes))
    except (OSError, ValueError):
        return ()
    return tuple(folder / name for name in names)


def _named(entries: Iterator[os.DirEntry[str]], suffixes: tuple[str, ...]) -> Iterator[str]:
    return (entry.name for entry in entries if Path(entry.name).suffix.lower() in suffixes)
