"""Synced rounds that are lost all the same: an older journal in place of the new one, or a shortened log.

No power cut leaves such a disk. The table must report it when it opens the match, by the note that it keeps separately.
"""

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.power.cut_verdict import laid_out
from lab.campaigns.power.recorded_match import RecordedMatch
from lab.campaigns.power.volume import Image, Move, Volume, kept
from lab.headless import HeadlessParts, HeadlessTable
from lab.temporary_folder import temporary_folder
from table.records.folder import MATCHES, SYNCED
from table.records.journal import SUFFIX, SqliteJournal
from table.records.ports import JournalError

LOG = "-wal"
REPORTS = frozenset({"journal.older", "journal.damaged", "journal.lost", "journal.unusable"})
PAGE_BYTES, HEADER_BYTES = 24 + 4096, 32
"""The size of a frame of SQLite's log, and of the log's header."""
LOGS_CUT = 4
"""The number of shortened logs for each note."""


class NotedDisk(NamedTuple):
    """The disk at the moment when a match's note was written."""

    match: str
    image: Image
    batches: int


def noted_disks(evening: RecordedMatch) -> Iterator[NotedDisk]:
    volume, marks = Volume(), list(evening.committed)
    for done, operation in enumerate(evening.operations, 1):
        volume.took(operation)
        if isinstance(operation, Move) and operation.place.endswith(SYNCED):
            match = Path(operation.place).stem
            yield NotedDisk(match, volume.image(kept), max(n for at, of, n in marks if of == match and at <= done))


def a_round_passed(evening: RecordedMatch) -> bool:
    """True if a match has two notes with different numbers of batches, so that an older journal can replace it."""
    return any(_older_and_newer(list(noted_disks(evening))))


def losses(evening: RecordedMatch, rng: random.Random) -> Iterator[Image]:
    """Yield disks that lost synced batches of a match."""
    disks = list(noted_disks(evening))
    for early, late in _older_and_newer(disks):
        yield _with_older_journal(early, late)
    for disk in disks:
        yield from _with_short_log(disk, rng)


def _older_and_newer(disks: list[NotedDisk]) -> Iterator[tuple[NotedDisk, NotedDisk]]:
    for early, late in combinations(disks, 2):
        if early.match == late.match and early.batches < late.batches:
            yield early, late


def is_reported(parts: HeadlessParts, evening: RecordedMatch, image: Image, noise: random.Random) -> bool:
    """True if the product's code reports a loss when it opens this disk."""
    with temporary_folder() as folder:
        laid_out(folder, image, noise)
        table = HeadlessTable(parts, folder, evening.system, seed=1)
        try:
            table.session.start()
            return table.now is not None and any(fault.code in REPORTS for fault in table.now.faults)
        finally:
            table.session.close()


def without_notes(image: Image) -> Image:
    """Return the disk of a table without notes."""
    return {name: content for name, content in image.items() if not name.endswith(SYNCED)}


def _with_older_journal(early: NotedDisk, late: NotedDisk) -> Image:
    own = f"{MATCHES}/{late.match}{SUFFIX}"
    others = {name: content for name, content in late.image.items() if not name.startswith(own)}
    return others | {name: content for name, content in early.image.items() if name.startswith(own)}


def _with_short_log(disk: NotedDisk, rng: random.Random) -> Iterator[Image]:
    log = f"{MATCHES}/{disk.match}{SUFFIX}{LOG}"
    whole = disk.image.get(log, b"")
    frames = (len(whole) - HEADER_BYTES) // PAGE_BYTES
    for left in sorted(rng.choices(range(frames), k=LOGS_CUT)) if frames > 0 else ():
        image = disk.image | {log: whole[: HEADER_BYTES + left * PAGE_BYTES]}
        if _batches(image, disk.match) < disk.batches:
            yield image


def _batches(image: Image, match: str) -> int:
    """Return the number of batches in the journal, or 0 if it cannot be read."""
    with temporary_folder() as folder:
        laid_out(folder, image, random.Random(0))
        try:
            journal = SqliteJournal.open(folder / MATCHES / f"{match}{SUFFIX}")
        except JournalError:
            return 0
        journal.close()
        return journal.count
