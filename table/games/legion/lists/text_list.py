"""A list as text, from a list builder's clipboard or a chat: a unit a line."""

import re
from collections.abc import Collection, Iterator

from table.games.files.raw_list import ListError
from table.games.legion.data.factions import known_faction
from table.games.legion.lists.raw_list import MOST_CARDS, MOST_UNITS, RawArmyList
from table.games.legion.lists.text.text_hand import cards_of
from table.games.legion.lists.text_headings import SIZE, Sections, TextPart, heading_of, sections, states_activations
from table.games.legion.lists.text_units import PricedUnits, units_in
from table.rules.text import Text, text

_MOST_LINES = 500
_MOST_IN_LINE = 1000
_MARKS = re.compile(r"[*_`#~]{1,3}(?=\S)|(?<=\S)[*_`#~]{1,3}")
"""Signs that chats use for bold, slanted or struck letters."""


def is_plain(words: str) -> bool:
    """True if it has a heading of units or cards, or states points or activations as builders do."""
    lines = _lines(words)
    found = any(map(_announces, map(heading_of, lines)))
    return len(lines) > 1 and (found or any(SIZE.search(line) or states_activations(line) for line in lines[:3]))


def _announces(heading: tuple[TextPart | None, str]) -> bool:
    part, behind = heading
    return part in (TextPart.CARDS, TextPart.RANK) or (part is TextPart.FACTION and bool(known_faction(behind)))


def read_plain(words: str, known_cards: Collection[str] = ()) -> RawArmyList:
    """Read a list as text. `known_cards`: see `sections`. Raises `ListError`, with every problem that it found."""
    lines = _lines(words)
    if len(lines) > _MOST_LINES:
        raise ListError(text("list.too_many", field="text", found=len(lines), limit=_MOST_LINES))
    parts = sections(lines, known_cards)
    priced = units_in(parts.units, parts.points)
    cards, contingencies = (tuple(cards_of(each)) for each in (parts.cards, parts.contingencies))
    for field, found, limit in (("units", priced.units, MOST_UNITS), ("commandCards", cards, MOST_CARDS)):
        if len(found) > limit:
            raise ListError(text("list.too_many", field=field, found=len(found), limit=limit))
    if not priced.units:
        raise ListError(text("list.no_units"))
    return RawArmyList(
        name=parts.name,
        faction=parts.faction,
        battle_force=parts.force,
        points=parts.points,
        units=priced.units,
        cards=cards,
        contingencies=contingencies,
        warnings=tuple(_notes(parts, priced)),
        titled=False,
        short_names=priced.short_names,
        size=parts.size,
        total=priced.total,
        activations=parts.activations,
        passed_over=tuple(unit.name for line in parts.passed_over for unit in units_in(((line, None),), 0).units[:1]),
    )


def _notes(parts: Sections, priced: PricedUnits) -> Iterator[Text]:
    if not parts.points:
        yield text("list.no_points")
    if parts.unread:
        yield text("list.odd_words", words=parts.unread)
    yield from (text("list.strange_heading", heading=heading) for heading in parts.strange)
    yield from (text("list.cards_among_units", line=line) for line in parts.mixed)
    yield from (text("list.odd_line", line=line) for line in dict.fromkeys(priced.odd))
    yield from (text("list.nameless_line", line=line) for line in dict.fromkeys(priced.nameless))
    yield from (text("list.unpriced_line", line=line) for line in dict.fromkeys(priced.unpriced))


def _lines(words: str) -> list[str]:
    return [_MARKS.sub("", line[:_MOST_IN_LINE]).rstrip() for line in words.splitlines() if re.search(r"\w", line)]
