"""Physical tokens: what a game's events hand out, and what comes back."""

from msgspec import Struct

from table.rules.seats import Seat


class HandOut(Struct, frozen=True):
    """`kind` is a face (`corps`, `advantage`, `command`); configuration maps kinds to hoppers."""

    seat: Seat
    kind: str
    count: int


class HandBack(Struct, frozen=True):
    """Tokens that the players are asked to put back into a hopper."""

    seat: Seat
    kind: str
    count: int
    later: bool = False
    """Nobody waits for it: it can be done together with the others at the end of the round."""
    unnamed: int = 0
    """So many of them only their owner has seen: the screen does not say what they are."""
