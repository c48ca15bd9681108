"""Where the two rulebooks differ, a line each. Everything else they share."""

from types import MappingProxyType

from msgspec import Struct


class Edition(Struct, frozen=True):
    name: str
    blue_first: bool
    """With every effect (LC-15 to LC-17); else LG-21."""
    replaces_illegal: bool
    """By Standing Orders (LC-14); else its owner seals another card (TB-22)."""
    in_turn: bool
    """A seat nominates and issues its orders before the other nominates (LC-30); else both nominate first (LG-42)."""
    in_range: bool
    """An order reaches units near the nominated one only (LC-35); else any (LG-45)."""
    passes: bool
    """There is a pass pool (LG-60)."""
    counter: bool
    """Who has the round counter rolls (LC-21); else the text leaves it open (LG-31)."""


CURRENT = Edition(
    "current", blue_first=False, replaces_illegal=False, in_turn=False, in_range=False, passes=True, counter=False
)
CLASSIC = Edition(
    "classic", blue_first=True, replaces_illegal=True, in_turn=True, in_range=True, passes=False, counter=True
)
EDITIONS = MappingProxyType({edition.name: edition for edition in (CURRENT, CLASSIC)})
