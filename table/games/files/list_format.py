"""A game's lists are recognised, read, shown and kept through this: the command line asks it of any game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from table.config.toml.problems import Problem
from table.rules.refusal import Refusal
from table.rules.text import Text


class Tone(StrEnum):
    """The meaning of a line, from which the printer chooses the colour."""

    PLAIN = "plain"
    GOOD = "good"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"


class ReportLine(NamedTuple):
    words: Text
    tone: Tone = Tone.PLAIN


class ReportRow(NamedTuple):
    cells: tuple[str | Text, ...]
    tone: Tone = Tone.PLAIN


class Columns(NamedTuple):
    """Rows under their titles."""

    titles: tuple[Text, ...]
    rows: tuple[ReportRow, ...]
    right: tuple[int, ...] = ()
    """The columns that are set to the right, from 0."""


class Understood(NamedTuple):
    """A list as its game understood it."""

    shown: tuple[ReportLine | Columns, ...]
    """These lines say to people what was matched, what was not, and the verdict."""
    hand: tuple[ReportLine, ...]
    """The same of its hand alone."""
    problems: tuple[Refusal, ...]
    """The reasons for which it cannot be played; without any it can."""
    cards: tuple[str, ...] = ()
    """The ids of its cards and units, for those who enrol them."""
    unmatched: tuple[Text, ...] = ()
    """The reasons for which no army can be made of it at all; then `cards` is empty."""
    mistakes: tuple[Problem, ...] = ()
    """These keys and lines of the file are wrong; then it cannot be played."""

    @property
    def playable(self) -> bool:
        return not self.problems and not self.mistakes


class StoredFile(NamedTuple):
    """A list in a folder, or a sample."""

    id: str
    """`sample:NAME`, `own:FILE`."""
    name: str
    """The name as the lobby shows it."""
    path: Path
    problems: tuple[Problem, ...] = ()
    """The reasons for which it cannot be read. The lobby shows such a list and does not offer it."""


MOST_DATA_BYTES = 16 * 1024 * 1024
"""The most bytes of a file that completes a list. A publisher's data of a faction have 1 to 4 MB."""


class DataFile(NamedTuple):
    """A file that may complete a list."""

    name: str
    """Its name without endings."""
    read: Callable[[], bytes]
    """Returns its bytes, or one byte more than it can have. Raises OSError."""
    found: bool = False
    """True if its owner named a folder, or a file beside it: without such data in it, it is passed over."""


class CompletedList(NamedTuple):
    words: str
    notes: tuple[Text, ...] = ()
    """The notes say what the files lack."""


@runtime_checkable
class ExportsLists(Protocol):
    """A format whose lists can be written for the programs of other people."""

    exports: tuple[str, ...]
    """The names of the forms: `json`, `link`."""

    def exported(self, content: bytes | str, form: str) -> tuple[str, tuple[Text, ...]]:
        """Return the list in this form, with a note for each part that it leaves out. Raises `ListError`."""
        ...


@runtime_checkable
class CompletesLists(Protocol):
    """A format whose lists can lack what a file of their owner, or the owner, knows."""

    def completed(self, content: bytes | str, data: Sequence[DataFile], called: Mapping[str, str]) -> CompletedList:
        """Return the list with the facts of the files and the names in `called`. Raises `ListError`."""
        ...


@runtime_checkable
class PicksLists(Protocol):
    """A format that allows several lists in one text."""

    def picked(self, content: bytes | str, number: int) -> str:
        """Return the list with this number, counted from 1. Raises `ListError`."""
        ...


class ListFormat(Protocol):
    """A game's lists. `folder` holds the stored lists of all games; each game has its own place in it or beside it.

    Any thread; the functions read files, and raise `ListError` alone.
    """

    edition: str
    """The value of `--edition` that it answers to; empty: any."""
    reads_anything: bool
    """True if it takes what no other format recognises."""
    other: str
    """The word in `hand.none.WORD` for those who ask after a hand that such lists do not have; empty: they have one."""

    def recognises(self, content: bytes | str) -> bool:
        """True if this is a list of the game. Raises nothing."""
        ...

    def is_source(self, words: str) -> bool:
        """True if words on the command line are a list themselves: a link, an army code."""
        ...

    def understood(self, content: bytes | str, file: str, folder: Path) -> Understood:
        """Return what the list turned out to be. `file` is the name that people know it by."""
        ...

    def store(self, content: bytes | str, name: str, folder: Path, *, force: bool = False) -> Path:
        """Keep the list under this name, whole or not at all, and return its file."""
        ...

    def stored(self, folder: Path) -> Iterator[StoredFile]:
        """Yield the samples, then the players' own, by file name."""
        ...

    def room(self, folder: Path) -> Path:
        """Return the folder in which the players' own lie."""
        ...
