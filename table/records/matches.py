"""The folder of matches: those in play, and the archive. Each match has one journal."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from table.records.beside.synced import forget_note, keep_note, noted, shortfall
from table.records.disk import DISK, NEW
from table.records.folder import ARCHIVE, LAST, MATCHES, ROOMS, SIGNED, has_pair
from table.records.journal import SUFFIX, SqliteJournal, beside, forget
from table.records.ports import (
    Disk,
    Journal,
    JournalDamagedError,
    JournalError,
    JournalUnwritableError,
    Shortfall,
    Unfinished,
)
from table.records.salvage import SALVAGED, clear_place, salvage, settle
from table.words.brought_file import content_of

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
PROBE_BYTES = 64 * 1024
"""The bytes that must fit on the disk: more than a batch needs."""
MOST_NAME = 1024
"""The most bytes of the note of the last match."""
LOOKS = 3
"""The number of tries of `opened`, because a match may be archived meanwhile."""


def stored(folder: Path) -> tuple[Path, ...]:
    """Return the paths of all journals of a state folder, also archived ones, the last played first.

    Any thread may call.
    """
    found = (path for room in ROOMS for path in folder.joinpath(room).glob(f"*{SUFFIX}"))
    return tuple(_last_played_first(found, folder / LAST))


def opened(folder: Path, match: str = "", disk: Disk = DISK) -> Journal | None:
    """Open a match's journal for reading, or the last one's. Return None if there is none.

    A table may be playing it, or archive it meanwhile. Any thread may call; the journal then belongs to that thread.
    Raises JournalError.
    """
    for _ in range(LOOKS):
        places = [path for path in stored(folder) if path.stem == match or not match]
        if not places:
            return None
        try:
            return SqliteJournal.open(places[0], disk)
        except OSError:
            if places[0].exists():
                raise
    raise JournalError(f"{places[0]}: it goes from folder to folder: ask again")


def _last_played_first(paths: Iterable[Path], note: Path) -> list[Path]:
    """Sort the journals, the last played first.

    The note of the last match comes first, then the file's time, which may be wrong.
    """
    last = _noted(note)
    return sorted(paths, key=lambda path: (path.stem == last, _written_s(path)), reverse=True)


def _free(path: Path) -> Path:
    """Return this path if it is free, or the next free path with a number."""
    places = (path if n == 1 else path.with_stem(f"{path.stem}.{n}") for n in count(1))
    return next(place for place in places if not place.exists())


@contextmanager
def looked_at(path: Path) -> Iterator[None]:
    """Open and close a journal in this block without changing its modification time.

    After a power cut, closing it merges the last batches from the write-ahead log, which would set the time to now.
    """
    written_s = _written_s(path)
    try:
        yield
    finally:
        with suppress(OSError):
            if path.stat().st_mtime > written_s > 0:
                os.utime(path, (written_s, written_s))


def _written_s(path: Path) -> float:
    """Return when a journal was changed, or 0.0 if it was just archived, so that the time is unknown."""
    times = [0.0]
    for each in (path, beside(path, "-wal")):
        with suppress(OSError):
            times.append(each.stat().st_mtime)
    return max(times)


def _noted(note: Path) -> str:
    try:
        return os.fsdecode(content_of(note, MOST_NAME))
    except OSError:
        return ""


class MatchFolder:
    """The `Matches` in two folders. `folder` is the table's state folder; `entropy(n)` returns n random bytes."""

    def __init__(self, folder: Path, entropy: Callable[[int], bytes], disk: Disk = DISK) -> None:
        self._playing = folder / MATCHES
        self._archive = folder / ARCHIVE
        self._last = folder / LAST
        self._entropy = entropy
        self._disk = disk

    def create(self, system: str, secret: bytes, match_id: str = "") -> Journal:
        """Begin a journal, under a new match id if none is given.

        Raises JournalUnwritableError, and then there is no journal.
        """
        if not match_id:
            match_id = "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in self._entropy(ID_LENGTH))
        return SqliteJournal.create(self._path(match_id), match_id, system, secret, self._disk)

    def open(self, match_id: str) -> Journal:
        """Open a match in play. Raises JournalError, or one of its kinds."""
        return SqliteJournal.open(self._path(match_id), self._disk)

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        """Set a damaged journal aside, and begin a new one with its sound batches.

        Return the damaged file's new path, and the new journal; None if no batch is sound. If it raises
        JournalUnwritableError, the damaged journal is unchanged.
        """
        try:
            aside, saved = salvage(self._path(match_id), self._entropy, self._disk)
        except (OSError, sqlite3.Error) as error:
            raise JournalUnwritableError(
                f"{self._path(match_id)}: {error}: free the disk or make it writable"
            ) from error
        if saved is None:
            with suppress(OSError):
                forget_note(self._path(match_id), self._disk)
        return aside, saved

    def playing(self, journal: Journal) -> None:
        """Note that this match is resumed after a restart, whatever the clock shows then. Write errors are ignored."""
        with suppress(OSError):  # without a note the one that was written last goes on
            self._disk.replace(self._last, os.fsencode(journal.path.stem))

    def keep_note(self, journal: Journal) -> None:
        """Note, apart from the journal, how much of it is on disk. Write errors are ignored."""
        with suppress(OSError):  # the note that is there stays true
            keep_note(journal, self._disk)

    def shortfall(self, journal: Journal) -> Shortfall | None:
        """Return the batches that a journal lacks by its last note, or None if it has them all."""
        return shortfall(journal)

    def has_room(self) -> bool:
        """Return True if the disk has room for more than a batch. The trial file is removed."""
        probe = self._last.with_name(f"probe{NEW}")
        try:
            self._disk.remove(probe)
            self._disk.create(probe, bytes(PROBE_BYTES))
        except OSError:
            return False
        finally:
            with suppress(OSError):
                self._disk.remove(probe)
        return True

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        """Return the matches that can be resumed, the last played first, and the errors of the others.

        A damaged match is in both. A journal without any batch is removed. One of two tables whose records are gone was
        left, if its file is there: it is moved into the archive.
        """
        self._tidy()
        found, wrong, last = [], list[JournalError](), _noted(self._last)
        for path in _last_played_first(self._playing.glob(f"*{SUFFIX}"), self._last):
            try:
                with looked_at(path):
                    known = self._unfinished(path, played=path.stem == last or noted(path) is not None)
            except JournalDamagedError as error:
                found.append(Unfinished(path.stem, ""))
                wrong.append(error)
            except JournalError as error:
                wrong.append(error)
            else:
                found += known
        return tuple(found), tuple(wrong)

    def _unfinished(self, path: Path, played: bool) -> list[Unfinished]:
        """Return the match of a journal, or nothing if it never began, or was left, and then put it away."""
        journal = SqliteJournal.open(path, self._disk, played=played)
        if not journal.count:
            self.discard(journal)
            return []
        if self._archive.joinpath(path.stem + SIGNED).exists() and not has_pair(self._archive.parent):
            self.archive(journal)
            return []
        journal.close()
        return [Unfinished(path.stem, journal.system)]

    def discard(self, journal: Journal) -> None:
        """Close and remove the journal of a match that never began. Disk errors are ignored."""
        journal.close()
        with suppress(OSError):
            forget_note(journal.path, self._disk)
            forget(journal.path, self._disk)

    def archive(self, journal: Journal) -> None:
        """Close a match's journal, and move it into the archive.

        An archived journal of the same name, such as an earlier copy from a backup, stays beside it. If it raises
        JournalUnwritableError, the journal is closed and not moved.
        """
        journal.close()
        if journal.not_whole:
            raise JournalUnwritableError(f"{journal.path}: it cannot be put into the archive: {journal.not_whole}")
        try:
            self._archive.mkdir(parents=True, exist_ok=True)
            place = _free(self._archive / journal.path.name)
            clear_place(place, self._disk)
            forget_note(journal.path, self._disk)  # first: a note without its journal would stay for ever
            self._disk.move(journal.path, place)
            clear_place(journal.path, self._disk)  # who still reads it keeps an empty log there
        except OSError as error:
            raise JournalUnwritableError(f"{journal.path}: it cannot be put into the archive ({error})") from error

    def _tidy(self) -> None:
        """Finish or remove the incomplete work of a power cut."""
        with suppress(OSError):
            for half in _half_done(self._playing, NEW):
                forget(half, self._disk)
            for half in _half_done(self._playing, SALVAGED):
                settle(half.with_name(half.name.removesuffix(SALVAGED)), self._disk)

    def _path(self, match_id: str) -> Path:
        return self._playing / f"{match_id}{SUFFIX}"


def _half_done(folder: Path, ending: str) -> Iterator[Path]:
    names = {path.name.partition(ending)[0] for path in folder.glob(f"*{ending}*")}
    return (folder / f"{name}{ending}" for name in sorted(names))
