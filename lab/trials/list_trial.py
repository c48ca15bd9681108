"""The trial of a game's list reader, with lists as people bring them. Each try has an outcome."""

import random
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol


class ListOutcome(StrEnum):
    """The outcome of reading a list."""

    RIGHT = "right"
    """The list was read as it was written."""
    REPORTED = "reported"
    """The list was not read as it was written, and the reader reports it."""
    ANOTHER = "another"
    """The damage made exactly another list that a builder could write, and that one was read."""
    UNREAD = "unread"
    """A sound list was refused, or read differently with a note."""
    WRONG = "wrong"
    """The list was taken for another one without a report."""


class OpenName(NamedTuple):
    """A name with several meanings in a format, so that the list is ambiguous."""

    edition: str
    form: str
    written: str
    meant: tuple[str, ...]


class ListTrial(Protocol):
    """The lists of one game. Any thread; no files."""

    @property
    def forms(self) -> Sequence[str]:
        """Return the formats of list builders, such as `json` and `link`."""
        ...

    def side(self, rng: random.Random) -> Any:
        """Return a random legal side."""
        ...

    def written(self, side: Any, form: str) -> str:
        """Return the list that a builder writes for the side."""
        ...

    def read(self, side: Any, form: str, list_file: bytes) -> ListOutcome:
        """Return the outcome for an undamaged list. REPORTED: only `open_names` of this format are ambiguous."""
        ...

    def read_damaged(self, side: Any, form: str, list_file: bytes) -> ListOutcome:
        """Return the outcome for a damaged list of this side."""
        ...

    def open_names(self) -> Iterable[OpenName]:
        """Return the names that are ambiguous in a format."""
        ...

    def worse(self) -> Mapping[str, "ListTrial"]:
        """Return the same with worse readers: `silent` reports nothing, `hasty` reads only names."""
        ...
