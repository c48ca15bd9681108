"""The command cards of a list as text, also in lines without a heading."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from table.games.legion.data.names import fold
from table.games.legion.lists.notation import BULLET, cards_in, plain_name, without_pips

_BETWEEN_CARDS = re.compile(r";|,?\s*(?=(?<![•●·])[•●·]+\s*\w)")
"""The separators of command cards: semicolons or pips. Commas may be part of a name."""
PIPS = re.compile(r"[•●·]")
_SURE = 3
"""The least cards with pips that are a hand, even if none is known."""
_WITH_PIPS = re.compile(r"[•●·]+")
_MOST_COMMAS = 4
"""The most commas of a card's name."""


def cards_of(lines: Iterable[str]) -> Iterator[str]:
    """Yield the names of command cards. An entry may have several with commas between them."""
    for line in lines:
        for entry in _BETWEEN_CARDS.split(BULLET.sub("", line)):
            if name := ", ".join(filter(None, map(plain_card, cards_in(entry)))):
                yield name


def hand_lines(lines: Sequence[str], known: Collection[str]) -> frozenset[int]:
    """Return the places of the lines that are a hand without a heading. `known`: folded names of all command cards.

    Such a line names two cards or more and little else, or one with its pips next to another such line.
    """
    if not known:
        return frozenset()
    counts = [named(line, known) for line in lines]
    whole = {place for place, line in enumerate(lines) if _is_hand(line, *counts[place])}
    single = {place for place, line in enumerate(lines) if counts[place] == (1, 1) and PIPS.search(line)}
    cards = whole | single
    return frozenset(whole | {place for place in single if {place - 1, place + 1} & cards})


def named(line: str, known: Collection[str]) -> tuple[int, int]:
    """Return the number of known names in a line, and the number of its parts."""
    names = list(names_in([part for entry in cards_of((line,)) for part in cards_in(entry)], known))
    return sum(name in known for name in names), len(names)


def names_in(parts: Sequence[str], known: Collection[str]) -> Iterator[str]:
    """Yield the folded known names in these parts. A name with commas spans several."""
    left = list(parts)
    while left:
        lengths = range(min(len(left), _MOST_COMMAS + 1), 0, -1)
        name = next((length for length in lengths if fold(", ".join(left[:length])) in known), 1)
        yield fold(", ".join(left[:name]))
        del left[:name]


def _is_hand(line: str, found: int, parts: int) -> bool:
    """True if a line with this many parts is a hand: all of them are cards, or enough are and it has pips.

    With pips for each part, all names may be unknown.
    """
    if parts >= _SURE and len(_WITH_PIPS.findall(line)) >= parts and not re.search(r"\d", line):
        return True
    return found > 1 and (found == parts or (2 * found > parts and bool(PIPS.search(line))))


def plain_card(part: str) -> str:
    """Return a card, or a part of its name, without count and pips."""
    return without_pips(plain_name(part)[1])
