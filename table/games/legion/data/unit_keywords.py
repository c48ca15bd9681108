"""The keywords in `units.csv`, parsed into keywords of the rules with the units that they can order."""

from collections.abc import Iterable, Mapping

from table.games.legion.data.names import fold
from table.games.legion.data.orders_line import read_kind
from table.games.legion.rules.keywords.keyword_table import KEYWORDS
from table.games.legion.rules.model.armies import Slot, UnitKeyword
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.moments import REMINDING

ORDERING = (Keyword.DIRECT, Keyword.ENTOURAGE, Keyword.COORDINATE)
"""The keywords that name the units to which they issue orders."""
AFFILIATION = "affiliation"
"""Given by upgrades alone, in place of the unit's own affiliation (LA-37)."""
KNOWN = tuple(dict.fromkeys((AFFILIATION, *map(str, Keyword), *(keyword.name for keyword in KEYWORDS), *REMINDING)))
"""Every keyword that the rules read."""


def read_keywords(
    written: Iterable[str], unit_names: Mapping[str, tuple[str, ...]], affiliations: frozenset[str]
) -> tuple[UnitKeyword, ...]:
    """Return the keywords that the rules read. Raises ValueError for an unknown unit.

    `unit_names`: unit names by the folded name on a card. `affiliations` are folded.
    """
    return tuple(_read(keyword, each, unit_names, affiliations) for each in written if (keyword := _known(each)))


def _known(written: str) -> str | None:
    words = fold(written)
    return next((keyword for keyword in KNOWN if f"{words} ".startswith(f"{_words(keyword)} ")), None)


def _words(keyword: str) -> str:
    return keyword.replace("_", " ")


def _read(
    keyword: str, written: str, unit_names: Mapping[str, tuple[str, ...]], affiliations: frozenset[str]
) -> UnitKeyword:
    words = written[len(_words(keyword)) :].strip()
    if keyword not in ORDERING or not words:
        return UnitKeyword(keyword, words=words)
    return UnitKeyword(keyword, tuple(_slot(part, unit_names, affiliations) for part in words.split(", ")), words)


def _slot(words: str, unit_names: Mapping[str, tuple[str, ...]], affiliations: frozenset[str]) -> Slot:
    """Return the units of `Corps Clone Trooper Unit`, `Clan Kryze Unit`, `Geonosian Warriors` or `Empire Unit`."""
    if names := unit_names.get(fold(words)):
        return Slot(names=names)
    kind = fold(words).removesuffix("units").removesuffix("unit").removesuffix("infantry").strip()
    if kind in affiliations:
        return Slot(affiliations=(kind,))
    if (slot := read_kind(kind)) is None:
        raise ValueError(f"no unit is known as {words}")
    return slot
