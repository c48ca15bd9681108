"""A note says how much of a match was on the disk: the count of its batches and the chain's head. It is kept apart from
the journal.

The note is written once a round, and only when the journal's batches are on the disk already. So a power cut never
leaves a note that is ahead of its journal: a journal that lacks what its note names is an older one, or was cut short.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from table.records.folder import SYNCED, read_state
from table.records.journal import chain_next, chain_start
from table.records.ports import Disk, Journal, Shortfall

MOST_BYTES = 256
"""The most bytes of a note. A longer file is not a note."""


class SyncedNote(Struct, frozen=True):
    """This was on the disk."""

    batches: Annotated[int, Meta(ge=1)]
    head: str
    """The chain's head after them, in hex."""


def keep_note(journal: Journal, disk: Disk) -> None:
    """Write down how much of a journal is on the disk: all that was appended. Raises OSError."""
    note = SyncedNote(journal.count, journal.head.hex())
    disk.replace(_place(journal.path), msgspec.json.encode(note))


def forget_note(path: Path, disk: Disk) -> None:
    """Remove the note of the journal at `path`. Raises OSError."""
    disk.remove(_place(path))


def noted(path: Path) -> SyncedNote | None:
    """Return the note of the journal at `path`, or None if there is none that can be read."""
    try:
        return read_state(_place(path), SyncedNote, MOST_BYTES)
    except (OSError, ValueError):
        return None


def shortfall(journal: Journal) -> Shortfall | None:
    """Return what a journal lacks of what its note names, or None if it has all of that, or no note.

    Raises sqlite3.Error.
    """
    note = noted(journal.path)
    if note is None or _head_after(journal, note.batches) == note.head:
        return None
    return Shortfall(journal.count, note.batches)


def _head_after(journal: Journal, batches: int) -> str:
    """Return the chain's head after so many batches, or an empty text if there are fewer."""
    if batches > journal.count:
        return ""
    head = chain_start(journal.match_id)
    for _, body in zip(range(batches), journal.batches(), strict=False):
        head = chain_next(head, body)
    return head.hex()


def _place(path: Path) -> Path:
    return path.with_suffix(SYNCED)
