"""Every key of a scenario file. What each means for people stands in `docs/play/scenarios.md`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Round = Annotated[int, Meta(ge=1, le=20)]
Command = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=0, le=99)]
NEUTRAL = "neutral"


class PointsEntry(Struct, frozen=True, kw_only=True):
    round: Round
    points: Points


class CardEntry(Struct, frozen=True, kw_only=True):
    name: str
    cost: Command | None = None
    """Not needed where the card is enrolled with its cost."""
    nation: str = ""
    """The nation of its deck; empty for the side's own."""
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    command_phase: bool = True
    action_phase: bool = True
    lasting: bool = False
    ends: bool = False
    """Its lasting effect ends in the Status Phase."""
    face_up: bool = False


class SideEntry(Struct, frozen=True, kw_only=True):
    nation: str
    allies: tuple[str, ...] = ()
    draws: Annotated[int, Meta(ge=0, le=9)] = 0
    name: str = ""
    command: Command = 0
    cards: tuple[CardEntry, ...] = ()
    points: tuple[PointsEntry, ...] = ()


class ObjectiveEntry(Struct, frozen=True, kw_only=True):
    name: str
    hex: str
    kind: Literal["command", "victory", "other"]
    value: Points = 0
    victory: Points = 0
    nation: str = NEUTRAL
    held_by: str = ""
    zone: str = ""


class UseEntry(Struct, frozen=True, kw_only=True):
    name: str
    cost: Command
    side: str = ""


class VictoryEntry(Struct, frozen=True, kw_only=True):
    objectives: bool = False
    rounds: bool = False
    asked: bool = False
    conditions: tuple[str, ...] = ()


class ScenarioFile(Struct, frozen=True, kw_only=True):
    name: str
    rounds: Round
    initiative: str
    victory: VictoryEntry = VictoryEntry()
    sides: dict[str, SideEntry]
    objectives: tuple[ObjectiveEntry, ...]
    uses: tuple[UseEntry, ...] = ()
