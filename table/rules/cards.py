"""The physical cards that a table can know by their tags."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A tag's card. Only a `command` card can be locked; any other is laid open."""

    id: str
    kind: str
    """command, unit, strategy, reference."""
    cost: int | None = None
    """Of a strategy card, in command tokens."""
