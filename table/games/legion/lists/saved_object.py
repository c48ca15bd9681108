"""The file of the Legion mod: an object saved by Tabletop Simulator with the list in its Lua script."""

import re
from collections.abc import Iterator
from typing import Any

from table.games.files.raw_list import ListError, clean
from table.games.legion.lists.notation import parsed, plain_name
from table.games.legion.lists.raw_list import MOST_CARDS, MOST_UNITS, MOST_UPGRADES, RawArmyList, RawUnit
from table.rules.text import Text, text

MARK = "listData."
"""The mod's own name for the list in its script."""
_TEXT = r"""(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")"""
_FIELD = re.compile(rf"\blistData\.(\w+)\s*=\s*(?:{_TEXT}|(\d{{1,6}})\b)")
_CARD = re.compile(rf"\blistData\.(commandCards|contingencies)\[\d{{1,3}}\]\s*=\s*{_TEXT}")
_UNIT = re.compile(r"\blistData\.units\[(\d{1,3})\]")
_NAME = re.compile(rf"\blistData\.units\[(\d{{1,3}})\]\.unitName\s*=\s*{_TEXT}")
_UPGRADE = re.compile(rf"\blistData\.units\[(\d{{1,3}})\]\.upgrades\[\d{{1,3}}\]\s*=\s*\{{\s*name\s*=\s*{_TEXT}")


def is_saved_object(words: str) -> bool:
    """True if the text has a list of the mod, as a saved object or a bare script."""
    return MARK in words


def read_saved_object(words: str) -> RawArmyList:
    """Read the list. Raises `ListError` with all problems."""
    found = tuple(_scripts(parsed(words))) if words.lstrip().startswith(("{", "[")) else (words,)
    scripts = tuple(dict.fromkeys(found))
    if len(scripts) != 1:
        raise ListError(text("list.several", lists=len(scripts)) if scripts else text("list.no_list"))
    return _read(scripts[0])


def _scripts(value: Any) -> Iterator[str]:
    """Yield the scripts with a list in an object and the objects inside it."""
    if isinstance(value, str) and MARK in value:
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _scripts(each)


def _read(script: str) -> RawArmyList:
    fields = {match[1]: match[4] or _words(match, 2) for match in _FIELD.finditer(script)}
    hands: dict[str, list[str]] = {"commandCards": [], "contingencies": []}
    for match in _CARD.finditer(script):
        hands[match[1]].append(clean(_words(match, 2)))
    problems: list[Text] = []
    units = tuple(_units(script, problems))
    for field, listed, limit in (("units", units, MOST_UNITS), ("commandCards", hands["commandCards"], MOST_CARDS)):
        if len(listed) > limit:
            problems.append(text("list.too_many", field=field, found=len(listed), limit=limit))
    if not units and not problems:
        problems.append(text("list.no_units"))
    points = fields.get("pts", "")
    written = RawArmyList(
        name=clean(fields.get("listName", "")),
        faction=clean(fields.get("armyFaction", "")),
        battle_force=clean(fields.get("battleForce", "")),
        points=int(points) if points.isdecimal() else 0,
        units=units[:MOST_UNITS],
        cards=tuple(hands["commandCards"][:MOST_CARDS]),
        contingencies=tuple(hands["contingencies"][:MOST_CARDS]),
        warnings=() if points.isdecimal() else (text("list.no_points"),),
        titled=False,
    )
    if problems:
        raise ListError(*problems, readable=written)
    return written


def _units(script: str, problems: list[Text]) -> Iterator[RawUnit]:
    names = {match[1]: clean(_words(match, 2)) for match in _NAME.finditer(script)}
    upgrades: dict[str, list[str]] = {}
    for match in _UPGRADE.finditer(script):
        upgrades.setdefault(match[1], []).append(clean(_words(match, 2)))
    for number in dict.fromkeys(_UNIT.findall(script)):
        if not names.get(number):
            problems.append(
                text(
                    "list.wrong_type",
                    field=f"units[{number}].unitName",
                    found=text("list.type.nothing"),
                    wanted=text("list.type.name"),
                )
            )
            continue
        times, name = plain_name(names[number])
        unit = RawUnit(name, upgrades=tuple(upgrades.get(number, ())[:MOST_UPGRADES]))
        yield from (unit,) * min(times, MOST_UNITS + 1)


def _words(match: re.Match[str], group: int) -> str:
    """Return the value of a Lua string, in any quotes."""
    return re.sub(r"\\(.)", r"\1", match[group] or match[group + 1] or "")
