"""Keys of a TOML document: how they are written for people, and their line numbers."""

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

Key: TypeAlias = tuple[str | int, ...]
"""`("hoppers", 2, "kind")` is the kind of the second hopper: lists count from 1."""

_PART = r"""[\w-]+|"[^"\n]*"|'[^'\n]*'"""
_DOTTED = rf"(?:{_PART})(?:\s*\.\s*(?:{_PART}))*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_ENTRY = re.compile(rf"\s*({_DOTTED})\s*=")


def dotted(key: Key) -> str:
    """Return the key as people write it: `hoppers[2].kind`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_quoted(part)}" for part in key).removeprefix(".")


class KeyLines:
    """The line of each key in a TOML document that was parsed without error.

    It looks at each line by itself and is no second parser. It may take a line of a multi-line text for a key, and it
    finds a key of an inline table at the table's beginning.
    """

    def __init__(self, document: str) -> None:
        self._lines: dict[Key, int] = {}
        self._begun: dict[Key, int] = {}
        """The line of the first key in a table, by the table's own."""
        self._tables: dict[Key, int] = {}
        here: Key = ()
        for number, line in enumerate(document.splitlines(), 1):
            if header := _HEADER.match(line):
                here = self._header(tuple(_parts(header[2])), several=header[1] == "[[")
                self._found(here, number)
            elif entry := _ENTRY.match(line):
                self._found(here + tuple(_parts(entry[1])), number)

    def of(self, key: Key) -> int | None:
        """Return the line of the key, or of the closest table around it, or None.

        A table without its own line has the line of its first key: `sides` has that of `[sides.american]`.
        """
        if key not in self._lines and key in self._begun:
            return self._begun[key]
        for length in range(len(key), 0, -1):
            if line := self._lines.get(key[:length]):
                return line
        return None

    def _found(self, key: Key, number: int) -> None:
        self._lines.setdefault(key, number)
        for length in range(1, len(key)):
            self._begun.setdefault(key[:length], number)

    def _header(self, names: tuple[str, ...], several: bool) -> Key:
        key: Key = ()
        for part in names[:-1]:
            key += (part,)
            if count := self._tables.get(key):
                key += (count,)
        key += (names[-1],)
        if several:
            self._tables[key] = self._tables.get(key, 0) + 1
        return (*key, self._tables[key]) if key in self._tables else key


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name) else json.dumps(name, ensure_ascii=False)


def _parts(text: str) -> Iterator[str]:
    return (part.strip("\"'") for part in re.findall(_PART, text))
