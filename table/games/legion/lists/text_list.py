"""A list as text, as list builders put it on the clipboard and people write it in a chat: a unit a line."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from table.games.files.raw_list import ListError, clean
from table.games.legion.data.names import fold
from table.games.legion.data.ranks import RANKS, known_rank
from table.games.legion.lists.notation import plain_name, points_in, without_pips
from table.games.legion.lists.raw_list import MOST_CARDS, MOST_UNITS, RawArmyList, RawUnit
from table.games.legion.rules.model.armies import Rank
from table.rules.text import text

_MOST_LINES = 500
_MOST_IN_LINE = 1000
UNITS, CARDS, CONTINGENCIES, OTHER, FACT, RANK = "units", "cards", "contingencies", "other", "fact", "rank"
FACTION, FORCE = "faction", "force"
_HEADINGS = {
    fold(word): section
    for section, words in (
        (CARDS, "Command, Commands, Command card, Command cards, Command hand, Hand, Kommandokarten, Kommandohand"),
        (CARDS, "Cartas de mando, Mano de mando, Cartes de commandement"),
        (CONTINGENCIES, "Contingency, Contingencies"),
        (UNITS, "Unit, Units, Army, Einheiten, Unidades, Unités"),
        (OTHER, "Battle deck, Battle cards, Battlefield deck, Mission, Missions, Objective, Objectives, Deployment"),
        (
            OTHER,
            "Deployments, Condition, Conditions, Primary, Primaries, Secondary, Secondaries, Advantage, Advantages",
        ),
        (FACT, "Activation, Activations, Point, Points, Author, Punkte, Puntos"),
        (FACTION, "Faction, Fraktion, Facción"),
        (FORCE, "Battle force, Battleforce"),
    )
    for word in words.split(", ")
} | dict.fromkeys(RANKS, RANK)
"""Above units and cards, as builders have them and as people write them."""
_SIZE = re.compile(r"(\d{2,5})\s*/\s*(\d{3,5})\b")
_BULLET = re.compile(r"^(?:\s{2,}|\s*(?:[-–—*+>•·]+\s+|--+\s*|\d{1,2}[.)]\s+))")
_MARKS = re.compile(r"[*_`#~]{1,3}(?=\S)|(?<=\S)[*_`#~]{1,3}")
"""What a chat makes bold."""
_COST = re.compile(
    r"\s*(?:[(\[][\d\s+x×=]*\d\s*(?:pts?\.?|points?)?\s*[)\]]|[-–=:]\s*\d{1,4}|\d{1,4}\s*(?:pts?\.?|points?))\s*$",
    re.IGNORECASE,
)
_UPGRADES = re.compile(r":\s|:$|\s(?:w/|\+|with\b|mit\b|avec\b|con\b)\s*", re.IGNORECASE)


def is_plain(words: str) -> bool:
    """It has a heading of units or cards, or says its points as builders do."""
    lines = _lines(words)
    found = any(_heading(line)[0] in (CARDS, RANK) for line in lines)
    return len(lines) > 1 and (found or any(_SIZE.search(line) for line in lines[:3]))


def read_plain(words: str) -> RawArmyList:
    """Raises `ListError`, with every problem that it found."""
    lines = _lines(words)
    if len(lines) > _MOST_LINES:
        raise ListError(text("list.too_many", field="text", found=len(lines), limit=_MOST_LINES))
    name, points, body = _head(lines)
    parts: dict[str, list[str]] = {UNITS: [], CARDS: [], CONTINGENCIES: [], OTHER: [], FACTION: [], FORCE: []}
    section, rank, ranked = UNITS, None, False
    under: list[Rank | None] = []
    for line in body:
        heading, rest = _heading(line)
        if heading == RANK:
            section, rank, ranked = UNITS, known_rank(_word(line)), True
        elif heading in (FACTION, FORCE):
            parts[heading].append(rest)
            continue
        elif heading == FACT:
            continue
        elif heading:
            section, rank = heading, None
        if rest:
            parts[section].append(rest)
            under.extend([rank] * (section == UNITS))
    if not name and not ranked and _titled(parts[UNITS]):
        name = clean(parts[UNITS].pop(0).strip(" :"))
    units = tuple(_units(parts[UNITS], under if ranked else None))
    cards, contingencies = (tuple(_cards(parts[each])) for each in (CARDS, CONTINGENCIES))
    for field, found, limit in (("units", units, MOST_UNITS), ("commandCards", cards, MOST_CARDS)):
        if len(found) > limit:
            raise ListError(text("list.too_many", field=field, found=len(found), limit=limit))
    if not units:
        raise ListError(text("list.no_units"))
    faction, force = (clean(" ".join(parts[each])) for each in (FACTION, FORCE))
    warnings = () if points else (text("list.no_points"),)
    return RawArmyList(name, faction, force, points, units, cards, contingencies, warnings)


def _lines(words: str) -> list[str]:
    return [_MARKS.sub("", line[:_MOST_IN_LINE]).rstrip() for line in words.splitlines() if line.strip()]


def _titled(lines: Sequence[str]) -> bool:
    """All of it is a list with bullets, but for the line above it."""
    return len(lines) > 2 and not _BULLET.match(lines[0]) and all(map(_BULLET.match, lines[1:]))


def _head(lines: Sequence[str]) -> tuple[str, int, Sequence[str]]:
    """The list's name, which stands above its points; without these the first line is a unit like any other."""
    for place, line in enumerate(lines[:3]):
        if size := _SIZE.search(line):
            above = clean((line[: size.start()] if place == 0 else lines[0]).strip(" :-–[("))
            return "" if _heading(above)[0] == FACT else above, int(size[1]), lines[place + 1 :]
    return "", 0, lines


def _heading(line: str) -> tuple[str, str]:
    """A section, and what stands behind its name; a line that is none, whole."""
    before, colon, behind = line.partition(":")
    if not colon and _BULLET.match(line):
        return "", line
    section = _HEADINGS.get(fold(_word(before)), "")
    return (section, behind.strip()) if section else ("", line)


def _word(heading: str) -> str:
    """Without its colon and the count behind it."""
    return re.sub(r"[(\[]\s*\d+\s*[)\]]", "", heading.partition(":")[0])


def _units(lines: Sequence[str], under: Sequence[Rank | None] | None) -> Iterator[RawUnit]:
    """Under headings of ranks each line is a unit; else what is indented is an upgrade of the unit above it."""
    nested = under is None and not all(map(_BULLET.match, lines))
    places = [place for place, line in enumerate(lines) if not (nested and _BULLET.match(line))]
    for place, following in pairwise((*places, len(lines))):
        bare = _BULLET.sub("", lines[place]).strip()
        unit, *upgrades = _UPGRADES.split(_COST.sub("", bare), maxsplit=1)
        times, name = plain_name(clean(_COST.sub("", unit)))
        if name:
            named = (plain_name(clean(each))[1] for each in re.split(r"[,/]", "".join(upgrades)) if clean(each))
            rank = under[place] if under is not None else None
            prices = _prices(bare, " ".join((*upgrades, *lines[place + 1 : following])))
            written = RawUnit(name, upgrades=tuple(named), rank=rank, prices=prices)
            yield from (written,) * min(times, MOST_UNITS + 1)


def _prices(line: str, upgrades: str) -> tuple[int, ...]:
    """Points in a unit's line, its upgrades' among them or not: as they stand, and without those of its upgrades."""
    own = points_in(_UPGRADES.split(line, maxsplit=1)[0])
    above = sum(points_in(upgrades))
    return tuple(dict.fromkeys((*own, *(points - above for points in points_in(line)[-1:]))))


def _cards(lines: Sequence[str]) -> Iterator[str]:
    for entry in (each for line in lines for each in re.split(r"[,;]", line)):
        name = without_pips(plain_name(clean(_BULLET.sub("", entry)))[1])
        if name:
            yield name
