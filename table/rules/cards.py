"""The physical cards that a table can know by their tags."""

from dataclasses import dataclass
from enum import StrEnum


class CardKind(StrEnum):
    """The kinds of physical cards. A rule set may give the plain word instead."""

    COMMAND = "command"
    """A card of this kind is laid face down and locked; every other kind is laid open."""
    UNIT = "unit"
    STRATEGY = "strategy"
    REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A tag's card. Only a `command` card can be locked; any other is laid open."""

    id: str
    kind: str
    """A `CardKind`, or `judge`."""
    cost: int | None = None
    """The cost of a strategy card in command tokens."""
