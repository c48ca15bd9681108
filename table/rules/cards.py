"""The physical cards that a table can know by their tags."""

from enum import StrEnum

from msgspec import Struct

from table.rules.text import Text


class CardKind(StrEnum):
    """The kinds of physical cards. A rule set may give the plain word instead."""

    COMMAND = "command"
    """A card of this kind is laid face down and locked; every other kind is laid open."""
    UNIT = "unit"
    STRATEGY = "strategy"
    REFERENCE = "reference"


class KnownCard(Struct, frozen=True):
    """A tag's card. Only a `command` card can be locked; any other is laid open."""

    id: str
    kind: str
    """A `CardKind`, or `judge`."""
    cost: int | None = None
    """The cost of a strategy card in command tokens."""


class Belonging(Struct, frozen=True):
    """A physical card that a seat brought to the table.

    Only the seat itself sees it, and the emulator's bench, which has both hands.
    """

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
    """The id of the option that it chooses when it is laid face up; empty for a command card."""
    prompt: str = ""
    """The key of the one question that it answers; empty if it answers any."""
    in_play: bool = False
    """True if it was played and is on the table: neither in the hand nor spent."""
    note: Text | None = None
    """A short note on its face, such as its orders line."""
