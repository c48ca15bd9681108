"""A match as it stands: the game's own state, and around it what every match has."""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from table.rules.match.events import EndWay, MatchEnd
from table.rules.match.ledger import Ledger
from table.rules.seats import SEATS, Seat
from table.rules.text import Text

S = TypeVar("S")

STORY_LINES = 40


class Mark(Struct, frozen=True):
    """A match as it was before an answer, to which it can go back."""

    events: int
    """So many events had happened."""
    seat: Seat
    """Who answered."""
    game: Any
    held: tuple[tuple[Seat, str, int], ...]
    """The tokens that the players had then."""
    told: int


class MatchState(Struct, Generic[S], frozen=True):
    id: str
    system: str
    commitment: str
    game: S | None = None
    numbers: tuple[tuple[Seat, int], ...] = ()
    seals: tuple[tuple[Seat, str], ...] = ()
    """The commitments of the cards that lie locked and hidden."""
    ledger: Ledger = Ledger()
    proposal: tuple[Seat, EndWay] | None = None
    """Who wants to end the match, and how."""
    ended: MatchEnd | None = None
    secret: str = ""
    """Disclosed after the end."""
    story: tuple[Text, ...] = ()
    """The last lines; `told` counts them all."""
    told: int = 0
    events: int = 0
    """So many happened."""
    marks: tuple[Mark, ...] = ()
    """Of the answers that can be undone, oldest first: those since the last reveal."""
    judged: bool = False
    """A judge has the table: the match is frozen."""
    undo: Seat | None = None
    """Who wants to undo the last answer."""

    def sealed(self, seat: Seat) -> bool:
        return any(owner is seat for owner, _ in self.seals)

    @property
    def numbered(self) -> bool:
        return len(self.numbers) == len(SEATS)
