"""The questions of the desk's page, which change nothing."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from table.network.hall.organiser.tournament.acts import RoundNumber

MOST_COLUMNS = 200
MOST_PLAYERS = 400
"""The most players that are paired: a matching of more takes minutes."""
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]


class PairingsFile(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The pairings in a file."""

    file: bytes
    columns: Annotated[tuple[Literal["", "round", "table", "blue", "red"], ...], Meta(max_length=MOST_COLUMNS)] = ()
    """The meaning of each column; empty: as recognised."""
    headed: bool = True
    in_order: bool = False
    """True to assign the tables in the order of the lines."""
    round: RoundNumber = 1
    """The round of a file without rounds."""


class NextRound(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The pairings of these players in the next round, by the Swiss system."""

    players: Annotated[tuple[PlayerName, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]


Question: TypeAlias = PairingsFile | NextRound
