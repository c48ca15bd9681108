"""A place in a plain list is the line of a trooper's key, under whichever spelling."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from table.config.toml.toml_keys import Key, KeyLines
from table.rules.text import Text, text

_SAME = MappingProxyType(
    {"troopers": "trooper", "combat_group": "group", "controller": "peripheral_of", "count": "times"}
)
"""People write the one, and mean the other."""


def spelled(key: str) -> str:
    """Return a key as it is meant: case, dashes and a plural say nothing."""
    plain = re.sub(r"[\s-]+", "_", key.strip().lower())
    return _SAME.get(plain, plain)


class PlainPlaces:
    """The lines of one file. A key of an inline table has the line of that table."""

    def __init__(self, words: str, content: Mapping[str, Any]) -> None:
        self._lines = KeyLines(words)
        self._last = max(len(words.splitlines()), 1)
        self._content = content
        self._keys = _by_meaning(content)
        self._troopers = self._keys.get("trooper", "trooper")
        self._of_troopers: dict[int, Mapping[str, str]] = {}

    def of_list(self, key: str = "") -> Text:
        """Return the text that names the list, with the line of its key `key`."""
        line = self._lines.of((self._keys.get(key, key),)) if key else None
        return _at(text("plain.the_list"), line)

    def at_the_end(self) -> Text:
        """Return the text that names the list, with its last line."""
        return _at(text("plain.the_list"), self._last)

    def of_trooper(self, number: int, name: str, key: str = "") -> Text | str:
        """Return the text that names a trooper and its line. `number` counts the entries from 1."""
        if number not in self._of_troopers:
            self._of_troopers[number] = _by_meaning(self._content[self._troopers][number - 1])
        whole: Key = (self._troopers, number)
        line = self._lines.of((*whole, self._of_troopers[number].get(key, key)) if key else whole)
        return _at(name or text("plain.nameless"), line)


def _by_meaning(table: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the keys as they are written, by what they mean; of two that mean the same, the first."""
    return {spelled(key): key for key in reversed(tuple(table))}


def _at(name: Text | str, line: int | None) -> Text:
    return text("plain.place", name=name) if line is None else text("plain.at", name=name, line=line)
