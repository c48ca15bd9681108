"""A journal with onlookers, as a power cut in the middle of a batch needs them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from table.records.ports import Journal


class WatchedJournal:
    """This journal has onlookers: it tells `before` each batch's events, and `after` once they are on disk.

    Either may raise: JournalUnwritableError in `before` stands for a disk that takes nothing, and a
    BaseException for the end of the program at that moment.
    """

    def __init__(
        self,
        journal: Journal,
        before: Callable[[Sequence[bytes]], None],
        after: Callable[[Sequence[bytes]], None],
    ) -> None:
        self._journal, self._before, self._after = journal, before, after

    @property
    def path(self) -> Path:
        return self._journal.path

    @property
    def match_id(self) -> str:
        return self._journal.match_id

    @property
    def system(self) -> str:
        return self._journal.system

    @property
    def count(self) -> int:
        return self._journal.count

    @property
    def head(self) -> bytes:
        return self._journal.head

    @property
    def not_whole(self) -> str:
        return self._journal.not_whole

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        self._before(bodies)
        self._journal.append(bodies, cause)
        self._after(bodies)

    def batches(self) -> Iterator[bytes]:
        return self._journal.batches()

    def bodies(self) -> Iterator[bytes]:
        return self._journal.bodies()

    def secret(self) -> bytes:
        return self._journal.secret()

    def close(self) -> None:
        self._journal.close()
