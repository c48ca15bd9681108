"""What can be said to a match beside an answer to a prompt: by the reader, the dispenser, and the session itself.

What the dispenser reports has the word of `hal.events`. Journals know these by older names, which stay: their tags.
"""

from typing import TypeAlias

from msgspec import Struct

from table.rules.commands import Answer
from table.rules.match.events import CalledBy, HopperEntry, PayoutOutcome
from table.rules.seats import Seat


class CardLifted(Struct, frozen=True, tag=True):
    """The locked card left the reader, for certain."""

    seat: Seat


class HandNarrowed(Struct, frozen=True, tag=True):
    """A card that the seat could lock may not be played any more; which one it is is not asked."""

    seat: Seat


class Opening(Struct, frozen=True):
    seat: Seat
    salt: bytes
    card: str


class OpenSeals(Struct, frozen=True, tag=True):
    """Everybody who was asked has locked a card: these are the cards."""

    openings: tuple[Opening, ...]


class Restarted(Struct, frozen=True, tag=True):
    """The table comes back from a stop: what was in memory only is gone."""


class LoadHoppers(Struct, frozen=True, tag=True):
    hoppers: tuple[HopperEntry, ...]


class DispenserIs(Struct, frozen=True, tag=True):
    up: bool
    store: int = 0
    """Names its memory."""
    counter: int = 0
    """Of the jobs that this memory ever began."""
    restart: bool = False
    """Not up since the table itself was gone."""
    sockets: int = 0
    """Hoppers that are wired to it."""


class AwaitDispenser(Struct, frozen=True, tag=True):
    """The table has just been switched on, and looks for its dispenser."""


class HopperLevel(Struct, frozen=True, tag="LevelIs"):
    """A hopper's level sensor speaks."""

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
    """Of `refused`: the dispenser's own word."""


class PayoutUnknown(Struct, frozen=True, tag="Uncertain"):
    job: str
    least: int
    most: int


class PayoutUnheard(Struct, frozen=True, tag="Unheard"):
    """The dispenser does not know the job."""

    job: str
    counter: int = 0


class TokenLate(Struct, frozen=True, tag="Late"):
    """So many of the job's tokens fell after it had ended, all told."""

    job: str
    late: int


class CallJudge(Struct, frozen=True, tag=True):
    """The judge's card was laid, or the judge speaks from a terminal."""

    how: CalledBy
    seat: Seat | None = None


class Disclose(Struct, frozen=True, tag=True):
    """The match is over: the chance secret may be known."""

    secret: bytes


PayoutReport: TypeAlias = TokenPassed | PayoutEnded | PayoutUnknown | PayoutUnheard | TokenLate
FromDevices: TypeAlias = CardLifted | DispenserIs | AwaitDispenser | HopperLevel | PayoutReport
MatchCommand: TypeAlias = (
    Answer | OpenSeals | HandNarrowed | Restarted | LoadHoppers | FromDevices | CallJudge | Disclose
)
