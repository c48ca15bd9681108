"""The outcome of a match, as its file proves it."""

from msgspec import Struct

from table.rules.match.events import MatchEnd
from table.rules.seats import Seat


class MatchOutcome(Struct, frozen=True):
    """The outcome of a closed match, from its file."""

    system: str
    blue: str
    """The name of blue's army or nation."""
    red: str
    blue_points: int
    red_points: int
    end: MatchEnd
    winner: Seat | None
    by: str
    """The kind of victory in the terms of the rules; empty if it is unknown."""
