"""The state of a match: the game's own state, and the state common to all matches."""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from table.rules.match.clock import MatchClock
from table.rules.match.events import EndWay, MatchEnd
from table.rules.match.ledger import Ledger
from table.rules.match.score import Score
from table.rules.result import Result
from table.rules.seats import SEATS, Seat
from table.rules.text import Text

S = TypeVar("S")

STORY_LINES = 40


class UndoPoint(Struct, frozen=True):
    """A match as it was before an answer, to which an undo can return."""

    events: int
    """The number of events before the answer."""
    seat: Seat
    """The seat that answered."""
    game: Any
    ledger: Ledger
    """The ledger before the answer."""
    lines: int
    score: Score = Score()


class MatchState(Struct, Generic[S], frozen=True):
    id: str
    system: str
    commitment: str
    version: str = ""
    """The last stated version of the deciding program, with the revisions of its rules."""
    game: S | None = None
    numbers: tuple[tuple[Seat, int], ...] = ()
    players: tuple[tuple[Seat, str], ...] = ()
    """The commitments to the names of the players that have one."""
    awaiting: bool = False
    """True once a roll or draw is needed: the missing numbers are asked for first."""
    seals: tuple[tuple[Seat, str], ...] = ()
    """The commitments of the cards that lie locked and hidden."""
    ledger: Ledger = Ledger()
    proposal: tuple[Seat, EndWay] | None = None
    """The seat that has proposed to end the match, with the way, or None."""
    ended: MatchEnd | None = None
    result: Result | None = None
    """The result, once the match is closed; None without a winner or a draw."""
    score: Score = Score()
    """The victory points."""
    clock: MatchClock | None = None
    """The clock, or None if the match has none."""
    unread: frozenset[Seat] = frozenset()
    """The seats whose card readers are lost; empty in a match without a clock."""
    opened: tuple[int, int] = (0, 0)
    """The number of cards that blue and red have played face down."""
    secret: str = ""
    """The chance secret in hex digits, disclosed after the end."""
    story: tuple[Text, ...] = ()
    """The last lines of the story; `lines` counts all of them."""
    lines: int = 0
    events: int = 0
    """The number of events so far."""
    marks: tuple[UndoPoint, ...] = ()
    """The marks of the answers that can be undone, oldest first. They are those since the last reveal."""
    judged: bool = False
    """True while a judge has frozen the match."""
    undo: Seat | None = None
    """The seat that has proposed to undo the last answer, or None."""

    def sealed(self, seat: Seat) -> bool:
        return any(owner is seat for owner, _ in self.seals)

    @property
    def numbered(self) -> bool:
        """True once both seats have dialled their numbers."""
        return len(self.numbers) == len(SEATS)
