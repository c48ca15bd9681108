"""The physical tokens that a game's events hand out and call back.

A game names its kinds in `token_kinds` of its `RuleSet`. Each event's row names the tokens that follow from it.
"""

from msgspec import Struct

from table.rules.seats import Seat


class HandOut(Struct, frozen=True):
    """Tokens that a seat gets.

    `kind` is a face (`corps`, `advantage`, `command`); the configuration maps kinds to hoppers.
    """

    seat: Seat
    kind: str
    count: int
    fallen: bool = False
    """True if it has to come from a hopper even if the seat's tray has some, because only the owner may know its
    kind.
    """


class HandBack(Struct, frozen=True):
    """Tokens that the players are asked to put back into a hopper."""

    seat: Seat
    kind: str
    count: int
    later: bool = False
    """True if it can wait for the end of the round."""
    unnamed: int = 0
    """The number of these tokens that only their owner has seen. The screen does not name their kind."""
