"""A game's reader of codes is tried with codes in every layout that is in use, whole and damaged."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from lab.trials.list_trial import ListOutcome


class WrittenCode(NamedTuple):
    code: str
    """The code as a builder writes it."""
    says: Any
    """The code says this, in the game's own values."""


class CodeTrial(Protocol):
    """The codes of one game. Any thread; no files."""

    @property
    def layouts(self) -> Sequence[str]:
        """Return the names of the layouts."""
        ...

    def written(self, rng: random.Random, layout: str) -> WrittenCode:
        """Return a code of this layout, made by chance."""
        ...

    def read(self, written: WrittenCode, code: str) -> ListOutcome:
        """Return what becomes of a code that is, or was once, this one.

        RIGHT: it says the same. SAID: it is refused. ANOTHER: what stands before its groups, or one trooper, is
        another one; a code without a checksum cannot tell. WRONG: it was taken for a list of another shape.
        """
        ...

    def damaged(self, rng: random.Random, code: str) -> str:
        """Return the code with one byte changed, lost or doubled."""
        ...

    def samples(self, content: bytes) -> Iterator[tuple[str, ListOutcome]]:
        """Yield each sample of a file by its name, and what becomes of it. Raises ValueError for another file."""
        ...

    def hasty(self) -> "CodeTrial":
        """Return the same with a worse reader: it takes the first layout that fits, to whichever byte."""
        ...
