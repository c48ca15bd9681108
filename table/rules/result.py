"""The points and the result of a match of any game."""

from enum import StrEnum

from msgspec import Struct

from table.rules.seats import Seat


class WonBy(StrEnum):
    """The ways in which the winner of a match is decided."""

    RULES = "rules"
    """The game's own rules decided."""
    POINTS = "points"
    """A seat has more victory points."""
    SAID = "said"
    """The players named the winner, because the points do not decide."""
    CONCEDED = "conceded"
    DRAWN = "drawn"
    """Both agreed on a draw."""


class Result(Struct, frozen=True):
    winner: Seat | None
    """The winner; None for a draw."""
    by: WonBy
    rule: str = ""
    """The id of the rule that decided."""


class RoundPoints(Struct, frozen=True):
    """The victory points that each seat won in a round, or lost by a correction."""

    round: int
    blue: int = 0
    red: int = 0


def total(rounds: tuple[RoundPoints, ...]) -> tuple[int, int]:
    """Return blue's and red's points of all rounds."""
    return sum(each.blue for each in rounds), sum(each.red for each in rounds)
