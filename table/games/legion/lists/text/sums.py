"""People write points behind a name as they add them up: `Stormtroopers 44 + 9 = 53`, with no brackets around them."""

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
"""A single number says nothing of how a list writes points."""


def in_brackets(lines: Sequence[str]) -> list[str]:
    """Return the lines with their points as builders have them: those of the unit in brackets, the whole behind `=`.

    A bare number is points where most lines have some: elsewhere it is part of a name, as in `Clone Force 99`.
    """
    written = [_added(line) for line in lines]
    bare = [_BARE.match(line) for line in lines]
    priced = sum(one is not None or was != line for one, was, line in zip(bare, written, lines, strict=True))
    if priced < _SOME or 2 * priced <= len(lines):
        return written
    return [f"{one['name']} ({one['unit']})" if one else line for one, line in zip(bare, written, strict=True)]


def _added(line: str) -> str:
    """Return the line with a sum in brackets. Points that do not add up stay as they stand: they may be anything."""
    found = _SUM.match(line)
    if found is None:
        return line
    said = found.groupdict()
    unit, more, one = (int(said[key] or said[f"in_{key}"]) for key in ("unit", "more", "one"))
    whole = int(said["all"] or one)
    if unit + more != one or whole != one * int(said["times"] or 1):
        return line
    return f"{found['name']} ({unit}) = {whole}"
