"""The physical cards that a seat brought to the table. Only the seat itself sees them, and a bench with both hands."""

from msgspec import Struct


class Belonging(Struct, frozen=True):
    card: str
    """The catalogue id of its tag. Several cards can have the same."""
    name: str
    kind: str
    """A `CardKind`."""
    pips: int | None = None
    rank: str = ""
    spent: bool = False
    """True if it is discarded, or its unit is defeated."""
    option: str = ""
    """The id of the option that it chooses when it is laid open; empty for a command card."""
    prompt: str = ""
    """The key of the one question that it answers; empty if it answers any."""
