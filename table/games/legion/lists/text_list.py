"""A list as text, from a list builder's clipboard or a chat: a unit a line."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from table.games.files.raw_list import ListError
from table.games.legion.data.factions import known_faction
from table.games.legion.data.names import fold
from table.games.legion.lists.raw_list import MOST_CARDS, MOST_UNITS, RawArmyList, RawUnit
from table.games.legion.lists.text.headings import SIZE, TextPart, heading_of, states_activations
from table.games.legion.lists.text.known_names import NOTHING_KNOWN, KnownNames
from table.games.legion.lists.text.sections import Sections, sections
from table.games.legion.lists.text.text_hand import cards_of, named
from table.games.legion.lists.text.text_units import PricedUnits, units_in
from table.rules.text import Text, text

_MOST_LINES = 500
_MOST_PAGE = 5000
"""The most lines of a page that are searched for a list."""
_SOME = 2
_MOST_IN_LINE = 1000
_MARKS = re.compile(r"[*_`#~]{1,3}(?=\S)|(?<=\S)[*_`#~]{1,3}")
"""Signs that chats use for bold, slanted or struck letters."""
_LINK = re.compile(r"\W{0,9}(?:https?://|www\.)\S+\s*")
"""A line with nothing but a link: people paste a builder's link beside its text."""

_NUMBERED = re.compile(r"(.*\S)\s(\d{2,3})")


def is_plain(words: str, known: KnownNames = NOTHING_KNOWN) -> bool:
    """True if it has a heading of units or cards, states points or activations, or names units in two lines."""
    lines = _lines(words)
    found = any(map(_announces, map(heading_of, lines)))
    stated = found or any(SIZE.search(line) or states_activations(line) for line in lines[:3])
    return len(lines) > 1 and (stated or sum(map(known.names_unit, lines[:_MOST_LINES])) >= _SOME)


def list_in_page(words: str, known: KnownNames) -> str:
    """Return the lines of a page that hold a list, from the first understood one to the last."""
    lines = _lines(words)[:_MOST_PAGE]
    understood = [
        heading_of(line)[0] is not None or bool(SIZE.search(line)) or known.names_unit(line)
        or bool(named(line, known.cards)[0])
        for line in lines
    ]  # fmt: skip
    if not any(understood):
        return ""
    last = len(lines) - understood[::-1].index(True)
    return "\n".join(lines[understood.index(True) : last])


def _announces(heading: tuple[TextPart | None, str]) -> bool:
    part, behind = heading
    return part in (TextPart.CARDS, TextPart.RANK) or (part is TextPart.FACTION and bool(known_faction(behind)))


def read_plain(words: str, known: KnownNames = NOTHING_KNOWN) -> RawArmyList:
    """Read a list as text. `known`: see `sections`. Raises `ListError`, with every problem that it found."""
    lines = _lines(words)
    if len(lines) > _MOST_LINES:
        raise ListError(text("list.too_many", field="text", found=len(lines), limit=_MOST_LINES))
    parts = sections(lines, known)
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
        units=tuple(_without_points(unit, known) for unit in priced.units),
        cards=cards,
        contingencies=contingencies,
        warnings=tuple(_notes(parts, priced)),
        titled=False,
        short_names=priced.short_names,
        size=parts.size,
        total=priced.total,
        activations=parts.activations,
        battle_cards=parts.battle,
        passed_over=tuple(unit.name for line in parts.passed_over for unit in units_in(((line, None),), 0).units[:1]),
    )


def _without_points(unit: RawUnit, known: KnownNames) -> RawUnit:
    """Return a unit without the number behind its name, if only the name without it is known: `Stormtroopers 44`."""
    found = _NUMBERED.fullmatch(unit.name)
    if found is None or fold(unit.name) in known.units or fold(found[1]) not in known.units:
        return unit
    return replace(unit, name=found[1], prices=unit.prices or (int(found[2]),))


def _notes(parts: Sections, priced: PricedUnits) -> Iterator[Text]:
    if not parts.points:
        yield text("list.no_points")
    if parts.unread:
        yield text("list.odd_words", words=parts.unread)
    yield from (text("list.strange_heading", heading=heading) for heading in parts.strange)
    yield from (text("list.line_left_out", line=line) for line in parts.unplaced)
    yield from (text("list.cards_among_units", line=line) for line in parts.mixed)
    yield from (text("list.odd_line", line=line) for line in dict.fromkeys(priced.odd))
    yield from (text("list.nameless_line", line=line) for line in dict.fromkeys(priced.nameless))
    yield from (text("list.unpriced_line", line=line) for line in dict.fromkeys(priced.unpriced))
    yield from (text("list.unexplained_line", line=line) for line in dict.fromkeys(priced.unexplained))


def _lines(words: str) -> list[str]:
    lines = (line[:_MOST_IN_LINE] for line in words.splitlines() if re.search(r"\w", line))
    return [_MARKS.sub("", line).rstrip() for line in lines if not _LINK.fullmatch(line)]
