"""The table as spectators see it: the part of the published view that leaves the room, with text in every language.

It has no fields for the seats' own data: the answers to a question, a seat's focus, and the note on the card on its
reader. So it never names a card of a hand. These types are the public interface that `docs/develop/api.md` describes:
an existing field keeps its name and its meaning.
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
    """False if it was returned or is not allowed."""


class SpectatorCounter(Struct, frozen=True):
    label: Sentences
    value: int
    mark: str
    """A short suffix of the value, such as `+10`."""


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
    """Empty without a special state, or `ordered`, `active`, `done`, `gone`, or a word of the game."""
    badges: tuple[str, ...]


class SpectatorSeat(Struct, frozen=True):
    side: str
    """The name of the army or nation."""
    reader: ReaderState
    locked: bool
    """True while this seat has a locked card."""
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
    """True for a die that the players rolled themselves, which cannot be checked."""
    decided: Sentences | None
    """Its consequence, such as priority for a seat; null if there is nothing to show."""
    proof: str
    """The short code that proves it; empty for a roll by hand."""


class SpectatorQuestion(Struct, frozen=True):
    """A question that play waits for, without its answers."""

    seat: Seat | None
    """The seat that is asked; null if either may answer."""
    ask: Sentences
    rule: str
    """The id of the rule behind the question."""


class SpectatorScore(Struct, frozen=True):
    counts: bool
    """True if this match has victory points."""
    blue: int
    red: int
    rounds: tuple[RoundPoints, ...]
    """The rounds in which a seat scored."""
    ended: MatchEnd | None
    """The way in which the match was closed, or null."""
    result: Result | None


class SpectatorCodes(Struct, frozen=True):
    """The codes with which anyone can check the match's file later: 64 hex digits each, empty until they exist."""

    commitment: str
    """The commitment to the chance secret, as shown at the start."""
    locked: str
    """The chain's hash when all seats had last locked."""
    chain: str
    """The chain's last hash, once the match is over and settled."""


class SpectatorRound(Struct, frozen=True):
    """The current state of a match: its round, its phase, both seats."""

    system: str
    round: int
    rounds: int
    phase: Sentences
    steps: tuple[SpectatorStep, ...]
    headline: Sentences
    """The headline about the current moment."""
    acting: Seat | None
    """The seat that acts now."""
    first: Seat | None
    """The seat with priority or the initiative, or null."""
    first_called: Sentences
    """The name for the advantage of `first`."""
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
    """A line of the match's story. `number` counts from 1 in each match; lines are never removed."""

    number: int
    say: Sentences
