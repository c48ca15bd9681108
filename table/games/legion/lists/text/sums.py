"""Points of a unit without brackets, as builders and people write them: `Stormtroopers 44 + 9 = 53`, `44 x 2 = 88`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from table.games.legion.lists.notation import POINTS

_NAME = r"(?P<name>.*[^\W\d_][^\s(\[=]*)"
_ADDED = r"(?P<unit>\d{1,3})\s*\+\s*(?P<more>\d{1,3})\s*=\s*(?P<one>\d{1,4})"
_TIMES = r"(?:\s*[x×]\s*(?P<times>\d{1,2})\s*=\s*(?P<all>\d{1,4}))?"
_SUM = re.compile(
    rf"^{_NAME}\s+(?:{_ADDED}{_TIMES}|[(\[]\s*{_ADDED.replace('?P<', '?P<in_')}\s*[)\]])\s*$", re.IGNORECASE
)
_WHOLE = rf"\s*=\s*(?P<all>\d{{1,4}})\s*{POINTS}?\s*$"
_PRODUCT = re.compile(rf"^{_NAME}\s+(?P<unit>\d{{1,3}})\s*[x×]\s*(?P<times>\d{{1,2}}){_WHOLE}", re.IGNORECASE)
_SAME = re.compile(rf"^{_NAME}(?<!\s[x×])\s+(?P<unit>\d{{2,3}}){_WHOLE}", re.IGNORECASE)
_LED_TO = re.compile(
    rf"^{_NAME}\s*(?:[:@]|\.{{2,}}|…+|_{{2,}}|[-–—]{{2,}}|\|)\s*(?P<unit>\d{{1,3}})\s*{POINTS}?\s*$", re.I
)
"""A name with a sign or with dots that lead to its points."""
_BARE = re.compile(rf"^{_NAME}\s+(?P<unit>\d{{2,3}})$")
_AHEAD = re.compile(
    rf"^(?P<unit>\d{{2,3}})\s*{POINTS}?\s*[-–:|]?\s+(?P<name>(?:\d{{1,2}}\s*[x×]\s*)?[^\W\d_].*)$", re.I
)
"""Points before the name. Nobody has as many units of one kind."""
_FEWEST_AHEAD = 13
_COUNT = re.compile(r"^[(\[]\s*(\d{1,2})\s*[x×]?\s*[)\]]\s*(?=[^\W\d_])")
"""A count in brackets before the name."""
_TIMES_AHEAD = re.compile(r"^(\d{1,2})\s*[x×]\s*", re.IGNORECASE)
_LONGEST = 150
"""The letters of the longest line that is looked at: a name, its count and its points."""
_SOME = 2
"""The least lines with points that show how a list writes them."""


class _Bare(NamedTuple):
    """A line with a bare number before or behind the name."""

    name: str
    points: int
    times: int


def in_brackets(lines: Sequence[str], points: int = 0) -> list[str]:
    """Return the lines with points in the builders' notation: the unit's in brackets, the sum behind `=`.

    A bare number is points only if most lines have one: otherwise it is part of a name, as in `Clone Force 99`. With a
    count it may be the points of each unit or of all of them. The army's `points` decide, if they are known.
    """
    counted = [_COUNT.sub(r"\1x ", line) for line in lines]
    written = [_added(line) for line in counted]
    bare = [_bare(line) for line in written]
    priced = sum(one is not None or was != line for one, was, line in zip(bare, written, counted, strict=True))
    if priced < _SOME or 2 * priced <= len(lines):
        return written
    whole = points and points == sum(_sums(written, bare))
    marks = [f"= {one.points}" if whole and one and one.times > 1 else f"({one.points})" if one else "" for one in bare]
    return [f"{one.name} {mark}" if one else line for one, mark, line in zip(bare, marks, written, strict=True)]


def _sums(written: Sequence[str], bare: Sequence[_Bare | None]) -> Iterator[int]:
    """Yield what each line adds to the army if a bare number is the points of all its units."""
    for line, one in zip(written, bare, strict=True):
        found = re.search(r"(?:=\s*|\()(\d{1,4})\)?$", line)
        if one or found:
            yield one.points if one else int(found[1]) if found else 0


def _bare(line: str) -> _Bare | None:
    if len(line) > _LONGEST:
        return None
    found = _BARE.match(line)
    if found is None:
        found = _AHEAD.match(line)
        if found is None or int(found["unit"]) < _FEWEST_AHEAD:
            return None
    times = _TIMES_AHEAD.match(found["name"])
    return _Bare(found["name"], int(found["unit"]), int(times[1]) if times else 1)


def _added(line: str) -> str:
    """Return the line with its points in brackets. Points that do not add up are left."""
    if len(line) > _LONGEST:
        return line
    if found := _LED_TO.match(line):
        return f"{found['name']} ({found['unit']})"
    if found := _SUM.match(line):
        groups = found.groupdict()
        unit, more, one = (int(groups[key] or groups[f"in_{key}"]) for key in ("unit", "more", "one"))
        whole, right = int(groups["all"] or one), unit + more == one
        right = right and whole == one * int(groups["times"] or 1)
    elif found := _PRODUCT.match(line):
        unit, whole = int(found["unit"]), int(found["all"])
        right = whole == unit * int(found["times"])
    elif found := _SAME.match(line):
        unit, whole = int(found["unit"]), int(found["all"])
        right = bool(unit) and whole % unit == 0
    else:
        return line
    return f"{found['name']} ({unit}) = {whole}" if right else line
