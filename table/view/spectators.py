"""The table as spectators see it: so much of the published view leaves the room, in words of every language.

It has no place for what the panels are for: the answers that a question has, where a seat's focus stands, and what a
seat's half says of the card on its reader. So no name of a card of a hand is in it. These types are the public
interface that `docs/develop/api.md` describes: a field that is there keeps its name and its meaning.
"""

from msgspec import Struct

from table.rules.match.events import MatchEnd
from table.rules.result import Result, RoundPoints
from table.rules.seats import Seat
from table.view.clock import RunningClock
from table.view.published import ReaderState
from table.view.sentences import Sentences


class SpectatorCard(Struct, frozen=True):
    """A card that lies face up."""

    name: str
    note: Sentences | None
    """A short note: its orders line, or why it does not count."""
    pips: int | None
    counts: bool
    """False if it was sent back or is barred."""


class SpectatorCounter(Struct, frozen=True):
    label: Sentences
    value: int
    mark: str
    """A few letters that belong to the value, such as `+10`."""


class SpectatorPool(Struct, frozen=True):
    """Tokens that lie face down together: how many of each kind."""

    label: Sentences
    counts: dict[str, int]


class SpectatorPiece(Struct, frozen=True):
    """A unit, an objective, a trooper."""

    id: str
    name: str
    icon: str
    state: str
    """Empty while nothing is to say of it, or `ordered`, `active`, `done`, `gone`, or a word of the game's own."""
    badges: tuple[str, ...]


class SpectatorSeat(Struct, frozen=True):
    side: str
    """The name of the army or nation."""
    reader: ReaderState
    locked: bool
    """True while a card lies locked before this seat."""
    card: SpectatorCard | None
    counters: tuple[SpectatorCounter, ...]
    pools: tuple[SpectatorPool, ...]
    pieces: tuple[SpectatorPiece, ...]
    player: str = ""
    """The name of its player; empty for one without a name."""
    emblem: str = ""
    """The icon of its faction or nation; empty for an army without one."""


class SpectatorStep(Struct, frozen=True):
    """A step of the round. `state` is `done`, `now` or `ahead`."""

    name: Sentences
    state: str


class SpectatorRoll(Struct, frozen=True):
    """The last roll."""

    question: int
    """Its number in the match."""
    die: str
    face: str
    seat: Seat
    by_hand: bool
    """True for a die that the players rolled themselves: nobody can check it."""
    decided: Sentences | None
    """The consequence of it, such as who has priority; null if there is no need to say so."""
    proof: str
    """The short code that proves it; empty for one by hand."""


class SpectatorQuestion(Struct, frozen=True):
    """A question that play waits for, without the answers that it has."""

    seat: Seat | None
    """The seat that is asked. With null either may answer."""
    ask: Sentences
    rule: str
    """The id of the rule that asks."""


class SpectatorScore(Struct, frozen=True):
    counts: bool
    """True if this match has victory points at all."""
    blue: int
    red: int
    rounds: tuple[RoundPoints, ...]
    """The rounds in which somebody scored."""
    ended: MatchEnd | None
    """The way in which the match was closed, or null."""
    result: Result | None


class SpectatorCodes(Struct, frozen=True):
    """The codes by which anybody can check the match's file afterwards: 64 hex digits each, empty before they exist."""

    commitment: str
    """The commitment to the chance secret, as shown at the start."""
    locked: str
    """The chain's hash after every seat had locked the last time."""
    chain: str
    """The chain's last hash, once the match is over and settled."""


class SpectatorRound(Struct, frozen=True):
    """A match of a game, as it stands: its round, its phase, both seats."""

    system: str
    round: int
    rounds: int
    phase: Sentences
    steps: tuple[SpectatorStep, ...]
    headline: Sentences
    """The line that says what happens now."""
    acting: Seat | None
    """The seat that acts now."""
    first: Seat | None
    """The seat with priority or the initiative, or null."""
    first_called: Sentences
    """The name of what `first` has."""
    rolled: SpectatorRoll | None
    reveals: int
    """The number of reveals so far."""
    over: bool
    seats: dict[Seat, SpectatorSeat]
    score: SpectatorScore
    codes: SpectatorCodes


class SpectatorTable(Struct, frozen=True):
    """The table. Before a match begins there is a lobby: `match` is empty, and `play` is null."""

    match: str = ""
    """The match's id."""
    play: SpectatorRound | None = None
    questions: tuple[SpectatorQuestion, ...] = ()
    """The questions that play waits for."""
    clock: RunningClock | None = None
    """The match's clock, or null if it has none."""


class StoryLine(Struct, frozen=True):
    """A line of the match's story. `number` counts from 1 in each match; no line is ever taken back."""

    number: int
    say: Sentences
