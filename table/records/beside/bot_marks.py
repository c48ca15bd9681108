"""Marks of open matches in which a bot has answered. Facts from such a match are not kept for later matches."""

from contextlib import suppress
from pathlib import Path

from hal.computer.files import sync_folder
from table.records.disk import DISK
from table.records.folder import BOTS, MATCHES
from table.records.ports import Disk


class BotMarks:
    """The marks, each a file beside its match's journal. Any thread."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """`folder` is the table's state folder."""
        self._open_matches = folder / MATCHES
        self._disk = disk

    def bot_plays(self, match: str) -> None:
        """Mark a match before a bot answers in it.

        Raises OSError if it cannot be written: then the bot must not answer.
        """
        mark = self._mark(match)
        if mark.exists():
            return
        with suppress(FileExistsError):  # the other seat's bot was faster
            self._disk.create(mark)
        sync_folder(mark.parent)

    def taken_away(self, match: str) -> bool:
        """Return True if the match has a mark, and remove it: the match has ended."""
        mark = self._mark(match)
        if not mark.exists():
            return False
        with suppress(OSError):  # it does no harm there: no other match has this name
            self._disk.remove(mark)
        return True

    def _mark(self, match: str) -> Path:
        return self._open_matches / f"{match}{BOTS}"
