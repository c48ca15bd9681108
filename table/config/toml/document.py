"""Read and parse a TOML file, and locate its problems by file, line and key."""

import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT

from table.config.toml.problems import Problem, as_written
from table.config.toml.struct_reader import UnplacedProblem
from table.config.toml.toml_keys import KeyLines, dotted
from table.rules.errors import InputError
from table.rules.text import Text, text
from table.words.brought_file import NotAFileError, opened
from table.words.deep_keys import has_deep_keys

MOST_BYTES = 256 * 1024
"""A configuration with everything in it has 20 KB."""

OPEN_TEXTS = frozenset({r"Illegal character '\n'", "Unterminated string"})
"""The parser's messages for unclosed quotes on a line; the second one applies to the last line."""
_LONG = '"' * 3
"""A text between two of these may have several lines, so its last line does not show where it begins."""


class UnreadableError(InputError, ValueError):
    def __init__(self, why: Text, line: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.line = line


def read(path: Path) -> str:
    """Return the text of a file. Raises `UnreadableError`."""
    try:
        with opened(path) as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UnreadableError(text("config.file.missing")) from None
    except IsADirectoryError:
        raise UnreadableError(text("config.file.folder")) from None
    except NotAFileError:
        raise UnreadableError(text("config.file.no_file")) from None
    except PermissionError:
        raise UnreadableError(text("config.file.forbidden", file=str(path))) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableError(text("config.file.unreadable", why=str(error))) from None
    if len(data) > MOST_BYTES:
        raise UnreadableError(text("config.file.large", most=MOST_BYTES))
    try:
        # A byte order mark, as some editors write it, harms nobody.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(text("config.file.not_utf8"), line) from None


def parsed(document: str) -> dict[str, Any]:
    """Return a document as values. Raises `UnreadableError`."""
    if has_deep_keys(document):
        raise UnreadableError(text("config.file.deep"))
    try:
        return tomllib.loads(document)
    except tomllib.TOMLDecodeError as error:
        why, line, column = _syntax(str(error), document)
        if why in OPEN_TEXTS and _LONG not in document:
            raise UnreadableError(text("config.file.open_text"), line) from None
        if why == "Invalid value":
            raise UnreadableError(text("config.file.value", column=column), line) from None
        raise UnreadableError(text("config.file.syntax", why=why, column=column), line) from None
    except RecursionError:
        raise UnreadableError(text("config.file.deep")) from None
    except ValueError as error:  # an impossible date, a number of too many digits
        raise UnreadableError(text("config.file.unreadable", why=str(error))) from None


def _syntax(message: str, document: str) -> tuple[str, int, int]:
    """Return the parser's message without its position, and the position as line and column."""
    if at := re.search(r" \(at line (\d+), column (\d+)\)", message):
        return message[: at.start()], int(at[1]), int(at[2])
    last = document.splitlines() or [""]
    return message.removesuffix(" (at end of document)"), len(last), len(last[-1]) + 1


def placed(file: str, lines: KeyLines, mistake: UnplacedProblem) -> Problem:
    """Return the mistake as a problem, with its file and the line of its key."""
    return Problem(
        file=file,
        right=mistake.right,
        key=dotted(mistake.key),
        value="" if mistake.value is NODEFAULT else as_written(mistake.value),
        line=lines.of(mistake.key),
    )
