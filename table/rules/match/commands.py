"""The commands to a match other than answers: from the readers, the dispenser and the session.

The dispenser's reports are named as in `hal.events`. Their tags in journals differ, and stay.
"""

from typing import TypeAlias

from msgspec import Struct

from table.rules.commands import Answer
from table.rules.match.events import CalledBy, HopperEntry, PayoutOutcome
from table.rules.prompts import Value
from table.rules.seats import Seat


class CardLifted(Struct, frozen=True, tag=True):
    """The locked card left the reader for certain."""

    seat: Seat


class ReaderIs(Struct, frozen=True, tag=True):
    """A seat's card reader is lost, or back. Only a match with a clock gets this."""

    seat: Seat
    there: bool


class Opening(Struct, frozen=True):
    seat: Seat
    salt: bytes
    card: str


class OpenSeals(Struct, frozen=True, tag=True):
    """The cards and salts of all seals, once every seat that was asked has locked a card."""

    openings: tuple[Opening, ...]


class Restarted(Struct, frozen=True, tag=True):
    """The table has restarted, and everything in memory is lost."""


class ReviseRules(Struct, frozen=True, tag=True):
    """The match continues by later rules than before."""

    version: str
    """The version of the program that continues the match, with the revisions of its rules."""


class LoadHoppers(Struct, frozen=True, tag=True):
    hoppers: tuple[HopperEntry, ...]


class DispenserIs(Struct, frozen=True, tag=True):
    up: bool
    store: int = 0
    """The id of the dispenser's memory."""
    counter: int = 0
    """The number of jobs that this memory ever began."""
    restart: bool = False
    """True if the dispenser was not available since the table restarted."""
    sockets: int = 0
    """The number of hoppers that are wired to it."""


class AwaitDispenser(Struct, frozen=True, tag=True):
    """The table was just switched on, and searches for its dispenser."""


class HopperLevel(Struct, frozen=True, tag="LevelIs"):
    """A hopper's level sensor reports."""

    hopper: int
    has_tokens: bool


class TokenPassed(Struct, frozen=True, tag="Counted"):
    job: str
    passed: int


class PayoutEnded(Struct, frozen=True, tag="Ended"):
    job: str
    passed: int
    outcome: PayoutOutcome
    counter: int = 0
    reason: str = ""
    """The dispenser's own reason for `refused`."""


class PayoutUnknown(Struct, frozen=True, tag="Uncertain"):
    job: str
    least: int
    most: int


class PayoutUnheard(Struct, frozen=True, tag="Unheard"):
    """The dispenser does not know the job."""

    job: str
    counter: int = 0


class TokenLate(Struct, frozen=True, tag="Late"):
    """Tokens of the job fell after it had ended. `late` counts all of them so far."""

    job: str
    late: int


class CallJudge(Struct, frozen=True, tag=True):
    """The judge's card was laid, or the judge calls from a terminal."""

    how: CalledBy
    seat: Seat | None = None


class NamePlayer(Struct, frozen=True, tag=True):
    """A seat's player has entered a name; its commitment is empty if the name is removed."""

    seat: Seat
    commitment: str


class Disclose(Struct, frozen=True, tag=True):
    """The match is over, and the chance secret may be disclosed."""

    secret: bytes


class OnlyAnswer(Struct, frozen=True, tag=True):
    """The table answers a question of the game that has one possible answer."""

    seat: Seat
    prompt: str
    value: Value


class Timed(Struct, frozen=True, tag=True):
    """A command of a match with a clock, with its time."""

    at_ms: int
    """The time since the match began."""
    command: "Untimed"


PayoutReport: TypeAlias = TokenPassed | PayoutEnded | PayoutUnknown | PayoutUnheard | TokenLate
FromDispenser: TypeAlias = DispenserIs | AwaitDispenser | HopperLevel | PayoutReport
FromDevices: TypeAlias = CardLifted | ReaderIs | FromDispenser
Untimed: TypeAlias = (
    Answer
    | OnlyAnswer
    | OpenSeals
    | Restarted
    | ReviseRules
    | LoadHoppers
    | FromDevices
    | CallJudge
    | NamePlayer
    | Disclose
)
MatchCommand: TypeAlias = Untimed | Timed
