"""The bytes of a list from outside: their size limit, their unpacking, and their errors."""

from typing import Any, TypeVar

from table.games.files.packed_file import PackedError, text_of, unpacked
from table.rules.errors import InputError
from table.rules.text import Text, text

T = TypeVar("T", bytes, str)

MOST_BYTES = 256 * 1024
"""A list has 2 KB. A bigger file is refused before anything reads it."""
MOST_LETTERS = 100


class ListError(InputError, ValueError):
    """A list that cannot be read. `problems` explain the reasons to the players. None is a fault of the table."""

    def __init__(self, *problems: Text, readable: Any = None) -> None:
        """`readable` is the part that could be read: it is checked together with the problems."""
        super().__init__("; ".join(problem.key for problem in problems))
        self.problems = problems
        self.readable = readable


def unescaped(words: str) -> str:
    """Return the words with HTML's entities, such as `&amp;`, replaced by their characters."""
    if "&" not in words:
        return words
    from html import unescape  # its table of entities takes memory that few lists need

    return unescape(words)


def clean(words: str) -> str:
    """Return the words for one line: only printable characters, and at most `MOST_LETTERS`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in unescaped(words)).split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"


def decoded(source: bytes | str) -> str:
    """Return a file's text, unpacked if needed. Raises `ListError`."""
    words = _fitting(source) if isinstance(source, str) else _read(_fitting(source))
    words = words.removeprefix("\ufeff").rstrip("\0")
    if not words.strip():
        raise ListError(text("list.empty"))
    return words


def _read(source: bytes) -> str:
    try:
        return text_of(_fitting(unpacked(source, MOST_BYTES)))
    except PackedError as error:
        raise ListError(text(f"list.packed.{error.why}", names=clean(", ".join(error.names)))) from error
    except UnicodeDecodeError as error:
        raise ListError(text("list.not_text", byte=error.start + 1)) from error


def _fitting(source: T) -> T:
    if len(source) > MOST_BYTES:
        raise ListError(text("list.too_big", limit=MOST_BYTES // 1024))
    return source
