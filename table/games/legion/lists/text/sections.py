"""The lines of a list as text, sorted by the headings above them, by their names and by their place."""

import re
from collections.abc import Sequence

from msgspec import Struct

from table.games.files.raw_list import clean
from table.games.legion.data.factions import known_faction
from table.games.legion.data.names import fold
from table.games.legion.data.spellings import spellings
from table.games.legion.lists.text.headings import (
    ALONE,
    HEAD_LINES,
    SIZE,
    TextPart,
    activations_of,
    are_bulleted,
    are_titled,
    behind_points,
    framed,
    head_of,
    heading_of,
    is_open,
    rank_of,
    stands_above,
    states_activations,
)
from table.games.legion.lists.text.known_names import NOTHING_KNOWN, KnownNames
from table.games.legion.lists.text.text_hand import hand_lines, named
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.battle_cards import BattleCard

_FULL = 6
"""The number of cards from which a hand below its heading is complete."""


class Sections(Struct, frozen=True):
    """The lines of a text, by part."""

    name: str
    points: int
    size: int
    """Points of the game."""
    activations: int
    faction: str
    force: str
    units: tuple[tuple[str, Rank | None], ...]
    """The lines of units and upgrades, each with the rank of the heading above it."""
    cards: tuple[str, ...]
    contingencies: tuple[str, ...]
    unread: str
    """Words behind the points without a known meaning."""
    strange: tuple[str, ...] = ()
    """Unknown headings. The lines below were read as units."""
    mixed: tuple[str, ...] = ()
    """Lines among the units that name command cards, and are not a hand."""
    passed_over: tuple[str, ...] = ()
    """The lines of parts that the table does not need."""
    battle: tuple[str, ...] = ()
    """The lines of battle cards."""
    unplaced: tuple[str, ...] = ()
    """Lines behind the hand that are neither units nor cards, and may be no battle cards."""


def sections(lines: Sequence[str], known: KnownNames = NOTHING_KNOWN) -> Sections:
    """Return the parts of a list. `known` has the names of the edition."""
    name, points, size, body = head_of(lines)
    sorter = _Sorter(body, known, points, size)
    for place, line in enumerate(body):
        sorter.sort(place, line)
    units, parts = sorter.units, sorter.parts
    if not name and not sorter.ranked and are_titled([line for line, _ in units]):
        name = clean(units.pop(0)[0].strip(" :"))
    faction, force = (clean(" ".join(parts[part])) for part in (TextPart.FACTION, TextPart.FORCE))
    return Sections(
        name=name,
        points=sorter.points,
        size=sorter.size,
        activations=activations_of(lines),
        faction=faction,
        force=force,
        units=tuple(units),
        cards=tuple(parts[TextPart.CARDS]),
        contingencies=tuple(parts[TextPart.CONTINGENCIES]),
        unread=behind_points(lines),
        strange=tuple(dict.fromkeys(sorter.strange)),
        mixed=tuple(dict.fromkeys(sorter.mixed)),
        passed_over=(*parts[TextPart.CONTINGENCIES], *parts[TextPart.OTHER], *sorter.behind),
        battle=(*parts[TextPart.OTHER], *sorter.behind),
        unplaced=tuple(dict.fromkeys(sorter.unplaced())),
    )


class _Sorter:
    """Sorts the lines below the head, one after the other."""

    def __init__(self, body: Sequence[str], known: KnownNames, points: int, size: int) -> None:
        self._known = known
        self._hands = hand_lines(body, known.cards)
        self._battle = battle_lines(body)
        self._bulleted = are_bulleted(body)
        self._section = TextPart.UNITS
        self._rank: Rank | None = None
        self._in_hand = 0
        self._units_behind = False
        self.points, self.size = points, size
        self.ranked = False
        self.parts: dict[TextPart, list[str]] = {part: [] for part in TextPart}
        self.units: list[tuple[str, Rank | None]] = []
        self.behind: list[str] = []
        """The lines behind the hand that must be battle cards."""
        self.strange: list[str] = []
        self.mixed: list[str] = []

    def sort(self, place: int, line: str) -> None:
        heading, rest = heading_of(line)
        if heading is not None:
            self._below(heading, line, rest)
        elif self._section is TextPart.UNITS and place in self._hands:
            self._take(TextPart.CARDS, line)
        elif not (self._is_of_battle_cards(place, line) or states_activations(line) or self._is_strange_heading(line)):
            self._take(self._section, rest)

    def unplaced(self) -> list[str]:
        """Return the lines behind the hand that may be no battle cards, or have units below them."""
        return [clean(line) for line in self.behind if self._units_behind or not are_surely_battle_cards(line)]

    def _below(self, heading: TextPart, line: str, rest: str) -> None:
        """Continue below a heading. Some parts are entirely in the heading's own line."""
        if heading is TextPart.RANK:
            self._section, self._rank, self.ranked = TextPart.UNITS, rank_of(line), True
            self._units_behind = bool(self.parts[TextPart.CARDS])
        elif heading in (TextPart.FACTION, TextPart.FORCE):
            self.parts[heading].append(rest)
            return
        elif heading in (TextPart.FACT, TextPart.POINTS):
            self._count(heading, rest)
            return
        else:
            self._section, self._rank = heading, None
        if rest:
            self._take(self._section, rest)

    def _count(self, heading: TextPart, rest: str) -> None:
        if not self.points and (sums := SIZE.search(rest)):
            self.points, self.size = int(sums[1]), int(sums[2])
        elif not self.points and len(self.units) < HEAD_LINES and heading is TextPart.POINTS:
            self.points = int(alone[1]) if (alone := ALONE.match(rest)) else 0

    def _take(self, part: TextPart, line: str) -> None:
        if not line:
            return
        found = named(line, self._known.cards)[0]
        if part is TextPart.UNITS:
            self.units.append((line, self._rank))
            self.mixed += [clean(line)] * bool(found)
            self._units_behind = self._units_behind or bool(self.parts[TextPart.CARDS])
            return
        self.parts[part].append(line)
        if part is TextPart.CARDS:
            self._in_hand += found

    def _is_of_battle_cards(self, place: int, line: str) -> bool:
        """True if a line outside their headings is battle cards, by its names or by its place. It is kept as such."""
        if self._section not in (TextPart.UNITS, TextPart.CARDS):
            return False
        if place in self._battle:
            self.parts[TextPart.OTHER].append(line)
            return True
        if self._is_past_hand() and stands_for_battle_cards(line, self._known):
            self.behind.append(line)
            return True
        return False

    def _is_past_hand(self) -> bool:
        """True if the hand is above, and no unit below it."""
        least = 1 if self._section is TextPart.UNITS else _FULL
        return self._in_hand >= least and not self._units_behind

    def _is_strange_heading(self, line: str) -> bool:
        """True if a line is a faction or an unknown heading."""
        if not self.units and known_faction(line):
            self.parts[TextPart.FACTION].append(line)
            return True
        opens = bool(self.units) and is_open(line, self._known)
        if opens and self._in_hand and not self._units_behind:
            self._section = TextPart.OTHER
            return True
        if framed(line) or opens or (self._bulleted and self._section is TextPart.UNITS and stands_above(line)):
            self._section, self._rank = TextPart.UNITS, None
            self.strange.append(clean(line))
            return True
        return False


BATTLE_CARDS = frozenset((*spellings("battle_cards"), *map(fold, BattleCard)))
_RULES = frozenset(fold(name) for name in BattleCard if " " in name)
"""The cards that are rules, which are known in any line of their own."""
_POINTED = re.compile(r"\d|[•●·]")
"""Points, or the pips of a command card."""


def battle_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the places of the lines that name battle cards.

    Such a line names two or more, and little else; or one that is a rule (LA-88); or one among unknown names, next to
    another such line.
    """
    counts = [named(line, BATTLE_CARDS) for line in lines]
    whole = {place for place, (found, parts) in enumerate(counts) if found > 1 and 2 * found > parts}
    whole |= {place for place, line in enumerate(lines) if line.strip().casefold() in _RULES}
    some = {
        place
        for place, (found, parts) in enumerate(counts)
        if found and parts > 1 and not _POINTED.search(lines[place])
    }
    cards = whole | some
    return frozenset(whole | {place for place in some if {place - 1, place + 1} & cards})


def stands_for_battle_cards(line: str, known: KnownNames) -> bool:
    """True if a line behind the whole hand must be battle cards: no pips, no digit, no unit and no command card."""
    bare = not _POINTED.search(line) and bool(known.units)
    return bare and not named(line, known.cards)[0] and not known.names_unit(line)


def are_surely_battle_cards(line: str) -> bool:
    """True if a line in their place has a known battle card, or several names with commas between them."""
    found, parts = named(line, BATTLE_CARDS)
    return found > 0 or parts > 1
