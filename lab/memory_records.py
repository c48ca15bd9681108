"""Journals and matches in memory, for what tries a table millions of times.

Their hash chain is that of the shipping ones. They imitate no fault of a disk.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from table.records.journal import batch_body, chain_next, chain_start, split
from table.records.ports import Journal, JournalError, Shortfall, Unfinished


class MemoryJournal:
    """A `Journal` in memory. Its `copy.copy` is independent from then on."""

    not_whole = ""

    def __init__(self, match_id: str, system: str, secret: bytes) -> None:
        self.path = Path(match_id)
        self.match_id, self.system = match_id, system
        self.count, self.head = 0, chain_start(match_id)
        self._secret = secret
        self._batches: tuple[bytes, ...] = ()

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        batch = batch_body(bodies, cause)
        self._batches = (*self._batches, batch)
        self.count, self.head = self.count + 1, chain_next(self.head, batch)

    def batches(self) -> Iterator[bytes]:
        return iter(self._batches)

    def bodies(self) -> Iterator[bytes]:
        for batch in self._batches:
            yield from (bytes(event) for event in split(batch).events)

    def secret(self) -> bytes:
        return self._secret

    def close(self) -> None:
        """Do nothing: no file is open, and `MemoryMatches` still has the journal."""


def _as_it_is(journal: Journal) -> Journal:
    return journal


class MemoryMatches:
    """`Matches` in memory. They outlive the session that wrote them, like files."""

    def __init__(self, dress: Callable[[Journal], Journal] = _as_it_is) -> None:
        """`dress` may wrap each journal that is created or opened."""
        self._dress = dress
        self._numbers = count(1)
        self._playing: dict[str, Journal] = {}
        """The journals by match id, the last played at the end."""
        self.archived: tuple[Journal, ...] = ()

    def hold(self, journal: Journal) -> None:
        """Take a journal that was begun elsewhere among the matches in play."""
        self._playing[journal.match_id] = journal

    def create(self, system: str, secret: bytes, match_id: str = "") -> Journal:
        journal = MemoryJournal(match_id or f"memory{next(self._numbers):04}", system, secret)
        self._playing[journal.match_id] = journal
        return self._dress(journal)

    def open(self, match_id: str) -> Journal:
        if match_id not in self._playing:
            raise JournalError(f"{match_id}: there is no such journal")
        return self._dress(self._playing[match_id])

    def salvage(self, match_id: str) -> tuple[Path, Journal | None]:
        raise JournalError(f"{match_id}: no journal in memory is ever damaged")

    def playing(self, journal: Journal) -> None:
        self._playing[journal.match_id] = self._playing.pop(journal.match_id)

    def keep_note(self, journal: Journal) -> None:
        """Do nothing: appended batches are already stored."""

    def shortfall(self, journal: Journal) -> Shortfall | None:
        return None

    def has_room(self) -> bool:
        return True

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        self._playing = {match_id: journal for match_id, journal in self._playing.items() if journal.count}
        return tuple(Unfinished(each.match_id, each.system) for each in reversed(self._playing.values())), ()

    def discard(self, journal: Journal) -> None:
        self._playing.pop(journal.match_id, None)

    def archive(self, journal: Journal) -> None:
        self.archived = (*self.archived, self._playing.pop(journal.match_id))
