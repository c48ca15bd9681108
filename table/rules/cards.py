"""The physical cards that a table can know by their tags."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A tag's card. Only a `command` card can be locked; any other is laid open."""

    id: str
    kind: str
    """The kind: `command`, `unit`, `strategy` or `reference`."""
    cost: int | None = None
    """The cost of a strategy card in command tokens."""
