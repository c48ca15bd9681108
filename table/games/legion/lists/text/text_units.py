"""The lines of units in a list as text: upgrades, counts and costs."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from table.games.files.raw_list import clean
from table.games.legion.lists.notation import BULLET, COST, POINTS, digits_in, plain_name, points_in
from table.games.legion.lists.raw_list import MOST_UNITS, RawUnit
from table.games.legion.lists.text.points import in_brackets
from table.games.legion.rules.model.armies import Rank

_TOTAL = re.compile(rf"=\s*(\d{{1,4}})\s*{POINTS}?\s*$", re.IGNORECASE)
_UPGRADES = re.compile(r":\s|:$|\s(?:w/|\+|with\b|mit\b|avec\b|con\b)\s*", re.IGNORECASE)
_BRACKETS = re.compile(r"^(.*?\S)\s*\((.*)\)$")
_RUN_INTO = re.compile(r"\(\d{1,4}\)\w")
"""Two lines in one: a name directly behind points."""
_DEEP = re.compile(r"^(?:\s*--|\s{4,}\S|\t\s*\S|\s{3,}[-–*+>•·]\s)")
_LOADOUT = re.compile(r"(?<=\))/.*?\(\d{1,4}\)")
"""A second upgrade for the same slot. The unit's points do not count it."""


_OTHER_LOADOUT = re.compile(r"loadout\s*:", re.IGNORECASE)


class UnitLine(Struct, frozen=True):
    """A line of one or several like units, with the lines of its upgrades."""

    name: str
    brackets: str
    times: int
    rank: Rank | None
    upgrades: tuple[str, ...]
    own: tuple[int, ...]
    """The points directly behind the name."""
    total: int | None
    """The points at the end of the line, of all its units and upgrades."""
    above: int
    """The sum of the points of its upgrades."""
    inline: bool
    """True if upgrades stand in its own line."""
    nested: bool
    """True if upgrades stand in lines of their own."""
    unpriced: bool
    """True if one of its upgrades has no points."""

    @property
    def top(self) -> int | None:
        """Return the points that the line adds to the army, upgrades included; None without points."""
        if self.total is not None:
            return self.total
        return self.own[-1] * self.times if self.own else None

    @property
    def is_unexplained(self) -> bool:
        """True if the points at the end are not the sum of those before and below."""
        if self.total is None or not self.own or self.unpriced or self.is_whole:
            return False
        return self.total not in {(points + self.above) * self.times for points in self.own}

    @property
    def is_whole(self) -> bool:
        """True if the points behind the name are those of the unit with its upgrades: `2x Stormtroopers (50) = 100`."""
        return bool(self.own) and self.above > 0 and self.total == self.own[0] * self.times


class PricedUnits(Struct, frozen=True):
    units: tuple[RawUnit, ...]
    total: int | None
    """The points of all lines; None if a line has none."""
    odd: tuple[str, ...]
    """Lines of upgrades with words behind the points that are not an upgrade."""
    nameless: tuple[str, ...]
    """Lines without a name: the unit is missing."""
    unpriced: tuple[str, ...]
    """Lines without points if most lines have some: the army's sum cannot be checked."""
    unexplained: tuple[str, ...]
    """Lines with points that are not those of the unit and its upgrades: a line of upgrades is missing or damaged."""
    short_names: bool
    """True if all of it looks like Legion HQ's standard text, which has short names for some units."""


def units_in(lines: Sequence[tuple[str, Rank | None]], points: int) -> PricedUnits:
    """Return the units of these lines. `points`: the list's own sum; 0 if unknown."""
    read = tuple(_unit_lines(lines))
    found = _counted_whole(tuple(line for _, line in read if line), points)
    tops = [line.top for line in found]
    priced = [top for top in tops if top is not None]
    known = sum(priced) if len(priced) == len(found) else None
    mostly = 2 * len(priced) > len(found)
    bare = None if known is None else known + sum(line.above * line.times for line in found if line.total is None)
    with_upgrades = None if known == bare or points not in (known, bare) else points == known
    units = (_raw(line, with_upgrades) for line in found)
    total = bare if points and points == bare else known
    return PricedUnits(
        units=tuple(unit for unit, times in units for _ in range(min(times, MOST_UNITS + 1))),
        total=total,
        odd=tuple(clean(line) for line, _ in lines if _RUN_INTO.search(line)),
        nameless=tuple(clean(line) for line, means in read if means is None),
        unpriced=tuple(clean(line) for line, means in read if means and means.top is None) if mostly else (),
        unexplained=tuple(clean(line) for line, means in read if means and means.is_unexplained),
        short_names=all(line.total is not None for line in found) and any(line.rank for line in found),
    )


def _counted_whole(lines: tuple[UnitLine, ...], points: int) -> tuple[UnitLine, ...]:
    """Return the lines. The points of several equal units are taken as their total if only that fits the list's sum."""
    several = tuple(
        replace(line, total=line.own[-1], own=()) if line.times > 1 and line.own and line.total is None else line
        for line in lines
    )
    sums = [
        sum((line.top or 0) + above * line.above * line.times for line in each)
        for each, above in ((lines, 0), (lines, 1), (several, 0))
    ]
    return several if points and points not in sums[:2] and points == sums[2] else lines


def _raw(line: UnitLine, with_upgrades: bool | None) -> tuple[RawUnit, int]:
    prices = _prices(line, with_upgrades)
    unit = RawUnit(line.name, brackets=line.brackets, upgrades=line.upgrades, rank=line.rank, prices=prices)
    return unit, line.times


def _prices(line: UnitLine, with_upgrades: bool | None) -> tuple[int, ...]:
    """Return the possible costs of the card.

    `with_upgrades`: True if points include those of the upgrades below, False if not, None if unknown.
    """
    if line.is_whole:
        return (line.own[0] - line.above,)
    if line.own and line.total is not None:
        return line.own[:1]
    if not line.own:
        return () if line.total is None else (line.total // line.times - line.above,)
    if line.unpriced:
        return ()  # they may be among its points
    if not line.above or (with_upgrades is False and line.nested and not line.inline):
        return line.own
    less = line.own[-1] - line.above
    return (less,) if with_upgrades and line.nested else tuple(dict.fromkeys((*line.own, less)))


def _unit_lines(lines: Sequence[tuple[str, Rank | None]]) -> Iterator[tuple[str, UnitLine | None]]:
    """Yield the lines of units with their parsed form, None for a line without a name.

    If some lines are indented deeper than others, they are upgrades of the unit above.
    """
    depths = [_depth(line) for line, _ in lines]
    least = min(depths, default=0)
    places = [place for place, depth in enumerate(depths) if depth == least or place == 0]
    tops = in_brackets(
        [" ".join(BULLET.sub("", lines[place][0]).split()) for place in places],
        above=[place + 1 < following for place, following in pairwise((*places, len(lines)))],
    )
    for bare, (place, following) in zip(tops, pairwise((*places, len(lines))), strict=True):
        below = [each for each, _ in lines[place + 1 : following]]
        yield lines[place][0], _unit_line(bare, below, lines[place][1])


def _depth(line: str) -> int:
    return bool(BULLET.match(line)) + bool(_DEEP.match(line))


def _unit_line(bare: str, below: Sequence[str], rank: Rank | None) -> UnitLine | None:
    total = _TOTAL.search(bare)
    head = bare[: total.start()] if total else bare
    unit, *inline = _UPGRADES.split(head if total else COST.sub("", head), maxsplit=1)
    upgrades = head[len(unit) :] if inline else ""
    name, own = _priced(unit if inline else head)
    times, name = plain_name(" ".join(name.split()))
    if not own:
        name, own = _priced(name)  # the price may stand before the count
    if not name:
        return None
    name, brackets = _bracketed(name)
    named = (each for line in (upgrades.lstrip(" :+"), *map(_own_line, below)) for each in _upgrades_in(line))
    prices = " ".join((upgrades, *below))
    return UnitLine(
        name=name,
        brackets=brackets,
        times=max(1, times),
        rank=rank,
        upgrades=tuple(named),
        own=own,
        total=int(total[1]) if total else None,
        above=sum(points_in(_LOADOUT.sub("", prices))),
        inline=bool(upgrades),
        nested=bool(below),
        unpriced=not all(map(points_in, (*([upgrades] if upgrades else ()), *below))),
    )


def _own_line(line: str) -> str:
    """Return a line of upgrades without its bullet; empty for a line that only names replacements."""
    bare = BULLET.sub("", line).strip()
    return "" if _OTHER_LOADOUT.match(bare) else bare


def _upgrades_in(line: str) -> Iterator[str]:
    """Yield the names of the upgrades in a line, without their points."""
    for each in re.split(r",|(?<=\))/", line):
        if name := clean(each):
            yield plain_name(name)[1]


def _priced(name: str) -> tuple[str, tuple[int, ...]]:
    """Return a name without the points behind it, and these points."""
    cost = COST.search(name)
    return (name[: cost.start()], digits_in(cost[0])) if cost else (name, ())


def _bracketed(name: str) -> tuple[str, str]:
    """Return a name, and the text in brackets after it."""
    match = _BRACKETS.match(name)
    return (clean(match[1]), clean(match[2])) if match else (clean(name), "")
