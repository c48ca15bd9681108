"""The keywords of units that rules of several topics read. Those of one module alone are in `rules/keywords`."""

from enum import StrEnum


class Keyword(StrEnum):
    """A keyword of a unit: its words on unit cards, in small letters and joined by `_`."""

    FIELD_COMMANDER = "field_commander"
    UNSTOPPABLE = "unstoppable"
    DIRECT = "direct"
    ENTOURAGE = "entourage"
    COORDINATE = "coordinate"
    TRANSPORT = "transport"
    ALLIES_OF_CONVENIENCE = "allies_of_convenience"
    CUNNING = "cunning"
    INTERROGATE = "interrogate"
    AI = "ai"
    FIRE_SUPPORT = "fire_support"
    """Read in the classic edition only, where it turns the unit's order token face down."""
