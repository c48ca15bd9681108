"""Sums of points behind a name, without brackets: `Stormtroopers 44 + 9 = 53`."""

import re
from collections.abc import Sequence

_NAME = r"(?P<name>.*[^\W\d_][^\s(\[=]*)"
_ADDED = r"(?P<unit>\d{1,3})\s*\+\s*(?P<more>\d{1,3})\s*=\s*(?P<one>\d{1,4})"
_TIMES = r"(?:\s*[x×]\s*(?P<times>\d{1,2})\s*=\s*(?P<all>\d{1,4}))?"
_SUM = re.compile(
    rf"^{_NAME}\s+(?:{_ADDED}{_TIMES}|[(\[]\s*{_ADDED.replace('?P<', '?P<in_')}\s*[)\]])\s*$", re.IGNORECASE
)
_BARE = re.compile(rf"^{_NAME}\s+(?P<unit>\d{{2,3}})$")
_SOME = 2
"""The least lines with points that show how a list writes them."""


def in_brackets(lines: Sequence[str]) -> list[str]:
    """Return the lines with points in the builders' notation: the unit's in brackets, the sum behind `=`.

    A bare number is points only if most lines have one: otherwise it is part of a name, as in `Clone Force 99`.
    """
    written = [_added(line) for line in lines]
    bare = [_BARE.match(line) for line in lines]
    priced = sum(one is not None or was != line for one, was, line in zip(bare, written, lines, strict=True))
    if priced < _SOME or 2 * priced <= len(lines):
        return written
    return [f"{one['name']} ({one['unit']})" if one else line for one, line in zip(bare, written, strict=True)]


def _added(line: str) -> str:
    """Return the line with its sum in brackets. Points that do not add up are left."""
    found = _SUM.match(line)
    if found is None:
        return line
    groups = found.groupdict()
    unit, more, one = (int(groups[key] or groups[f"in_{key}"]) for key in ("unit", "more", "one"))
    whole = int(groups["all"] or one)
    if unit + more != one or whole != one * int(groups["times"] or 1):
        return line
    return f"{found['name']} ({unit}) = {whole}"
