"""What a scenario says. The first event of a match holds all of it, so that a journal can be read by itself."""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """Of an objective (TI-10)."""

    COMMAND = "command"
    VICTORY = "victory"
    OTHER = "other"


class Objective(Struct, frozen=True):
    id: str
    name: str
    hex: str
    kind: Kind
    value: int = 0
    """Command, or victory points, a round. Another hex has none."""
    nation: str = ""
    """Empty: neutral."""
    held_by: str = ""
    """The side that controls it at the start; mostly none does (TI-13)."""
    zone: str = ""
    """The side in whose deployment zone it lies."""


class StrategyCard(Struct, frozen=True):
    id: str
    name: str
    cost: int
    command_phase: bool = True
    """It says that it can be activated in the Command Phase."""
    lasting: bool = False
    """It stays in the play area instead of leaving the game."""
    face_up: bool = False
    """It lies in the headquarters from the start; else it is drawn later."""


class Use(Struct, frozen=True):
    """What a scenario lets command buy beside cards and initiative."""

    id: str
    name: str
    cost: int
    side: str = ""
    """Empty: both."""


class Sheet(Struct, frozen=True):
    """One side of a scenario."""

    id: str
    name: str
    nation: str
    command: int = 0
    """Available from the start."""
    cards: tuple[StrategyCard, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    """(round, victory points that this side is given in it)."""


class Scoring(Struct, frozen=True):
    """Where victory points come from. All false: the scenario has none (TI-24)."""

    objectives: bool = False
    rounds: bool = False
    asked: bool = False
    """By what only the players can know: each side says its own."""

    @property
    def any(self) -> bool:
        return self.objectives or self.rounds or self.asked


class Scenario(Struct, frozen=True):
    id: str
    name: str
    rounds: int
    initiative: str
    """The side that has it at the start."""
    sides: tuple[Sheet, Sheet]
    objectives: tuple[Objective, ...]
    uses: tuple[Use, ...] = ()
    scoring: Scoring = Scoring()

    def sheet(self, side: str) -> Sheet:
        """KeyError where there is no such side."""
        for sheet in self.sides:
            if sheet.id == side:
                return sheet
        raise KeyError(side)


class Part(Struct, frozen=True):
    """What a seat brings to a match: the scenario, and which side it plays."""

    scenario: Scenario
    side: str
