"""The plain list: a TOML file that a player writes, or gets from an army code, and fills in.

The Lieutenant is marked in the player's own file only (TB-100). The force that leaves this module has the number of
command tokens and of special orders.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from table.config.toml.document import UnreadableError, parsed
from table.config.toml.problems import as_written
from table.config.toml.toml_keys import Key, KeyLines
from table.games.files.raw_list import ListError, clean
from table.games.infinity.lists.mustering import ListedTrooper, mustered
from table.games.infinity.lists.trooper_headings import with_double_brackets
from table.games.infinity.rules.model.forces import Force, Order
from table.games.infinity.rules.setup.force_checks import force_problems
from table.rules.text import Text, text

_SAME = MappingProxyType(
    {"troopers": "trooper", "combat_group": "group", "controller": "peripheral_of", "count": "times"}
)
"""Common spellings, and the keys that they stand for."""


def spelled(key: str) -> str:
    """Return the normal form of a key: case, dashes and a plural do not matter."""
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
    """Return the keys as written, by their normal form; the first one if two have the same."""
    return {spelled(key): key for key in reversed(tuple(table))}


def _at(name: Text | str, line: int | None) -> Text:
    return text("plain.place", name=name) if line is None else text("plain.at", name=name, line=line)


MOST_ENTRIES = 60
_HEAD = MappingProxyType({"name": str, "sectorial": str, "points": int, "trooper": list})
_TROOPER = MappingProxyType(
    {
        "name": str, "group": int, "order": str, "tactical": bool, "lieutenant": bool, "command_token": bool,
        "orders": int, "peripheral_of": str, "proxy_of": str, "hidden": bool, "airborne": bool, "reinforcement": bool,
        "impetuous": bool, "warhorse": bool, "counterintelligence": bool, "nco": bool,
        "inspiring": bool, "strategos": int, "commlink": int, "points": int, "wip": int, "times": int,
    }
)  # fmt: skip
_BESIDE = frozenset(_TROOPER) - {"group", "peripheral_of", "proxy_of", "hidden", "airborne", "reinforcement"}
"""The keys that do not affect a trooper's place and owner."""
_ORDERS = tuple(str(order) for order in Order)
_MOST_TIMES = 15
_MOST_NEAR = 20
"""The most problems for which a suggestion is searched: a file may have tens of thousands."""
_MOST_LETTERS, _CLOSE = 30, 0.7
"""The number of letters that are compared, and the likeness from which a key counts as misspelled."""
_MOST_NUMBER = 9999
"""The highest number that a file may contain."""

_Place = Callable[[str], Text | str]
"""Returns the position of a key, or of the whole entry for an empty key."""


def read_plain(words: str) -> tuple[Force, tuple[Text, ...], tuple[Text, ...]]:
    """Return the force, the open facts, and the reasons why it cannot be played.

    Raises `ListError` with every problem of an invalid file.
    """
    words = with_double_brackets(words)
    try:
        written = parsed(words)
    except UnreadableError as error:
        if error.line is None:
            raise ListError(text("plain.not_toml", why=error.why)) from error
        raise ListError(text("plain.not_toml_at", why=error.why, line=error.line)) from error
    content = _spelled(written)
    places = PlainPlaces(words, written)
    problems: list[Text] = []
    _check(content, _HEAD, places.of_list, problems)
    entries = [
        _judged(entry, _place(places, number, entry), problems)
        for number, entry in enumerate(_entries(content, places, problems), 1)
    ]
    force, warnings, places_of, lieutenant = mustered({} if problems else content, entries, problems)
    wrong = force_problems(force, lambda trooper, key: places_of[trooper.id](key), lieutenant)
    if problems:
        problems.extend(wrong if force.troopers else ())
        raise ListError(*dict.fromkeys(problems))
    return force, warnings, wrong


def _spelled(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the TOML table with the spelling of keys and orders corrected."""
    meant = {spelled(key): value for key, value in table.items()}
    entries = meant.get("trooper")
    if isinstance(entries, list):
        meant["trooper"] = [_spelled(entry) if isinstance(entry, dict) else entry for entry in entries]
    if isinstance(order := meant.get("order"), str):
        meant["order"] = order.strip().lower()
    return meant


def _place(places: PlainPlaces, number: int, entry: Mapping[str, Any]) -> _Place:
    name = clean(_readable(entry.get("name", "")))
    return lambda key: places.of_trooper(number, name, key)


def _entries(content: Mapping[str, Any], places: PlainPlaces, problems: list[Text]) -> list[dict[str, Any]]:
    entries = content.get("trooper", [])
    if not isinstance(entries, list):
        return []
    if not all(isinstance(entry, dict) for entry in entries):
        problems.append(text("plain.not_tables", where=places.of_list("trooper")))
        return []
    if not entries:
        problems.append(
            text("plain.nobody", where=places.of_list("trooper") if "trooper" in content else places.at_the_end())
        )
    if len(entries) > MOST_ENTRIES:
        where = _place(places, MOST_ENTRIES + 1, entries[MOST_ENTRIES])("")
        problems.append(text("plain.too_many", where=where, found=len(entries), limit=MOST_ENTRIES))
    return entries[:MOST_ENTRIES]


def _check(table: Mapping[str, Any], kinds: Mapping[str, type], place: _Place, problems: list[Text]) -> dict[str, Any]:
    """Return the valid values, and add a problem for each other one."""
    right = {}
    for key, value in table.items():
        kind, where = kinds.get(key), place(key)
        if kind is None:
            likely = [known for known in kinds if known not in table] if len(problems) < _MOST_NEAR else None
            problems.append(_unknown(key, where, likely, tuple(kinds)))
        elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            readable = clean(_readable(value)[:200])
            problems.append(text(f"plain.kind.{kind.__name__}", where=where, field=key, value=readable))
        elif isinstance(value, int) and not 0 <= value <= _MOST_NUMBER:
            problems.append(text("plain.number", where=where, field=key, limit=_MOST_NUMBER))
        else:
            right[key] = value
    return right


def _unknown(key: str, where: Text | str, likely: Sequence[str] | None, known: Sequence[str]) -> Text:
    """Return the problem of an unknown key, with the closest known key, first among the `likely` ones.

    Without `likely` there is no suggestion.
    """
    args: dict[str, Text | str] = {"where": where, "field": clean(key), "known": ", ".join(known)}
    near = None if likely is None else _close(key, likely) or _close(key, known)
    return text("plain.unknown_key", **args) if near is None else text("plain.unknown_key_near", **args, closest=near)


def _close(key: str, known: Sequence[str]) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(key[:_MOST_LETTERS], known, 1, _CLOSE)), None)


def _readable(value: Any) -> str:
    """Return a value as text for people; a number may have more digits than Python would write."""
    return value if isinstance(value, str) else as_written(value)


def _judged(entry: Mapping[str, Any], place: _Place, problems: list[Text]) -> ListedTrooper:
    before = len(problems)
    kept = _check(entry, _TROOPER, place, problems)
    wrong = entry.keys() - kept.keys()
    if "name" not in wrong and not clean(kept.get("name", "")):
        problems.append(text("plain.no_name", where=place("name")))
    if kept.get("order", "regular") not in _ORDERS:
        known = ", ".join(_ORDERS)
        problems.append(text("plain.order", where=place("order"), value=clean(kept.pop("order")), known=known))
    if not 1 <= kept.get("times", 1) <= _MOST_TIMES:
        problems.append(text("plain.times", where=place("times"), value=kept.pop("times"), limit=_MOST_TIMES))
    kept["name"] = clean(_readable(entry.get("name", ""))) or "?"
    return ListedTrooper(kept, len(problems) == before, wrong <= _BESIDE, place)
