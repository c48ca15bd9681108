"""A mission of a tournament season: its rounds, and the objectives that give objective points (IA-25)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Points = Annotated[int, Meta(ge=1, le=20)]


class SeasonObjective(Struct, frozen=True, kw_only=True):
    name: str
    points: Points
    when: Literal["round", "end"] = "round"
    """True if it is scored at the end of each game round; false if only at the end of the match."""
    times: Annotated[int, Meta(ge=0, le=20)] = 0
    """The most times that a seat scores it in the match. 0: once a round, or once at the end."""


class SeasonMission(Struct, frozen=True, kw_only=True):
    name: str
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    most: Points = 10
    """The most objective points of a seat."""
    objectives: tuple[SeasonObjective, ...]
