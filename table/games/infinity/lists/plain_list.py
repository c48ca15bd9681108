"""The plain list: a TOML file that a player writes, or gets from an army code, and fills in.

Who is the Lieutenant is marked here, in the player's own file, and goes no further (TB-100): the force that leaves this
module knows whether there is one command token more, and how many special orders there are.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from table.games.files.raw_list import ListError, clean
from table.games.infinity.rules.model.forces import Force, Order, Trooper
from table.games.infinity.rules.side_checks import force_problems, lone_problems
from table.rules.text import Text, text
from table.toml.problems import as_written
from table.words.deep_keys import has_deep_keys

MOST_ENTRIES = 60
_HEAD = {"name": str, "sectorial": str, "points": int, "trooper": list}
_TROOPER = {
    "name": str, "group": int, "order": str, "tactical": bool, "lieutenant": bool, "command_token": bool,
    "orders": int, "peripheral_of": str, "proxy_of": str, "hidden": bool, "times": int,
}  # fmt: skip
QUOTES = ("plain.unknown_key", "plain.kind.", "plain.number", "plain.order", "plain.times", "plain.owner")
"""Problems that name a trooper together with a key or value of its entry, which may be what marks the Lieutenant."""
_SAME = {"troopers": "trooper", "combat_group": "group", "controller": "peripheral_of", "count": "times"}
"""What people write, and what it is called."""
_BESIDE = frozenset(_TROOPER) - {"group", "peripheral_of", "proxy_of", "hidden"}
"""Keys without which it is still known where a trooper stands and whose it is."""
_ORDERS = tuple(str(order) for order in Order)
_MOST_TIMES = 15
_MOST_NUMBER = 9999
"""Of any number in the file."""


class _Entry(NamedTuple):
    """A `[[trooper]]`, judged: what is right in it counts, so that one mistake hides no other."""

    kept: dict[str, Any]
    """Its keys that are right by themselves."""
    sound: bool
    placed: bool
    """What is wrong leaves no doubt where it stands."""


def read_plain(words: str) -> tuple[Force, tuple[Text, ...]]:
    """Return the force, and what was left open. Raises `ListError` with every problem of the file."""
    if has_deep_keys(words):
        raise ListError(text("plain.not_toml", why=text("config.file.deep")))
    try:
        content = _spelled(tomllib.loads(words))
    except (ValueError, RecursionError) as error:
        raise ListError(text("plain.not_toml", why=clean(str(error)))) from error
    problems: list[Text] = []
    _check(content, _HEAD, text("plain.the_list"), problems)
    entries = [_judged(entry, problems) for entry in _entries(content, problems)]
    force, warnings = _force({} if problems else content, entries, problems)
    if problems:
        problems.extend(force_problems(force) if force.troopers else ())
        raise ListError(*dict.fromkeys(problems))
    return force, warnings


def _spelled(table: Mapping[str, Any]) -> dict[str, Any]:
    """Keys as they are meant: case, dashes and a plural say nothing. Orders likewise."""
    keys = {key: re.sub(r"[\s-]+", "_", key.strip().lower()) for key in table}
    spelled = {_SAME.get(plain, plain): table[key] for key, plain in keys.items()}
    entries = spelled.get("trooper")
    if isinstance(entries, list):
        spelled["trooper"] = [_spelled(entry) if isinstance(entry, dict) else entry for entry in entries]
    if isinstance(order := spelled.get("order"), str):
        spelled["order"] = order.strip().lower()
    return spelled


def _entries(content: Mapping[str, Any], problems: list[Text]) -> list[dict[str, Any]]:
    entries = content.get("trooper", [])
    if not isinstance(entries, list):
        return []
    if not all(isinstance(entry, dict) for entry in entries):
        problems.append(text("plain.not_tables"))
        return []
    if not entries:
        problems.append(text("plain.nobody"))
    if len(entries) > MOST_ENTRIES:
        problems.append(text("plain.too_many", found=len(entries), limit=MOST_ENTRIES))
    return entries[:MOST_ENTRIES]


def _check(
    table: Mapping[str, Any], kinds: Mapping[str, type], where: Text | str, problems: list[Text]
) -> dict[str, Any]:
    """What is right in it."""
    right = {}
    for key, value in table.items():
        kind = kinds.get(key)
        if kind is None:
            problems.append(text("plain.unknown_key", where=where, field=clean(key), known=", ".join(kinds)))
        elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            problems.append(
                text(f"plain.kind.{kind.__name__}", where=where, field=key, value=clean(_told(value)[:200]))
            )
        elif isinstance(value, int) and not 0 <= value <= _MOST_NUMBER:
            problems.append(text("plain.number", where=where, field=key, limit=_MOST_NUMBER))
        else:
            right[key] = value
    return right


def _told(value: Any) -> str:
    """Return a value as people read it; a number may have more digits than Python would write."""
    return value if isinstance(value, str) else as_written(value)


def _judged(entry: Mapping[str, Any], problems: list[Text]) -> _Entry:
    where = clean(_told(entry.get("name", ""))) or text("plain.nameless")
    before = len(problems)
    kept = _check(entry, _TROOPER, where, problems)
    wrong = entry.keys() - kept.keys()
    if "name" not in wrong and not clean(kept.get("name", "")):
        problems.append(text("plain.no_name"))
    if kept.get("order", "regular") not in _ORDERS:
        known = ", ".join(_ORDERS)
        problems.append(text("plain.order", where=where, value=clean(kept.pop("order")), known=known))
    if not 1 <= kept.get("times", 1) <= _MOST_TIMES:
        problems.append(text("plain.times", where=where, value=kept.pop("times"), limit=_MOST_TIMES))
    kept["name"] = clean(_told(entry.get("name", ""))) or "?"
    return _Entry(kept, len(problems) == before, wrong <= _BESIDE)


def _force(content: Mapping[str, Any], judged: list[_Entry], problems: list[Text]) -> tuple[Force, tuple[Text, ...]]:
    """Check the entries that have a place together. The others are judged by themselves."""
    warnings: list[Text] = []
    expanded = [one for one in judged for _ in range(one.kept.get("times", 1))]
    lieutenants = [one.kept for one in expanded if one.kept.get("lieutenant")]
    if len(lieutenants) > 1:
        problems.append(text("plain.lieutenants", found=len(lieutenants)))
    if not lieutenants:
        warnings.append(text("plain.no_lieutenant"))
    shown = [one.kept for one in expanded if one.placed and not one.kept.get("hidden")]
    names = _names(shown)
    owners = _Owners(names, tuple(one.kept["name"] for one in judged if not one.sound))
    troopers = tuple(_trooper(entry, number, names, owners, problems) for number, entry in enumerate(shown, 1))
    for entry in (one.kept for one in judged if not one.placed):
        problems.extend(lone_problems(_trooper(entry, 1, [entry["name"]], owners, problems)))
    if undecided := sum(trooper.order is None for trooper in troopers):
        warnings.append(text("plain.asked", count=undecided))
    force = Force(
        clean(content.get("name", "")),
        troopers,
        sectorial=clean(content.get("sectorial", "")),
        points=content.get("points", 0),
        bonus=any(entry.get("command_token", False) for entry in lieutenants) if lieutenants else None,
        lieutenant_orders=lieutenants[0].get("orders", 1) if lieutenants else None,
    )
    return force, tuple(warnings)


def _names(entries: list[dict[str, Any]]) -> list[str]:
    """A name for each that no other has."""
    plain = [clean(entry["name"]) for entry in entries]
    total, seen = Counter(plain), Counter[str]()
    called = []
    for name in plain:
        seen[name] += 1
        called.append(name if total[name] == 1 else f"{name} {seen[name]}")
    return called


class _Owners(NamedTuple):
    names: list[str]
    damaged: tuple[str, ...]
    """Names as entries with mistakes have them: what they will be called in the end is not known."""

    def of(self, entry: Mapping[str, Any], key: str, name: str, problems: list[Text]) -> str:
        """Return the id of the trooper that is named there."""
        wanted = clean(entry.get(key, ""))
        if not wanted:
            return ""
        if wanted not in self.names and not wanted.startswith(self.damaged):
            problems.append(text("plain.owner", where=name, field=key, value=wanted))
        return str(self.names.index(wanted) + 1) if wanted in self.names else ""


def _trooper(entry: Mapping[str, Any], number: int, names: list[str], owners: _Owners, problems: list[Text]) -> Trooper:
    """Nothing here may depend on who the Lieutenant is."""
    name = names[number - 1]
    order = entry.get("order")
    told = order is not None
    return Trooper(
        str(number),
        name,
        entry.get("group", 1),
        Order(order) if order is not None else None,
        entry.get("tactical", False if told else None),
        owners.of(entry, "peripheral_of", name, problems),
        owners.of(entry, "proxy_of", name, problems),
    )
