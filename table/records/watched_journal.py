"""A journal with onlookers, as a power cut in the middle of a batch needs them."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from table.records.ports import Journal


def watched(
    journal: Journal, before: Callable[[Sequence[bytes]], None], after: Callable[[Sequence[bytes]], None]
) -> Journal:
    """Return this journal with onlookers: `before` gets each batch's events, and `after` once they are on disk.

    Either may raise: JournalUnwritableError in `before` stands for a disk that takes nothing, and a
    BaseException for the end of the program at that moment.
    """
    return cast(Journal, _WatchedJournal(journal, before, after))


class _WatchedJournal:
    """All but `append` is the journal's own."""

    def __init__(self, journal: Journal, *onlookers: Callable[[Sequence[bytes]], None]) -> None:
        self._journal, (self._before, self._after) = journal, onlookers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        self._before(bodies)
        self._journal.append(bodies, cause)
        self._after(bodies)
