"""Notes of how much of a match is on disk, in a file apart from the journal.

A note has the number of batches and the chain's head. It is written once a round, after the journal's batches are on
disk. So a power cut never leaves a note ahead of its journal: a journal that lacks batches of its note is an older
copy, or was truncated.
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
    """The batches that were on the disk."""

    batches: Annotated[int, Meta(ge=1)]
    head: str
    """The chain's head after them, in hex."""


def keep_note(journal: Journal, disk: Disk) -> None:
    """Record how much of a journal is on disk: everything appended so far. Raises OSError."""
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
    """Return the part of its note that a journal lacks, or None if it lacks nothing, or has no note.

    Raises sqlite3.Error.
    """
    note = noted(journal.path)
    if note is None or _head_after(journal, note.batches) == note.head:
        return None
    return Shortfall(journal.count, note.batches)


def _head_after(journal: Journal, batches: int) -> str:
    """Return the chain's head after this many batches, or an empty text if there are fewer."""
    if batches > journal.count:
        return ""
    head = chain_start(journal.match_id)
    for _, body in zip(range(batches), journal.batches(), strict=False):
        head = chain_next(head, body)
    return head.hex()


def _place(path: Path) -> Path:
    return path.with_suffix(SYNCED)
