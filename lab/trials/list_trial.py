"""A game's reader of lists is tried with lists that somebody could bring. Each try has an outcome."""

import random
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol


class ListOutcome(StrEnum):
    """The outcome of reading a list."""

    RIGHT = "right"
    """The list was read as it was written."""
    SAID = "said"
    """The list was not read as it was written, and the reader says so."""
    ANOTHER = "another"
    """The damage turned the list, to the letter, into another one that a builder writes, and that one was read."""
    UNREAD = "unread"
    """The list was refused, or read otherwise with a note, though nothing was wrong with it."""
    WRONG = "wrong"
    """The list was taken for another one, and nobody is told."""


class OpenName(NamedTuple):
    """A name that means several things in some form of a list, so that the list cannot tell them apart."""

    edition: str
    form: str
    written: str
    meant: tuple[str, ...]


class ListTrial(Protocol):
    """The lists of one game. Any thread; no files."""

    @property
    def forms(self) -> Sequence[str]:
        """Return the forms in which list builders write: `json`, `link`."""
        ...

    def side(self, rng: random.Random) -> Any:
        """Return a lawful side, by chance."""
        ...

    def written(self, side: Any, form: str) -> str:
        """Return what a list builder writes for it."""
        ...

    def read(self, side: Any, form: str, list_file: bytes) -> ListOutcome:
        """Return what becomes of a list as it was written. SAID: nothing is open but `open_names` of this form."""
        ...

    def read_damaged(self, side: Any, form: str, list_file: bytes) -> ListOutcome:
        """Return what becomes of a list of this side that was damaged."""
        ...

    def open_names(self) -> Iterable[OpenName]:
        """Return the names that a form cannot tell apart."""
        ...

    def worse(self) -> Mapping[str, "ListTrial"]:
        """Return the same with worse readers: `silent` says nothing, `hasty` reads nothing that stands beside names."""
        ...
