"""The lines in which a hall's outbox asks the table for something, and the table's answer: numbers and no words.

The socket is made by the table where its owner wants that (`[hall] asks`). A line each way, one exchange a connection.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from table.view.published import RoundTime

SOCKET = "hall"
"""The name of the table's socket for its hall."""
VERSION = 1
MOST_BYTES = 1024
MOST_S = 400_000
"""The most seconds of a round, and the most that it can be over."""


class TableAskKind(StrEnum):
    """A thing that a hall can ask of a table itself."""

    JUDGE = "judge"
    """A judge comes: the match is frozen."""
    ROUND_CLOCK = "round_clock"
    """Show the clock of the round, or none any more."""


class AskedClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of the round, at the moment at which it is said."""

    round: Annotated[int, Meta(ge=1, le=999)]
    left_s: Annotated[int, Meta(ge=-MOST_S, le=MOST_S)]
    runs: bool

    def time(self) -> RoundTime:
        return RoundTime(self.round, self.left_s, self.runs)


class TableAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the hall asks for."""

    v: int
    key: Annotated[str, Meta(min_length=1, max_length=64)]
    """Two requests with one key count once."""
    kind: TableAskKind
    clock: AskedClock | None = None
    """With `round_clock`: the clock, or null for none any more."""


class TableTook(Struct, frozen=True):
    """The table's answer: whether it does that, or has done it already. It tells nothing of a match."""

    key: str
    taken: bool
