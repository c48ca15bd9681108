"""Define a reader of foreign files and the outcome of one file."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from table.rules.text import Text
from table.words import Words
from table.words.legible import legible

LAST_RESORT = ("list.stumbled", "games.broken")
"""The keys of messages that a last-resort handler of exceptions writes."""


class Dialect(StrEnum):
    """The grammar of a kind of file, for damage by grammar."""

    TEXT = "text"
    JSON = "json"
    TOML = "toml"
    MATCH = "match"
    """JSON lines under a hash chain that has to be recomputed."""
    TAR = "tar"
    SQLITE = "sqlite"
    SCRIPT = "script"
    BINARY = "binary"


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The outcome of reading one file."""

    read: bool
    """True if the file was usable for its purpose."""
    messages: tuple[str, ...] = ()
    """The messages about the file, as people see them."""
    unexplained: bool = False
    """True if the table fails on the file without an explanation."""


@dataclass(frozen=True, slots=True)
class FileReader:
    """A reader of files. `read` must not raise."""

    name: str
    dialect: Dialect
    samples: tuple[bytes, ...]
    """Sound files."""
    read: Callable[[Path], FileOutcome]
    """Takes the path of a file in a folder that contains nothing else."""
    suffix: str = ""
    """The ending of the file's name."""
    commands: Callable[[Path], tuple[tuple[str, ...], ...]] = lambda _: ()
    """Return the command lines that take this file."""
    places: bool = True
    """True if another kind of file can be in its place, such as a pipe."""


def outcome(*texts: Text, read: bool | None = None) -> FileOutcome:
    """Return the outcome of a file with these messages. Without messages it counts as read, unless `read` is given."""
    messages = tuple(_english().say(each) for each in texts)
    return FileOutcome(not texts if read is None else read, messages, any(each.key in LAST_RESORT for each in texts))


def called(path: Path, name: str) -> Path:
    """Return the place of this name beside a brought file, which is moved there if it is one."""
    place = path.parent / name
    if path.is_symlink() or path.exists():
        path.rename(place)
    return place


def refused(error: Exception) -> FileOutcome:
    """Return the outcome of a file for an expected exception, with its message as the terminal shows it."""
    return FileOutcome(False, (legible(str(error)) or type(error).__name__,))


@lru_cache(maxsize=1)
def _english() -> Words:
    return Words()
