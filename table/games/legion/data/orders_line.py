"""The orders line of a command card, parsed from its words into slots."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from table.games.legion.data.names import fold
from table.games.legion.rules.model.armies import Rank, Slot
from table.games.legion.rules.model.keywords import Keyword

_PART = re.compile(r"\s*(?:&|\band\b)\s*", re.IGNORECASE)
_COUNTED = re.compile(r"(\d+)\s*(.*?)\s*(?:\bunits?)?", re.IGNORECASE)
_ANGLED = re.compile(r"<([^>]+)>\s*(.*)")

_RANKS = {rank.value: rank for rank in Rank} | {"special forces": Rank.SPECIAL}
_TYPES = frozenset(("trooper", "clone trooper", "droid trooper", "vehicle", "emplacement trooper"))
_KEYWORDS = {"ai": Keyword.AI}
_FACTIONS = {"empire": "empire", "rebel": "rebels", "republic": "republic", "separatist": "separatists"}


def read_orders(line: str, unit_names: Mapping[str, tuple[str, ...]]) -> tuple[Slot, ...] | None:
    """Return the slots of an orders line, or None if it is empty or cannot be expressed in slots.

    `unit_names`: unit names by the folded name on a card.
    """
    words = fold(line)
    if not words:
        return None
    if words in ("no units", "none"):
        return ()
    if words == "each eligible unit":
        return (Slot(every=True),)
    slots: list[Slot] = []
    for part in _PART.split(line.strip()):
        found = _counted(part) or _named(part, unit_names)
        if found is None:
            return None
        slots.extend(found)
    return tuple(slots)


def _counted(part: str) -> tuple[Slot, ...] | None:
    """Read `3 Corps Units`, `1 Special Forces or Operative Unit`, `2 <Ewok> Trooper Units`."""
    match = _COUNTED.fullmatch(part)
    if match is None:
        return None
    slot = _kind(match[2].strip())
    return None if slot is None else (slot,) * int(match[1])


def _kind(words: str) -> Slot | None:
    if not words:
        return Slot()
    if angled := _ANGLED.fullmatch(words):
        rest = _kind(angled[2])
        if rest is None:
            return None
        keyword = fold(angled[1])
        if keyword in _FACTIONS:
            return replace(rest, factions=(_FACTIONS[keyword],))
        return replace(rest, affiliations=(keyword,))
    ranks: list[Rank] = []
    types: list[str] = []
    keywords: list[Keyword] = []
    for kind in re.split(r"\s+or\s+", fold(words)):
        singular = kind.removesuffix("s") if kind != "special forces" else kind
        if kind in _RANKS:
            ranks.append(_RANKS[kind])
        elif singular in _TYPES:
            types.append(singular)
        elif kind in _KEYWORDS:
            keywords.append(_KEYWORDS[kind])
        else:
            return None
    either = sum(map(bool, (ranks, types, keywords))) > 1
    return Slot(ranks=tuple(ranks), types=tuple(types), either=either, keywords=tuple(keywords))


def read_kind(words: str) -> Slot | None:
    """Return the units of `corps clone trooper`, `empire` or `ai`: a faction or a rank, then a type. Else None."""
    if words in _FACTIONS:
        return Slot(factions=(_FACTIONS[words],))
    rank = next((rank for word, rank in _RANKS.items() if words.startswith(f"{word} ")), None)
    kind = _kind(words.removeprefix(f"{rank} ") if rank else words)
    return replace(kind, ranks=(rank,)) if kind and rank else kind


def _named(part: str, unit_names: Mapping[str, tuple[str, ...]]) -> tuple[Slot, ...] | None:
    """Read `Boba Fett`, `Kalani or Kraken`."""
    names: list[str] = []
    for name in re.split(r"\s+or\s+", part, flags=re.IGNORECASE):
        known = unit_names.get(fold(name))
        if known is None:
            return None
        names.extend(known)
    return (Slot(names=tuple(dict.fromkeys(names))),)
