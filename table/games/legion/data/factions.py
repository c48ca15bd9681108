"""Factions as list builders spell them, and which units an army of a faction can have."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import UnitCard

MERCENARY = "mercenary"
FACTIONS = ("empire", "rebels", "republic", "separatists", "mandalorians", MERCENARY)

_SPELLINGS = MappingProxyType(
    {
        "empire": (
            *("imperial", "imperials", "galactic empire", "galactic empires"),
            *("imperium", "galaktisches imperium", "empire galactique", "imperio galactico", "imperio"),
        ),
        "rebels": (
            *("rebel", "rebellion", "rebel alliance", "alliance"),
            *("rebellen", "rebellenallianz", "alliance rebelle", "rebelles", "alianza rebelde", "rebeldes"),
        ),
        "republic": (
            *("galactic republic", "the republic", "grand army of the republic", "gar"),
            *("republik", "galaktische republik", "republique", "republique galactique", "republica galactica"),
        ),
        "separatists": (
            *("separatist", "separatist alliance", "cis", "confederacy", "separatisten", "separatistenallianz"),
            *("separatistes", "alliance separatiste", "separatistas", "alianza separatista"),
        ),
        "mandalorians": ("mandalorian", "mandalore", "mandalorianer", "mandaloriens", "mandalorianos"),
        MERCENARY: (
            *("mercenaries", "mercs", "shadow collective", "soldner", "schattenkollektiv", "mercenaires"),
            *("collectif de l ombre", "mercenarios", "colectivo sombrio"),
        ),
    }
)


def known_faction(written: str) -> str:
    """Return the faction that a word of a list builder names; empty for a word without one, as for mercenaries."""
    word = fold(written)
    for faction in FACTIONS:
        if word == faction or word in _SPELLINGS[faction]:
            return faction
    return ""


def likely_faction(factions: Iterable[str]) -> str:
    """Return the faction of an army by its units and cards, empty if unclear. Mercenaries do not count."""
    votes = Counter(faction for faction in factions if faction not in ("", MERCENARY))
    return votes.most_common(1)[0][0] if votes else ""


def distance(unit: UnitCard, faction: str) -> int:
    """Return the distance of a unit from an army: 0 its own, 1 mercenaries it may hire, 2 other mercenaries, 3 other
    factions.

    A unit without a faction is a mercenary that every army may hire.
    """
    if unit.faction == faction:
        return 0
    if faction in unit.hireable_by or not unit.faction:
        return 1
    return 2 if MERCENARY in (unit.faction, faction) else 3
