"""A hall of tables, as those who look after it see it: who needs a person, all tables, the clock, the results."""

from enum import StrEnum

from msgspec import Struct

from table.rules.match.events import MatchEnd
from table.rules.match.events import MatchOutcome as MatchOutcome
from table.rules.seats import Seat
from table.view.clock import RunningClock
from table.view.sentences import Sentences


class NeedKind(StrEnum):
    """A reason for somebody to go to a table, the most urgent first."""

    JAM = "jam"
    """A hopper gives nothing."""
    PAYOUT = "payout"
    """Nobody knows what the dispenser has handed out."""
    READER = "reader"
    CLOCK = "clock"
    """A seat's time is used up."""
    JUDGE = "judge"
    FAULT = "fault"
    """Another fault of the table."""
    STUCK = "stuck"
    """The table's program gives no sign of life."""
    GONE = "gone"
    """Nothing is heard of the table, in the middle of a match."""
    DOUBLE = "double"
    """Two tables have this name."""
    VERSION = "version"
    """The table speaks another version of the topics."""
    LACKS = "lacks"
    """Events of the table are missing, and the table no longer has them."""
    FILE = "file"
    """The file of a match that is over has not come."""
    FORGED = "forged"
    """The file of a match is not that of the match that was played."""
    OTHER = "other"
    """The file of a match has another result than its table reported."""
    NO_RESULT = "no_result"
    """The file of a match has no result to compare with the reported one."""
    TWICE = "twice"
    """The match counts at another table already."""
    UNASSIGNED = "unassigned"
    """Nobody knows for which pairing a match was played: an earlier one has an entered result without a match."""
    PAIRING = "pairing"
    """A line of the pairings' file was not taken. The file has the place of a table's name."""


class MatchProof(StrEnum):
    """The file of a match says one of these."""

    NONE = "none"
    """There is no file yet."""
    CHAIN = "chain"
    """The file is that of the match that was played: each code that was shown is in it, and its end is the last one."""
    PROVED = "proved"
    """Besides, it was verified by the rules of its game."""
    OPEN = "open"
    """Besides, it was verified, and something cannot be proved, such as a die that the players rolled."""
    FORGED = "forged"
    OTHER = "other"
    """The file has another result than the table reported: points, winner, end, armies or game."""
    NO_RESULT = "no_result"
    """The file cannot confirm the reported result: its match is not over, or the rules of its game are missing."""
    TWICE = "twice"
    """The match counts at another table already."""
    ENTERED = "entered"
    """The organiser entered or corrected the result, with a reason. No file proves it."""


class HallNeed(Struct, frozen=True):
    """A table that needs a person."""

    table: str
    kind: NeedKind
    say: Sentences | None = None
    """The table's own words for it."""
    values: dict[str, str] = {}
    """The values that stand in the words of this kind, by their names in braces."""
    answered: bool = False
    """True for a call for a judge that the organiser has answered."""


class HallClock(Struct, frozen=True):
    """The round's clock, for all tables."""

    at_ms: int
    """The moment, as frames count time."""
    left_s: int
    """The seconds that were left then; less than 0 once the round is over."""
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
    """A table on the wall."""

    online: bool = False
    there: bool = False
    """True while the table's own program is on."""
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
    told: Sentences | None = None
    """The last line of the story."""
    over: bool = False


class HallResult(Struct, frozen=True):
    """A match that is over: both have said so at their table."""

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
    """The way in which it was won, as the table's rules call it; empty if nobody said."""
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
    """In the order in which they were over, then entered results without a match."""
    pairings: tuple[Pairing, ...] = ()
    """By round."""
    standings: tuple[Standing, ...] = ()
    """The best first."""
    scoring: HallScoring = HallScoring()
