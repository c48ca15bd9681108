"""The trial of a game's code reader, with codes in every layout, whole and damaged."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from lab.trials.list_trial import ListOutcome


class WrittenCode(NamedTuple):
    code: str
    """The code as a builder writes it."""
    content: Any
    """The content of the code, in the game's own values."""


class CodeTrial(Protocol):
    """The codes of one game. Any thread; no files."""

    @property
    def layouts(self) -> Sequence[str]:
        """Return the names of the layouts."""
        ...

    def written(self, rng: random.Random, layout: str) -> WrittenCode:
        """Return a random code of this layout."""
        ...

    def read(self, written: WrittenCode, code: str) -> ListOutcome:
        """Return the outcome for a code that is this one, or a damaged copy of it.

        RIGHT: the same content. REPORTED: refused. ANOTHER: another head or one other trooper, which a code without a
        checksum cannot detect. WRONG: read as a list of another shape.
        """
        ...

    def damaged(self, rng: random.Random, code: str) -> str:
        """Return the code with one byte changed, dropped or doubled."""
        ...

    def samples(self, content: bytes) -> Iterator[tuple[str, ListOutcome]]:
        """Yield each sample of a file by its name, with its outcome. Raises ValueError for another kind of file."""
        ...

    def hasty(self) -> "CodeTrial":
        """Return the same with a worse reader: it takes the first layout that fits, whatever the bytes."""
        ...
