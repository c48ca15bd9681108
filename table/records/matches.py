"""The folder of matches: those in play, and the archive. Each match has one journal."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from table.records.beside.synced import forget_note, keep_note, noted, shortfall
from table.records.disk import DISK, NEW
from table.records.folder import ARCHIVE, LAST, MATCHES, ROOMS
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
"""The bytes that the disk must take: more than a batch needs."""
MOST_NAME = 1024
"""The most bytes of the note of the last match."""
LOOKS = 3
"""The number of times that `opened` looks, since a match may move into the archive meanwhile."""


def stored(folder: Path) -> tuple[Path, ...]:
    """Return the paths of all journals of a state folder, also archived ones, the last played first.

    Any thread may call.
    """
    found = (path for room in ROOMS for path in folder.joinpath(room).glob(f"*{SUFFIX}"))
    return tuple(_last_played_first(found, folder / LAST))


def opened(folder: Path, match: str = "", disk: Disk = DISK) -> Journal | None:
    """Open a journal to read, even while a table plays it: that match's, or the one that was played last.

    Return None if there is none. If it moves into the archive meanwhile, it is opened there. Any thread may call, and
    then uses the journal alone. Raises JournalError.
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
    """Sort the journals, the last played first: by the note, then by the clock, which may have jumped."""
    last = _noted(note)
    return sorted(paths, key=lambda path: (path.stem == last, _written_s(path)), reverse=True)


def _free(path: Path) -> Path:
    """Return that place, or the next one of its name where nothing lies yet."""
    places = (path if n == 1 else path.with_stem(f"{path.stem}.{n}") for n in count(1))
    return next(place for place in places if not place.exists())


@contextmanager
def looked_at(path: Path) -> Iterator[None]:
    """Open and close a journal in this block, and leave it as old as it was.

    After a power cut its last batches lie in the write-ahead log, and closing it would write them into a file of today.
    """
    written_s = _written_s(path)
    try:
        yield
    finally:
        with suppress(OSError):
            if path.stat().st_mtime > written_s > 0:
                os.utime(path, (written_s, written_s))


def _written_s(path: Path) -> float:
    """Return when a journal was changed, or 0.0 if that is unknown: it went into the archive a moment ago."""
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
    """These `Matches` lie in two folders. `folder` is the table's state folder; `entropy(n)` gives n random bytes."""

    def __init__(self, folder: Path, entropy: Callable[[int], bytes], disk: Disk = DISK) -> None:
        self._playing = folder / MATCHES
        self._archive = folder / ARCHIVE
        self._last = folder / LAST
        self._entropy = entropy
        self._disk = disk

    def create(self, system: str, secret: bytes) -> Journal:
        """Begin a journal under a new match id. Raises JournalUnwritableError, and then there is no journal."""
        match_id = "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in self._entropy(ID_LENGTH))
        return SqliteJournal.create(self._path(match_id), match_id, system, secret, self._disk)

    def open(self, match_id: str) -> Journal:
        """Open a match in play. Raises JournalError, or one of its kinds."""
        return SqliteJournal.open(self._path(match_id), self._disk)

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        """Put a damaged journal aside, and begin a new one with its sound batches.

        Return the damaged one's new place, and the new journal; None if no batch is sound. Raises
        JournalUnwritableError:
        then the damaged journal is where it was.
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
        """Note that this match goes on after a restart, whatever the clock says then.

        A disk that does not take it is ignored.
        """
        with suppress(OSError):  # without a note the one that was written last goes on
            self._disk.replace(self._last, os.fsencode(journal.path.stem))

    def keep_note(self, journal: Journal) -> None:
        """Note, apart from the journal, how much of it is on the disk. A disk that does not take it is ignored."""
        with suppress(OSError):  # the note that is there stays true
            keep_note(journal, self._disk)

    def shortfall(self, journal: Journal) -> Shortfall | None:
        """Return what a journal lacks of what was noted last as on the disk, or None if it has all of it."""
        return shortfall(journal)

    def has_room(self) -> bool:
        """Return True if the disk takes more than a batch needs. Nothing of the trial stays."""
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
        """Return the matches that can go on, the last played first, and the errors of the others.

        A damaged match is in both. A journal without any batch is removed.
        """
        self._tidy()
        found, wrong, last = [], list[JournalError](), _noted(self._last)
        for path in self._newest_first():
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
        """Return the match of a journal, or nothing if it never began, and then remove it."""
        journal = SqliteJournal.open(path, self._disk, played=played)
        if not journal.count:
            self.discard(journal)
            return []
        journal.close()
        return [Unfinished(path.stem, journal.system)]

    def discard(self, journal: Journal) -> None:
        """Close and remove the journal of a match that never began. An error of the disk is ignored."""
        journal.close()
        with suppress(OSError):
            forget_note(journal.path, self._disk)
            forget(journal.path, self._disk)

    def archive(self, journal: Journal) -> None:
        """Close a match's journal for good, and move it into the archive.

        A journal of that name there, as of a backup that was played on, stays beside it. Raises
        JournalUnwritableError: then
        it is closed, and in its place.
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

    def _newest_first(self) -> list[Path]:
        return _last_played_first(self._playing.glob(f"*{SUFFIX}"), self._last)

    def _tidy(self) -> None:
        """Finish or remove what a power cut left half done."""
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
