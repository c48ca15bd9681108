"""Factions as list builders spell them, and which units an army of a faction can have."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.data.spellings import spellings
from table.games.legion.data.unit_cards import UnitCard

MERCENARY = "mercenary"
FACTIONS = ("empire", "rebels", "republic", "separatists", "mandalorians", MERCENARY)

_FACTIONS = MappingProxyType({**spellings("factions"), **{faction: faction for faction in FACTIONS}})


def known_faction(written: str) -> str:
    """Return the faction that a word of a list builder names; empty for a word without one, as for mercenaries."""
    return _FACTIONS.get(fold(written), "")


def likely_faction(factions: Iterable[str]) -> str:
    """Return the faction of an army by its units and cards, empty if unclear. Mercenaries do not count."""
    votes = Counter(faction for faction in factions if faction not in ("", MERCENARY))
    return votes.most_common(1)[0][0] if votes else ""


def distance(unit: UnitCard, faction: str) -> int:
    """Return the distance of a unit from an army.

    0 is its own faction, 1 mercenaries that it may hire, 2 other mercenaries, 3 other factions.

    A unit without a faction is a mercenary that every army may hire.
    """
    if unit.faction == faction:
        return 0
    if faction in unit.hireable_by or not unit.faction:
        return 1
    return 2 if MERCENARY in (unit.faction, faction) else 3
