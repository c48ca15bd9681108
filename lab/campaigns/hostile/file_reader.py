"""Define a reader of files that somebody brings, as the campaign calls it, and what came of one file."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from table.rules.text import Text
from table.words import Words
from table.words.legible import legible

LAST_RESORT = ("list.stumbled", "games.broken")
"""The keys of what is said when nothing but a last-resort handler has caught an exception."""


class Dialect(StrEnum):
    """The grammar of a kind of file, as far as damage that goes deeper than bytes has to know it."""

    TEXT = "text"
    JSON = "json"
    TOML = "toml"
    MATCH = "match"
    """JSON in lines, under a chain of hashes that has to be made anew."""
    TAR = "tar"
    SQLITE = "sqlite"
    SCRIPT = "script"
    BINARY = "binary"


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The outcome of reading one file."""

    read: bool
    """True if the file was good for all that it is meant for."""
    told: tuple[str, ...] = ()
    """The lines that people are told of it, as they see them."""
    unexplained: bool = False
    """True if the table fails over the file and says no more than that."""


@dataclass(frozen=True, slots=True)
class FileReader:
    """A reader of files. `read` may raise nothing."""

    name: str
    dialect: Dialect
    samples: tuple[bytes, ...]
    """Files with which nothing is wrong."""
    read: Callable[[Path], FileOutcome]
    """Called with the path of a file in a folder that is its own, and empty but for it."""
    suffix: str = ""
    """The ending of the file's name."""
    commands: Callable[[Path], tuple[tuple[str, ...], ...]] = lambda _: ()
    """Return the command lines that take such a file."""
    places: bool = True
    """True if something else than a file can stand in its place."""


def outcome(*said: Text, read: bool | None = None) -> FileOutcome:
    """Return what came of a file of which this is said; without a word it was read, if nothing else is told here."""
    told = tuple(_english().say(each) for each in said)
    return FileOutcome(not said if read is None else read, told, any(each.key in LAST_RESORT for each in said))


def refused(error: Exception) -> FileOutcome:
    """Return what came of a file that an exception of ours tells about, as the door to the terminal shows it."""
    return FileOutcome(False, (legible(str(error)) or type(error).__name__,))


@lru_cache(maxsize=1)
def _english() -> Words:
    return Words()
