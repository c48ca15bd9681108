"""Factions as list builders spell them, and which units an army of a faction can have."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.data.units import UnitCard

MERCENARY = "mercenary"
FACTIONS = ("empire", "rebels", "republic", "separatists", "mandalorians", MERCENARY)

_SPELLINGS = MappingProxyType(
    {
        "empire": ("imperial", "imperials", "galactic empire", "galactic empires"),
        "rebels": ("rebel", "rebellion", "rebel alliance", "alliance"),
        "republic": ("galactic republic", "the republic", "grand army of the republic", "gar"),
        "separatists": ("separatist", "separatist alliance", "cis", "confederacy"),
        "mandalorians": ("mandalorian", "mandalore"),
        MERCENARY: ("mercenaries", "mercs", "shadow collective"),
    }
)


def known_faction(written: str) -> str:
    """Empty: the word says nothing of a faction. (Programs write nothing for mercenaries and for what is new.)"""
    word = fold(written)
    for faction in FACTIONS:
        if word == faction or word in _SPELLINGS[faction]:
            return faction
    return ""


def likely_faction(factions: Iterable[str]) -> str:
    """Of an army that does not say it, from the factions of its units and cards: mercenaries join any army."""
    votes = Counter(faction for faction in factions if faction not in ("", MERCENARY))
    return votes.most_common(1)[0][0] if votes else MERCENARY


def distance(unit: UnitCard, faction: str) -> int:
    """How far a unit is from an army's own: 0 its own, 1 mercenaries that it may hire, 2 other ones, 3 strangers."""
    if unit.faction == faction:
        return 0
    if faction in unit.hireable_by:
        return 1
    return 2 if MERCENARY in (unit.faction, faction) else 3
