"""Counts and points around a name in any notation: `2x Rebel Troopers 40 x 2 = 80`, `44 Stormtroopers`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from table.games.legion.lists.notation import POINTS

_CALCULATION = r"\d{1,4}(?:\s*[+x×*=]\s*\d{1,4})*"
_HEAD = re.compile(
    rf"^(?:[(\[]\s*(?P<boxed>\d{{1,4}})\s*(?P<unit>{POINTS})?\s*[xX×]?\s*[)\]]\s*"
    rf"|[xX×]\s?(?P<times>\d{{1,2}})\s+"
    rf"|(?P<bare>\d{{1,4}})(?:\s*(?P<word>{POINTS})(?!\w)|\s*[*])?(?:\s*[:|]|\s+[-–—])?\s+(?![xX×]\s))(?=[^\W\d_]|\d+[-.]\w|\d{{1,2}}\s?[xX×])",
    re.IGNORECASE,
)
"""A count or points in front of a name."""
_TAIL = re.compile(
    rf"^(?P<name>.*?[^\W\d_][^\s(\[=]*?)(?P<between>\s*(?:[@|,;:=/]|[.·_]{{2,}}|…+)\s*|\s+[-–—~]\s*|\s*(?=[(\[])|\s+)"
    rf"(?:[(\[]\s*)?(?P<sum>{_CALCULATION})\s*(?P<word>{POINTS})?\s*[)\]]?\s*$",
    re.IGNORECASE,
)
"""Points behind a name, as a number or as a calculation."""
_WITHIN = re.compile(
    rf"^(?P<name>.*[^\W\d_][^\s(\[=]*)\s+(?P<open>[(\[]\s*)?(?P<sum>\d{{2,3}})\s*(?:{POINTS})?(?(open)[)\]]|(?=\s*\())"
    r"\s*[-–—,]?\s*(?P<title>\([^()\d]+\)|(?!(?:with|mit|avec|con|w)\b)[^\W\d_][^()\d:,=+]*)$",
    re.IGNORECASE,
)
"""Points between a name and its title: `Darth Vader 170 (Dark Lord of the Sith)`."""
_SIMPLER = (
    (re.compile(r"^\|\s*(.*\S)\s*\|$"), r"\1"),  # a row of a table
    (re.compile(r"^(\d{1,2})[,;]\s*(?=[^\W\d_])"), r"\1x "),
    (re.compile(r"\{\s*(\d{1,4})\s*\}$"), r"(\1)"),
    (re.compile(r"\s-{2,}\s*(?=\d{1,4}\b)"), " - "),
    (re.compile(r"(?<=\d)\s?p$", re.IGNORECASE), " pts"),
    (re.compile(rf"(?<=\d)\s*(?:{POINTS})?\s*(?:ea\b\.?|each\b|je\b)(?=\s*=)", re.IGNORECASE), ""),
    (re.compile(rf"(?<=\d)\s*(?:{POINTS})?\s*(?:ea\b\.?|each\b|je\b)$", re.IGNORECASE), " pts"),
    (re.compile(r"\s([2-9])\s*@\s*(?=\d{2,3}\b)"), r" \1 x "),
    (re.compile(r"^(\d{1,2})\s?[xX×]\s*(\d{2,3})\s+(?=[^\W\d_]{2})"), r"\1x (\2) "),
)
"""Other ways to write what the patterns above find."""
_PRICED = re.compile(r"\(\d{1,4}\)(?: = \d{1,4})?$")
_COUNTED = re.compile(
    r"^(?P<name>.*[^\W\d_][^\s(\[=]*)\s*(?:[(\[]\s*(?P<times>[2-9])\s*[)\]]|\s[*]\s?(?P<starred>[2-9]))$"
)
"""A count behind a name, or the points of a card that has none yet, where most lines have `_BOXED` points."""
_BOXED = re.compile(r"[(\[]\d{2,4}[)\]]$")
_TIMES = re.compile(r"^(\d{1,2})\s*[xX×]")
_MOST_TIMES = 9
"""The most units in one line. A higher number in front of a name is its points."""
_MOST_SIGNS = 300
"""The most characters of a line that is searched for points."""
_SOME = 2
"""The least lines with points that show how a list writes them."""


class _Sum(NamedTuple):
    unit: int
    """The points of one, without upgrades."""
    times: int
    """The count that the calculation has, or 1."""
    whole: int | None
    """The points of all of them, or None if only one number is written."""


def in_brackets(lines: Sequence[str], *, above: Sequence[bool] = ()) -> list[str]:
    """Return the lines in the builders' notation: the count, the unit's points in brackets, all points behind `=`.

    A bare number is points only if most lines have some: otherwise it is part of a name, as in `Clone Force 99`.
    `above` is True for a line with upgrades below it.
    """
    below = above or [False] * len(lines)
    boxed = 2 * sum(bool(_BOXED.search(line)) for line in lines) > len(lines)
    written, bare = (
        [_written(line, upgrades, bare=each, boxed=boxed) for line, upgrades in zip(lines, below, strict=True)]
        for each in (False, True)
    )
    priced = sum(
        bool(_PRICED.search(each)) and not _PRICED.search(line) for each, line in zip(bare, lines, strict=True)
    )
    return bare if priced >= _SOME and 2 * priced > len(lines) else written


def _written(line: str, upgrades: bool, *, bare: bool, boxed: bool) -> str:
    """Return a line in the builders' notation. Points that do not add up are left."""
    if len(line) > _MOST_SIGNS:
        return line
    for pattern, simpler in _SIMPLER:
        line = pattern.sub(simpler, line)
    times, points, name = _head(line, bare)
    counted = f"{times}x {name}" if times else name
    if not (times or boxed) and (behind := _COUNTED.match(name)):
        return f"{behind['times'] or behind['starred']}x {behind['name']}"
    if points is not None:
        return f"{counted} ({points})"
    if within := _WITHIN.match(counted):
        title = within["title"].strip("() ")
        return f"{within['name']} ({title}) ({within['sum']})"
    found = _TAIL.match(counted)
    if found is None:
        return counted
    alone = found["sum"].isdecimal()
    if alone and (found["between"].strip() == "=" or counted[found.start("sum") - 1] in "(["):
        return counted
    if alone and not found["between"].strip() and not found["word"]:
        return (
            f"{found['name']} ({found['sum']})"
            if bare and (times or not 0 < int(found["sum"]) <= _MOST_TIMES)
            else counted
        )
    added = _added(found["sum"], upgrades)
    ahead = _TIMES.match(counted)
    if added is None or (ahead and added.times not in (1, int(ahead[1]))):
        return counted
    if ahead is None and added.times > 1:
        return f"{added.times}x {found['name']} ({added.unit}) = {added.whole}"
    return f"{found['name']} ({added.unit})" + ("" if added.whole is None else f" = {added.whole}")


def _head(line: str, bare: bool) -> tuple[int, int | None, str]:
    """Return the count in front of a name or 0, the points there or None, and the rest of the line."""
    found = _HEAD.match(line)
    if found is None:
        return 0, None, line
    rest = line[found.end() :]
    number = int(found["boxed"] or found["times"] or found["bare"])
    if found["times"] or (0 < number <= _MOST_TIMES and not (found["unit"] or found["word"])):
        return number, None, rest
    sure = bool(found["unit"] or found["word"] or found["boxed"])
    if not (sure or bare) or _TAIL.match(rest):
        return 0, None, line
    return 0, number, rest


def _added(words: str, upgrades: bool) -> _Sum | None:
    """Return the parts of a calculation: `40`, `44 + 9 = 53`, `40 x 2 = 80`, `42 + 28 = 70 x 3 = 210`, or None.

    `40 = 80` is two of them, unless upgrades below explain the rest.
    """
    steps = [_step(step) for step in words.split("=")]
    unit, one, times = steps[0].first, steps[0].one, steps[0].times
    for step in steps[1:]:
        if step.one != one * times and not (step.alone and steps[0].alone and len(steps) == 2):
            return None
        one, times = step.one, step.times
    counted = next((step.times for step in steps if step.times > 1), 1)
    if len(steps) == 1 and steps[0].alone:
        return _Sum(unit, 1, None)
    whole = one * times
    if len(steps) == 2 and steps[0].alone and steps[1].alone and not upgrades and unit and whole % unit == 0:
        counted = whole // unit
    if counted > _MOST_TIMES:
        return None  # a number of the name: `Mark 2 = 40`
    return _Sum(unit, counted, whole)


class _Step(NamedTuple):
    first: int
    one: int
    times: int
    alone: bool


def _step(words: str) -> _Step:
    """Return a step of a calculation: a sum, and how often it counts."""
    total, *factors = re.split(r"[x×*X]", words)
    numbers = [int(number) for number in total.split("+")]
    one, times = sum(numbers), 1
    for factor in factors:
        times *= max(1, sum(map(int, factor.split("+"))))
    if factors and one <= _MOST_TIMES < times and len(numbers) == 1:
        one, times = times, one  # `2 x 40`
    return _Step(one if factors and len(numbers) == 1 else numbers[0], one, times, not factors and len(numbers) == 1)
