"""Read the JSON files of a state folder. People may edit them or bring them along, so they may hold anything."""

from pathlib import Path
from typing import TypeVar

import msgspec

from table.records.folder import MOST_BYTES
from table.words.brought_file import content_of

T = TypeVar("T")


def read_state(path: Path, kind: type[T], most: int = MOST_BYTES) -> T:
    """Return what a file holds. Any thread may call.

    Raises FileNotFoundError if it is not there, OSError if it cannot be read or is too large, and ValueError if it
    holds something else.
    """
    try:
        return msgspec.json.decode(content_of(path, most), type=kind)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
