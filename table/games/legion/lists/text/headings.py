"""The parts of a list as text, by their headings."""

import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from table.games.files.raw_list import clean
from table.games.legion.data.factions import known_faction
from table.games.legion.data.names import fold
from table.games.legion.data.spellings import RANKS, known_rank, spellings
from table.games.legion.lists.notation import BULLET, POINTS
from table.games.legion.lists.text.known_names import KnownNames
from table.games.legion.rules.model.armies import Rank


class TextPart(StrEnum):
    """The part of a list below a heading."""

    UNITS = "units"
    RANK = "rank"
    """Units of one rank."""
    CARDS = "cards"
    CONTINGENCIES = "contingencies"
    OTHER = "other"
    """A part that the table does not need."""
    FACT = "fact"
    """Activations or an author, in the same line."""
    POINTS = "points"
    """The points of the army, in the same line."""
    FACTION = "faction"
    FORCE = "force"


HEADINGS = {word: TextPart(part) for word, part in spellings("headings").items()} | dict.fromkeys(RANKS, TextPart.RANK)
SIZE = re.compile(r"(\d{2,5})\s*/\s*(\d{3,5})\b")
_ACTIVATION = r"(?:activations?|aktivierung(?:en)?|activación|activacion(?:es)?)"
_ACTIVATIONS = re.compile(rf"(\d{{1,2}})\s*{_ACTIVATION}\b|\b{_ACTIVATION}\s*:\s*(\d{{1,2}})\b", re.I)
_PRICED = re.compile(r"[(\[=]\s*\d{1,4}\s*[)\]]?$")
_FRAMED = re.compile(
    r"^\s*(?:[-–—=~#*_]*\s*(?P<ruled>\w.*?)\s*[-–—=~#*_]{2,}|(?P<sign>[–—=])\s*(?P<between>\w.*?)\s*(?P=sign)"
    r"|\[(?P<boxed>[^\[\]]*[^\W\d][^\[\]]*)\])\s*$"
)
"""A heading with rules around it or behind it, or in a box. A single `-` is a dash."""
ALONE = re.compile(rf"(\d{{2,5}})\s*{POINTS}?\s*$", re.IGNORECASE)
_FILLERS = frozenset(
    ("card", "cards", "unit", "units", "deck", "of", "karte", "karten", "carte", "cartes", "carta", "cartas")
)
"""Words of a heading that add nothing to it."""
HEAD_LINES = 3
"""The number of first lines that may have name and points."""


def heading_of(line: str) -> tuple[TextPart | None, str]:
    """Return the part that a line announces, and the rest of the line."""
    before, colon, behind = (framed(line) or line).partition(":")
    if not colon and BULLET.match(line) and not framed(line):
        return None, line
    part = HEADINGS.get(_plain_heading(_word(before)))
    return (part, behind.strip()) if part is not None else (None, line)


def rank_of(line: str) -> Rank | None:
    """Return the rank that a heading names; None for counterparts."""
    return known_rank(_plain_heading(_word(line)))


def _plain_heading(words: str) -> str:
    """Return a folded heading as `HEADINGS` has it: `Primary Objectives` is `objectives`, `Corps units` is `corps`."""
    folded = fold(words)
    if folded in HEADINGS:
        return folded
    names = [word for word in folded.split() if word not in _FILLERS]
    joined = " ".join(names)
    if joined in HEADINGS:
        return joined
    parts = {HEADINGS.get(word) for word in names}
    return names[-1] if len(parts) == 1 and TextPart.OTHER in parts else folded


def is_open(line: str, known: KnownNames) -> bool:
    """True if a line is an unknown heading by its colon: nothing behind it, no points, no bullet, and no unit."""
    bare = line.rstrip().endswith(":") and not BULLET.match(line) and not re.search(r"\d|,", line)
    return bare and bool(known.units) and not known.names_unit(line)


def states_activations(line: str) -> bool:
    """True if a line states only the number of units: `9 Activations`."""
    return _ACTIVATIONS.fullmatch(line.strip()) is not None


def framed(line: str) -> str:
    """Return the words of a heading in a frame of signs, or nothing. A line with points is not a heading."""
    found = _FRAMED.match(line)
    if found is None:
        return ""
    words: str = next(filter(None, (found["ruled"], found["between"], found["boxed"])))
    return "" if _PRICED.search(words) and fold(_word(words)) not in HEADINGS else words


def are_bulleted(body: Sequence[str]) -> bool:
    """True if every line below a heading of a rank has a bullet, so that units have one in this list."""
    below = [line for above, line in pairwise(body) if heading_of(above) == (TextPart.RANK, "")]
    return bool(below) and all(map(BULLET.match, below))


def stands_above(line: str) -> bool:
    """True if a line may be a heading among units with bullets: no bullet, no points, nothing behind it."""
    return not BULLET.match(line) and not re.search(r"\d|:\s*\S|,", line)


def head_of(lines: Sequence[str]) -> tuple[str, int, int, Sequence[str]]:
    """Return name, points, size, and the remaining lines.

    Without points in the first lines the first line is a unit.
    """
    for place, line in enumerate(lines[:HEAD_LINES]):
        if size := SIZE.search(line):
            above = clean((line[: size.start()] if place == 0 else lines[0]).strip(" :-–[("))
            named = heading_of(above)[0] is None and not _PRICED.search(above) and not (place and known_faction(above))
            between = lines[1 if named else 0 : place]
            return above if named else "", int(size[1]), int(size[2]), (*between, *lines[place + 1 :])
    return "", 0, 0, lines


def _word(heading: str) -> str:
    """Return a heading without its colon, the dashes around it and the count behind it."""
    return re.sub(r"[(\[]\s*\d+\s*[)\]]", "", heading.partition(":")[0]).strip(" -–—=#")


def are_titled(lines: Sequence[str]) -> bool:
    """True if all lines but the first have bullets."""
    return len(lines) > 2 and not BULLET.match(lines[0]) and all(map(BULLET.match, lines[1:]))


def behind_points(lines: Sequence[str]) -> str:
    """Return the words behind the points in the head, without unit and activations."""
    size = next(filter(None, map(SIZE.search, lines[:HEAD_LINES])), None)
    behind = _ACTIVATIONS.sub("", size.string[size.end() :]) if size else ""
    words = re.sub(rf"\b{POINTS}(?!\w)", "", behind, flags=re.IGNORECASE)
    return clean(behind) if re.search(r"\w", words) else ""


def activations_of(lines: Sequence[str]) -> int:
    found = next(filter(None, map(_ACTIVATIONS.search, lines)), None)
    return int(found[1] or found[2]) if found else 0
