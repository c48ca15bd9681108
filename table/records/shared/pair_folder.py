"""The folder for matches at two tables: this table's identity, and the records of the unfinished match."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from table.records.folder import ARCHIVE, IDENTITY, PAIR, SIGNED, TWO_TABLES
from table.records.ports import Disk, JournalUnwritableError
from table.records.shared.pair_disk import PairDisk
from table.words.brought_file import content_of

KEY_BYTES = 32
START = "start"
"""The record that a match begins with."""


class PairFolder:
    """A table plays one match at two tables at a time. The session's thread only."""

    def __init__(self, folder: Path, entropy: Callable[[int], bytes], disk: Disk) -> None:
        """`folder` is the table's state folder."""
        self._folder, self._archive = folder / TWO_TABLES, folder / ARCHIVE
        self._entropy, self._disk = entropy, disk

    def identity(self) -> bytes:
        """Return the private key that identifies this table, and create it once. Raises JournalUnwritableError."""
        path = self._folder / IDENTITY
        with suppress(OSError):
            kept = content_of(path, KEY_BYTES)
            if len(kept) == KEY_BYTES:
                return kept
        made = self._entropy(KEY_BYTES)
        try:
            self._disk.replace(path, made)
        except OSError as error:
            raise JournalUnwritableError(f"{path}: {error}: free the disk or make it writable") from error
        return made

    def begin(self, name: str) -> PairDisk:
        """Make the records of a new match. Raises JournalUnwritableError."""
        return PairDisk(self._folder / f"{name}{PAIR}", self._disk)

    def unfinished(self) -> PairDisk | None:
        """Return the records of the match that is not put away, or None. Raises JournalUnwritableError.

        Records without a start are those of a match that could not be made: they are removed.
        """
        for path in sorted(self._folder.glob(f"*{PAIR}")):
            disk = PairDisk(path, self._disk)
            if START in disk:
                return disk
            disk.remove()
        return None

    def keep_file(self, match: str, content: bytes) -> None:
        """Put the file of a match, with the signatures of both tables, into the archive.

        Raises JournalUnwritableError.
        """
        path = self._archive / f"{match}{SIGNED}"
        try:
            self._disk.replace(path, content)
        except OSError as error:
            raise JournalUnwritableError(f"{path}: {error}: free the disk or make it writable") from error
