"""The requests of a hall's outbox to the table, and the table's answers: only numbers, no text.

The table opens the socket if its owner allows it (`[hall] asks`). A line each way, one exchange for each connection.
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
"""The most seconds of a round, and the most seconds by which it can be exceeded."""


class TableAskKind(StrEnum):
    """The kinds of request of a hall to a table."""

    JUDGE = "judge"
    """Call a judge, which freezes the match."""
    ROUND_CLOCK = "round_clock"
    """Show or remove the clock of the round."""
    SAME_NAME = "same_name"
    """Report that another table has this table's name at the broker, or no longer. Its own outbox sends this."""


class AskedClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of the round, at the time of the request."""

    round: Annotated[int, Meta(ge=1, le=999)]
    left_s: Annotated[int, Meta(ge=-MOST_S, le=MOST_S)]
    runs: bool

    def time(self) -> RoundTime:
        return RoundTime(self.round, self.left_s, self.runs)


class TableAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the hall."""

    v: int
    key: Annotated[str, Meta(min_length=1, max_length=64)]
    """Two requests with one key count once."""
    kind: TableAskKind
    clock: AskedClock | None = None
    """With `round_clock`: the clock, or null to remove it."""
    on: bool = False
    """With `same_name`: true while there is such a table."""


class TableTook(Struct, frozen=True):
    """The table's answer: whether it carries out the request, or has done so already.

    It reveals nothing about a match.
    """

    key: str
    taken: bool
