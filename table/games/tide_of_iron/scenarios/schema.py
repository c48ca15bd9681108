"""Every key of a scenario file. `docs/play/scenarios.md` explains them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Round = Annotated[int, Meta(ge=1, le=20)]
Command = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=0, le=99)]
NEUTRAL = "neutral"


class PointsEntry(Struct, frozen=True, kw_only=True):
    round: Round
    points: Points


class DeckCardEntry(Struct, frozen=True, kw_only=True):
    """A card of a named deck."""

    name: str
    cost: Command | None = None
    """The cost. Not needed if the card is enrolled with it."""
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    command_phase: bool = True
    action_phase: bool = True
    lasting: bool = False
    ends: bool = False
    """True if its lasting effect ends in the Status Phase."""


class CardEntry(DeckCardEntry, frozen=True, kw_only=True):
    """A card that a side has by name."""

    nation: str = ""
    """The nation of its deck; empty for the side's own."""
    face_up: bool = False
    deck: str = ""
    """The named deck that it is from, which has its facts."""
    in_play: bool = False
    until: Annotated[int, Meta(ge=0, le=20)] = 0


class DeckEntry(Struct, frozen=True, kw_only=True):
    cards: tuple[DeckCardEntry, ...]


class SideDeckEntry(Struct, frozen=True, kw_only=True):
    """A named deck that a side draws from."""

    name: str
    first: Round = 1
    last: Round = 20


class SideEntry(Struct, frozen=True, kw_only=True):
    nation: str
    allies: tuple[str, ...] = ()
    draws: Annotated[int, Meta(ge=0, le=9)] = 0
    starts: Annotated[int, Meta(ge=0, le=9)] = 0
    decks: tuple[SideDeckEntry, ...] = ()
    name: str = ""
    command: Command = 0
    cards: tuple[CardEntry, ...] = ()
    points: tuple[PointsEntry, ...] = ()


class ObjectiveEntry(Struct, frozen=True, kw_only=True):
    name: str
    hex: str = ""
    """The hex. Not needed for an objective that is placed during the match."""
    kind: Literal["command", "victory", "other"]
    value: Points = 0
    victory: Points = 0
    nation: str = NEUTRAL
    held_by: str = ""
    zone: str = ""
    placed_by: str = ""


class UseEntry(Struct, frozen=True, kw_only=True):
    name: str
    cost: Command
    side: str = ""
    returns: str = ""
    to_play: bool = False


class WinEntry(Struct, frozen=True, kw_only=True):
    condition: str = ""
    side: str = ""
    holds: tuple[str, ...] = ()
    least: Annotated[int, Meta(ge=0, le=60)] = 0
    points: Points = 0
    any_round: bool = False
    otherwise: bool = False


class VictoryEntry(Struct, frozen=True, kw_only=True):
    objectives: bool = False
    rounds: bool = False
    asked: bool = False
    acts: bool = False
    conditions: tuple[str, ...] = ()
    wins: tuple[WinEntry, ...] = ()


class ScenarioFile(Struct, frozen=True, kw_only=True):
    name: str
    rounds: Round
    initiative: str
    victory: VictoryEntry = VictoryEntry()
    sides: dict[str, SideEntry]
    objectives: tuple[ObjectiveEntry, ...]
    uses: tuple[UseEntry, ...] = ()
    decks: dict[str, DeckEntry] = {}


class DecksFile(Struct, frozen=True, kw_only=True):
    """A file that contains only decks, for all scenarios."""

    decks: dict[str, DeckEntry]
