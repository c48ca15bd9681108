"""The differences of the two rulebooks, a line each. Everything else they share."""

from types import MappingProxyType

from msgspec import Struct


class Edition(Struct, frozen=True):
    name: str
    blue_first: bool
    """True if blue is first with every effect (LC-15 to LC-17); otherwise LG-21 tells who is."""
    replaces_illegal: bool
    """True if Standing Orders replace an illegal card (LC-14); otherwise none can be locked (LA-50)."""
    in_turn: bool
    """True if a seat nominates and orders before the other nominates (LC-30); otherwise both nominate first (LG-42)."""
    in_range: bool
    """True if an order only reaches units near the nominated one (LC-35); otherwise it reaches any (LG-45)."""
    passes: bool
    """True if there is a pass pool (LG-60)."""
    counter: bool
    """True if the seat with the round counter rolls (LC-21); otherwise the rules leave it open (LG-31)."""
    keywords: bool
    """True if the table plays the keywords of units and the acts of cards (LA-30 to LA-49)."""
    scores: bool = False
    """True if victory points are told, and who has won by them (LA-20 to LA-24)."""


CURRENT = Edition(
    "current",
    blue_first=False,
    replaces_illegal=False,
    in_turn=False,
    in_range=False,
    passes=True,
    counter=False,
    keywords=True,
    scores=True,
)
CLASSIC = Edition(
    "classic",
    blue_first=True,
    replaces_illegal=True,
    in_turn=True,
    in_range=True,
    passes=False,
    counter=True,
    keywords=False,
)
EDITIONS = MappingProxyType({edition.name: edition for edition in (CURRENT, CLASSIC)})
