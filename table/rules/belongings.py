"""The physical cards that a seat brought to the table: for its own eyes, and for a bench that shows both hands."""

from msgspec import Struct


class Belonging(Struct, frozen=True):
    card: str
    """The catalogue id that its tag stands for. Several cards can have the same."""
    name: str
    kind: str
    """A `CardKind`."""
    pips: int | None = None
    rank: str = ""
    spent: bool = False
    """Discarded, or its unit is defeated."""
    option: str = ""
    """What it is called in the questions that laying it open answers; nothing for a command card."""
    prompt: str = ""
    """The one question that it answers; nothing where any will do."""
