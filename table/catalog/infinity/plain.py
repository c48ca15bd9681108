"""The plain list: a TOML file that a player writes, or gets from an army code, and fills in.

Who is the Lieutenant is marked here, in the player's own file, and goes no further (TB-100): the force that leaves this
module knows whether there is one command token more, and how many special orders there are.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from table.catalog.legion.written import ListError, clean
from table.games.infinity.forces import Force, Order, Trooper
from table.games.infinity.muster import force_problems
from table.games.text import Text, text

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
_ORDERS = tuple(str(order) for order in Order)
_MOST_TIMES = 15
_MOST_NUMBER = 9999
"""Of any number in the file."""


def read_plain(words: str) -> tuple[Force, tuple[Text, ...]]:
    """The force, and what was left open. Raises `ListError` with every problem of the file."""
    try:
        content = _spelled(tomllib.loads(words))
    except (ValueError, RecursionError) as error:
        raise ListError(text("plain.not_toml", why=clean(str(error)))) from error
    problems: list[Text] = []
    _check(content, _HEAD, text("plain.the_list"), problems)
    entries = _entries(content, problems)
    judged = [(entry, _checked(entry, problems)) for entry in entries]
    sound = [one for entry, is_sound in judged if is_sound for one in _expanded(entry)]
    damaged = tuple(clean(str(entry["name"])) for entry, is_sound in judged if not is_sound and entry.get("name"))
    force, warnings = _force({} if problems else content, sound, damaged, problems)
    if problems:
        raise ListError(*problems, *(force_problems(force) if sound else ()))
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


def _check(table: Mapping[str, Any], kinds: Mapping[str, type], where: Text | str, problems: list[Text]) -> None:
    for key, value in table.items():
        kind = kinds.get(key)
        if kind is None:
            problems.append(text("plain.unknown_key", where=where, field=clean(key), known=", ".join(kinds)))
        elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            problems.append(text(f"plain.kind.{kind.__name__}", where=where, field=key, value=clean(str(value)[:200])))
        elif isinstance(value, int) and not 0 <= value <= _MOST_NUMBER:
            problems.append(text("plain.number", where=where, field=key, limit=_MOST_NUMBER))


def _checked(entry: Mapping[str, Any], problems: list[Text]) -> bool:
    where = clean(str(entry.get("name", ""))) or text("plain.nameless")
    before = len(problems)
    _check(entry, _TROOPER, where, problems)
    if len(problems) > before:
        return False
    if not clean(entry.get("name", "")):
        problems.append(text("plain.no_name"))
    if entry.get("order", "regular") not in _ORDERS:
        known = ", ".join(_ORDERS)
        problems.append(text("plain.order", where=where, value=clean(entry["order"]), known=known))
    if not 1 <= entry.get("times", 1) <= _MOST_TIMES:
        problems.append(text("plain.times", where=where, value=entry["times"], limit=_MOST_TIMES))
    return len(problems) == before


def _expanded(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [dict(entry) for _ in range(entry.get("times", 1))]


def _force(
    content: Mapping[str, Any], entries: list[dict[str, Any]], damaged: tuple[str, ...], problems: list[Text]
) -> tuple[Force, tuple[Text, ...]]:
    """Of the entries that are sound; `damaged` are the names of the others, which may own some of these."""
    warnings: list[Text] = []
    lieutenants = [entry for entry in entries if entry.get("lieutenant")]
    if len(lieutenants) > 1:
        problems.append(text("plain.lieutenants", found=len(lieutenants)))
    if not lieutenants:
        warnings.append(text("plain.no_lieutenant"))
    shown = [entry for entry in entries if not entry.get("hidden")]
    names = _names(shown)
    troopers = tuple(_trooper(entry, number, names, damaged, problems) for number, entry in enumerate(shown, 1))
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


def _trooper(
    entry: Mapping[str, Any], number: int, names: list[str], damaged: tuple[str, ...], problems: list[Text]
) -> Trooper:
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
        _owner(entry, "peripheral_of", name, names, damaged, problems),
        _owner(entry, "proxy_of", name, names, damaged, problems),
    )


def _owner(
    entry: Mapping[str, Any], key: str, name: str, names: list[str], damaged: tuple[str, ...], problems: list[Text]
) -> str:
    """The id of the trooper that is named there."""
    wanted = clean(entry.get(key, ""))
    if not wanted:
        return ""
    if wanted not in names and not wanted.startswith(damaged):
        problems.append(text("plain.owner", where=name, field=key, value=wanted))
    return str(names.index(wanted) + 1) if wanted in names else ""
