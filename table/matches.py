"""The folder of matches: the ones in play, and the archive. One match, one journal."""

import os
from collections.abc import Callable
from pathlib import Path

from table.journal import SUFFIX, Journal, JournalDamaged, JournalError, salvage
from table.lobby import Unfinished

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
ROOMS = ("matches", "archive")


def stored(folder: Path) -> tuple[Path, ...]:
    """Every journal in a state folder, archived or not, the last played first."""
    found = (path for room in ROOMS for path in folder.joinpath(room).glob(f"*{SUFFIX}"))
    return tuple(sorted(found, key=lambda path: path.stat().st_mtime, reverse=True))


class Matches:
    """`folder` is the table's state folder; `entropy(n)` gives n random bytes."""

    def __init__(self, folder: Path, entropy: Callable[[int], bytes]) -> None:
        self._playing = folder / ROOMS[0]
        self._archive = folder / ROOMS[1]
        self._entropy = entropy

    def create(self, system: str, secret: bytes) -> Journal:
        match_id = "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in self._entropy(ID_LENGTH))
        return Journal.create(self._path(match_id), match_id, system, secret)

    def open(self, match_id: str) -> Journal:
        return Journal.open(self._path(match_id))

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        return salvage(self._path(match_id))

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        """The matches that can go on, newest first, and what is wrong with the others."""
        found, wrong = [], list[JournalError]()
        for path in sorted(self._playing.glob(f"*{SUFFIX}"), key=lambda p: p.stat().st_mtime, reverse=True):
            try:
                journal = Journal.open(path)
            except JournalDamaged as error:
                found.append(Unfinished(path.name.removesuffix(SUFFIX), ""))
                wrong.append(error)
            except JournalError as error:
                wrong.append(error)
            else:
                found.append(Unfinished(journal.match_id, journal.system))
                journal.close()
        return tuple(found), tuple(wrong)

    def discard(self, journal: Journal) -> None:
        """A match that never began."""
        journal.close()
        journal.path.unlink()

    def archive(self, journal: Journal) -> Path:
        """Close a match's journal for good and put it into the archive."""
        journal.close()
        self._archive.mkdir(parents=True, exist_ok=True)
        place = self._archive / journal.path.name
        os.replace(journal.path, place)
        return place

    def _path(self, match_id: str) -> Path:
        return self._playing / f"{match_id}{SUFFIX}"
