"""The interface through which the command line recognises, reads, shows and stores the lists of any game."""

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
    """The columns that are aligned to the right, from 0."""


class Understood(NamedTuple):
    """A list as read by its game."""

    shown: tuple[ReportLine | Columns, ...]
    """Lines for people: the matched entries, the others, and the verdict."""
    hand: tuple[ReportLine, ...]
    """The same for its hand only."""
    problems: tuple[Refusal, ...]
    """The reasons why it cannot be played; empty if it can."""
    cards: tuple[str, ...] = ()
    """The ids of its cards and units, for enrolment."""
    unmatched: tuple[Text, ...] = ()
    """The reasons why no army can be built from it; then `cards` is empty."""
    mistakes: tuple[Problem, ...] = ()
    """The errors in the file, with keys and lines; then it cannot be played."""

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
    """The reasons why it cannot be read. The lobby shows such a list and does not offer it."""


MOST_DATA_BYTES = 16 * 1024 * 1024
"""The most bytes of a file that completes a list. A publisher's data of a faction have 1 to 4 MB."""


class DataFile(NamedTuple):
    """A file that may complete a list."""

    name: str
    """Its name without endings."""
    read: Callable[[], bytes]
    """Returns its bytes, at most one more than the limit. Raises OSError."""
    found: bool = False
    """True if it was found in a named folder, or beside a named file. Without such data, it is ignored."""


class CompletedList(NamedTuple):
    words: str
    notes: tuple[Text, ...] = ()
    """The notes say what the files lack."""


@runtime_checkable
class ExportsLists(Protocol):
    """A format whose lists can be exported for other programs."""

    exports: tuple[str, ...]
    """The names of the forms: `json`, `link`."""

    def exported(self, content: bytes | str, form: str) -> tuple[str, tuple[Text, ...]]:
        """Return the list in this form, with a note for each part that it leaves out. Raises `ListError`."""
        ...


@runtime_checkable
class CompletesLists(Protocol):
    """A format whose lists may lack facts, which a file or the owner can add."""

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

    Any thread; the functions read files, and raise only `ListError`.
    """

    edition: str
    """The value of `--edition` for this format; empty: any."""
    reads_anything: bool
    """True if it reads everything that no other format recognises."""
    other: str
    """The word in `hand.none.WORD`, the message that these lists have no hand; empty: they have one."""

    def recognises(self, content: bytes | str) -> bool:
        """True if this is a list of the game. Raises nothing."""
        ...

    def is_source(self, words: str) -> bool:
        """True if a command-line argument is itself a list: a link, an army code."""
        ...

    def understood(self, content: bytes | str, file: str, folder: Path) -> Understood:
        """Return the list as read. `file` is its name for people."""
        ...

    def store(self, content: bytes | str, name: str, folder: Path, *, force: bool = False) -> Path:
        """Store the list under this name, completely or not at all, and return its file."""
        ...

    def stored(self, folder: Path) -> Iterator[StoredFile]:
        """Yield the samples, then the players' own, by file name."""
        ...

    def room(self, folder: Path) -> Path:
        """Return the folder of the players' own lists."""
        ...
