"""A hall of tables, as its organisers see it: tables that need help, all tables, the clock, the results."""

from enum import StrEnum

from msgspec import Struct

from table.rules.match.events import MatchEnd
from table.rules.match.events import MatchOutcome as MatchOutcome
from table.rules.seats import Seat
from table.view.clock import RunningClock
from table.view.sentences import Sentences


class NeedKind(StrEnum):
    """The reasons why a table needs help, the most urgent first."""

    JAM = "jam"
    """A hopper pays no tokens."""
    PAYOUT = "payout"
    """The number of tokens that the dispenser has handed out is unknown."""
    READER = "reader"
    CLOCK = "clock"
    """A seat's time is used up."""
    JUDGE = "judge"
    FAULT = "fault"
    """Another fault of the table."""
    STUCK = "stuck"
    """The table's program sends no sign of life."""
    GONE = "gone"
    """Nothing is received from the table, in the middle of a match."""
    DOUBLE = "double"
    """Two tables have this name."""
    VERSION = "version"
    """The table speaks another version of the topics."""
    QUOTA = "quota"
    """The table sends more than its quota."""
    FULL = "full"
    """The hall has as many matches of the table as it keeps."""
    LACKS = "lacks"
    """Events of the table are missing, and the table no longer has them."""
    FILE = "file"
    """The file of a finished match has not arrived."""
    FORGED = "forged"
    """The file of a match is not that of the match that was played."""
    OTHER = "other"
    """The file of a match has another result than its table reported."""
    NO_RESULT = "no_result"
    """The file of a match has no result to compare with the reported one."""
    TWICE = "twice"
    """The match already counts at another table."""
    UNASSIGNED = "unassigned"
    """The pairing of a match is ambiguous, because an earlier pairing has an entered result without a match."""
    PAIRING = "pairing"
    """A line of the file of pairings was rejected. The file's name replaces the table's name."""


class MatchProof(StrEnum):
    """The result of checking a match's file."""

    NONE = "none"
    """There is no file so far."""
    CHAIN = "chain"
    """The file belongs to the played match: it contains every shown code, and ends with the last one."""
    REPORTED = "reported"
    """The verified file has this result, but only the table vouches for it: its players have entered no code."""
    PROVED = "proved"
    """The verified file has this result, and ends with the code that the players saw."""
    OPEN = "open"
    """As `PROVED`, except for facts that cannot be proved, such as a die that the players rolled."""
    FORGED = "forged"
    OTHER = "other"
    """The file has another result than the table reported: points, winner, end, armies or game."""
    NO_RESULT = "no_result"
    """The file cannot confirm the reported result: its match is not over, or the rules of its game are missing."""
    TWICE = "twice"
    """The match already counts at another table."""
    ENTERED = "entered"
    """The organiser entered or corrected the result, with a reason. No file proves it."""


class HallNeed(Struct, frozen=True):
    """A table that needs help."""

    table: str
    kind: NeedKind
    say: Sentences | None = None
    """The table's own sentence for it."""
    values: dict[str, str] = {}
    """The values for the placeholders in this kind's words, by name."""
    answered: bool = False
    """True for a call for a judge that the organiser has acknowledged."""


class HallClock(Struct, frozen=True):
    """The round's clock, for all tables."""

    at_ms: int
    """The moment, in the time of the frames."""
    left_s: int
    """The seconds left then; negative once the round is over."""
    runs: bool
    round: int


class Pairing(Struct, frozen=True):
    """Two players at a table in a round, or a player without an opponent."""

    round: int
    table: str
    """Empty for a bye."""
    blue: str
    red: str
    """Empty for a bye."""


class HallRow(Struct, frozen=True):
    """A table in the overview."""

    online: bool = False
    there: bool = False
    """True while the table's program runs."""
    match: str = ""
    system: str = ""
    round: int = 0
    rounds: int = 0
    phase: Sentences | None = None
    blue: str = ""
    """The army or nation."""
    red: str = ""
    blue_player: str = ""
    red_player: str = ""
    counts: bool = False
    """True if the match has victory points."""
    blue_points: int = 0
    red_points: int = 0
    clock: RunningClock | None = None
    last_line: Sentences | None = None
    """The last line of the story."""
    over: bool = False


class HallResult(Struct, frozen=True):
    """A match that both players have confirmed as over."""

    table: str
    match: str
    round: int
    """The round of the pairings; 0 without a pairing."""
    system: str
    blue: str
    red: str
    blue_player: str
    red_player: str
    blue_points: int
    red_points: int
    winner: Seat | None
    by: str
    """The kind of victory in the table's rules; empty if unknown."""
    end: MatchEnd
    chain: str
    proof: MatchProof
    reason: str = ""
    """The organiser's reason for an entered or corrected result."""


class TieBreak(StrEnum):
    """A number that orders players of equal points."""

    SCHEDULE = "schedule"
    """The strength of schedule: the mean points of the opponents. Byes are left out."""
    DIFFERENCE = "difference"
    """The victory points scored in all matches, less those conceded."""
    SCORED = "scored"
    """The victory points scored in all matches."""


class HallScoring(Struct, frozen=True):
    """The points of each result, and the tie-breaks, the first first."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.SCHEDULE, TieBreak.DIFFERENCE)


class Standing(Struct, frozen=True):
    """A player in the standings."""

    place: int
    """Players that no tie-break orders share a place."""
    player: str
    points: int
    won: int
    drawn: int
    lost: int
    byes: int
    schedule: float
    """With two decimals."""
    difference: int
    scored: int


class HallTable(Struct, frozen=True):
    """The whole hall."""

    needs: tuple[HallNeed, ...] = ()
    """The most urgent first."""
    tables: dict[str, HallRow] = {}
    clock: HallClock | None = None
    results: tuple[HallResult, ...] = ()
    """In the order in which they ended, then entered results without a match."""
    pairings: tuple[Pairing, ...] = ()
    """By round."""
    standings: tuple[Standing, ...] = ()
    """The best first."""
    scoring: HallScoring = HallScoring()
