"""The contents of a scenario. The first event of a match holds all of it, so that a journal can be read by itself."""

from enum import StrEnum

from msgspec import Struct

COMMAND = "command"
"""The kind of all tokens of the game."""


class Kind(StrEnum):
    """The kind of an objective (TI-10)."""

    COMMAND = "command"
    VICTORY = "victory"
    OTHER = "other"


class Objective(Struct, frozen=True):
    id: str
    name: str
    hex: str
    kind: Kind
    value: int = 0
    """The command or victory points that it gives each round; 0 for other hexes."""
    nation: str = ""
    """The nation that it belongs to; empty if it is neutral."""
    held_by: str = ""
    """The side that controls it at the start; mostly empty (TI-13)."""
    zone: str = ""
    """The side in whose deployment zone it lies."""
    victory: int = 0
    """The victory points of a command objective in whose hex lies a victory marker, too (IB-02)."""
    placed_by: str = ""
    """The side that puts it on the board during the match (IB-13); empty if it is there from the start."""


class StrategyCard(Struct, frozen=True):
    id: str
    name: str
    cost: int
    command_phase: bool = True
    """True if the card can be activated in the Command Phase."""
    lasting: bool = False
    """True if it stays in the play area instead of leaving the game."""
    face_up: bool = False
    """True if it lies in the headquarters from the start; False if it is drawn later."""
    action_phase: bool = True
    """True if the card can be activated in the Action Phase (IB-01)."""
    ends: bool = False
    """True if its lasting effect ends in the Status Phase (IB-05)."""
    copy_of: str = ""
    """The id of the first copy of this card (IB-04); empty in the first copy itself."""
    deck: str = ""
    """The id of the named deck that it is drawn from (IB-09); empty for a card of the side alone."""
    in_play: bool = False
    """True if it lies in the play area from the start (IB-11)."""
    until: int = 0
    """The round in whose Status Phase it leaves the play area (IB-11); 0 for no such round."""

    @property
    def tag(self) -> str:
        """Return the catalogue id, the same for all copies of a card."""
        return self.copy_of or self.id


class CommandUse(Struct, frozen=True):
    """A use of command that the scenario adds to cards and initiative."""

    id: str
    name: str
    cost: int
    side: str = ""
    """The side that can buy it; empty for both."""
    returns: str = ""
    """The tag of the discarded card that it brings back (IB-12); empty for none."""
    to_play: bool = False
    """True if that card goes to the play area, not to the headquarters."""


class Deck(Struct, frozen=True):
    """A named deck from which a side draws in some rounds (IB-09)."""

    id: str
    name: str
    first: int = 1
    last: int = 99


class Sheet(Struct, frozen=True):
    """A side of a scenario."""

    id: str
    name: str
    nation: str
    command: int = 0
    """The command available from the start."""
    cards: tuple[StrategyCard, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    """The rounds, and the victory points that this side gets in them."""
    allies: tuple[str, ...] = ()
    """The other nations that fight on this side (IB-03)."""
    draws: int = 0
    """The strategy cards that it draws in each Status Phase (IB-05)."""
    decks: tuple[Deck, ...] = ()
    starts: int = 0
    """The strategy cards that it draws during setup (IB-10)."""

    def befriends(self, nation: str) -> bool:
        """True if this nation fights for this side, or is neutral."""
        return nation in ("", self.nation, *self.allies)


class Victory(Struct, frozen=True):
    """A victory condition with its winner (IB-14). The table judges it, unless only `condition` describes it."""

    condition: str = ""
    side: str = ""
    """The side that wins by it; empty: any side that meets it."""
    holds: tuple[str, ...] = ()
    """The ids of objectives that the side controls."""
    least: int = 0
    """The number of them that is required."""
    points: int = 0
    """The victory points that the side has; 0 if none are needed."""
    any_round: bool = False
    """True if it counts at the end of any round; False if it counts after the last one."""
    otherwise: bool = False
    """True if this decides after the last round because no other condition is met."""

    @property
    def judged(self) -> bool:
        """True if the players judge it, because the table cannot."""
        return not (self.holds or self.points or self.otherwise)


class Scoring(Struct, frozen=True):
    """The sources of victory points. If all are False the scenario has none (TI-24)."""

    objectives: bool = False
    rounds: bool = False
    asked: bool = False
    """True if the players enter points that the table cannot know."""
    conditions: tuple[str, ...] = ()
    """The victory conditions in the owner's words. The players judge them at the end (IB-06)."""
    wins: tuple[Victory, ...] = ()
    acts: bool = False
    """True if points are entered when a unit, an officer or a card gains them (IB-15)."""

    @property
    def any(self) -> bool:
        return self.objectives or self.rounds or self.asked or self.acts

    def asked_of_players(self, last: bool) -> tuple[str, ...]:
        """Return the conditions that the players judge, after the last round or, if not `last`, in any round."""
        wins = tuple(win.condition for win in self.wins if win.judged and (last or win.any_round))
        return (*self.conditions, *wins) if last else wins


class Scenario(Struct, frozen=True):
    id: str
    name: str
    rounds: int
    initiative: str
    """The side with the initiative at the start."""
    sides: tuple[Sheet, Sheet]
    objectives: tuple[Objective, ...]
    uses: tuple[CommandUse, ...] = ()
    scoring: Scoring = Scoring()

    def sheet(self, side: str) -> Sheet:
        """Return this side's sheet. Raises KeyError if there is no such side."""
        for sheet in self.sides:
            if sheet.id == side:
                return sheet
        raise KeyError(side)


class SeatScenario(Struct, frozen=True):
    """A seat's part in a match: the scenario, and the side that it plays."""

    scenario: Scenario
    side: str
