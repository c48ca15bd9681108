"""The facts that every match has, whatever its rules: chance, seals, tokens, the end."""

from enum import StrEnum

from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.tokens import HandBack


class CalledBy(StrEnum):
    """How the judge was called."""

    CARD = "card"
    """Laid on a seat's reader."""
    TERMINAL = "terminal"


class PayoutOutcome(StrEnum):
    """How a payout ended at the dispenser, where it knows (`Outcome` of `hal.events`, whose values are the same)."""

    DONE = "done"
    JAM = "jam"
    EMPTY = "empty"
    BLOCKED = "blocked"
    STOPPED = "stopped"
    REFUSED = "refused"


class Doubt(StrEnum):
    """Why the players have to look how many tokens came."""

    NONE = ""
    """Nobody else knows."""
    BLOCKED = "blocked"
    """The dispenser counted, but one more may have passed the blocked barrier."""
    FEWER = "fewer"
    """The dispenser is sure of fewer than the players saw come."""


class SettledBy(StrEnum):
    """Whose word closed a job."""

    DEVICE = "device"
    PLAYERS = "players"


class EndWay(StrEnum):
    """How a seat proposes to end a match that is not over by its rules."""

    FINISH = "finish"
    ABANDON = "abandon"


class MatchEnd(StrEnum):
    FINISHED = "finished"
    ABANDONED = "abandoned"


class MatchOpened(Event, frozen=True, tag=True):
    id: str
    """Lower-case letters and digits; part of every job's id, so that no two matches share a job."""
    system: str
    commitment: str
    """To the chance secret (`fairness.secret_commitment`)."""
    version: str
    """Of the program that opened it."""


class NumberDialled(Event, frozen=True, tag=True):
    seat: Seat
    number: int


class JudgeCalled(Event, frozen=True, tag=True):
    """The match is frozen."""

    how: CalledBy
    seat: Seat | None = None


class JudgeLeft(Event, frozen=True, tag=True):
    """The match goes on."""


class CardSealed(Event, frozen=True, tag=True):
    seat: Seat
    commitment: str


class SealWithdrawn(Event, frozen=True, tag=True):
    seat: Seat


class SealBroken(Event, frozen=True, tag=True):
    """The card was lifted for certain before the reveal."""

    seat: Seat


class SealVoided(Event, frozen=True, tag=True):
    """The table was restarted before the reveal: salt and card were in memory only."""

    seat: Seat


class SealOpened(Event, frozen=True, tag=True):
    seat: Seat
    commitment: str
    salt: str
    card: str


class HopperEntry(Event, frozen=True):
    number: int
    kind: str
    content: int


class HoppersLoaded(Event, frozen=True, tag=True):
    """What the dispenser holds: at the start of a match, after a refill, after a recount."""

    hoppers: tuple[HopperEntry, ...]
    carried: bool = False
    """As the last match left them."""
    off: tuple[int, ...] = ()
    """Those that were switched off then, and still are."""


class HopperChosen(Event, frozen=True, tag=True):
    """This seat is going to say what the hopper holds."""

    seat: Seat
    number: int


class HopperSwitched(Event, frozen=True, tag=True):
    """By the players. While it is off its tokens are taken by hand."""

    number: int
    on: bool


class LevelSeen(Event, frozen=True, tag=True):
    """A hopper's level sensor says other than the ledger did, or no longer does."""

    number: int
    has_tokens: bool


class DispenserFound(Event, frozen=True, tag=True):
    store: int = 0
    """Names its memory: what one does not know another may have paid."""
    counter: int = 0
    """Jobs that this memory ever began."""
    sockets: int = 0
    """So many hoppers are wired to it; 0: it was not asked."""


class DispenserAwaited(Event, frozen=True, tag=True):
    """It is being looked for since the table was switched on: what is owed to a hopper meanwhile waits a moment."""


class DispenserLost(Event, frozen=True, tag=True):
    restart: bool = False
    """The table itself was gone; whether the dispenser is there turns out in a moment."""


class TokensOwed(Event, frozen=True, tag=True):
    """On disk before anything is asked of the dispenser. Without a hopper the players take the tokens themselves."""

    job: str
    seat: Seat
    kind: str
    count: int
    hopper: int | None


class TokensCounted(Event, frozen=True, tag=True):
    """The dispenser's count for this job so far."""

    job: str
    passed: int


class PayoutFailed(Event, frozen=True, tag=True):
    """The dispenser gave up. Its hopper waits for a hand."""

    job: str
    passed: int
    why: PayoutOutcome
    counter: int = 0
    reason: str = ""
    """Of `refused`: the dispenser's own word."""


class PayoutUncertain(Event, frozen=True, tag=True):
    """Nobody but the players can know: between `least` and `most` tokens passed."""

    job: str
    least: int
    most: int
    told: bool = False
    """By the dispenser itself, for good; else it is only out of reach."""
    why: Doubt = Doubt.NONE


class RecountAsked(Event, frozen=True, tag=True):
    """Nobody knows what came of a job: the players count what its hopper still holds."""

    job: str


class Recounted(Event, frozen=True, tag=True):
    """The job's hopper holds so many, whatever came of it; the job's tokens have left it already."""

    job: str
    content: int


class PayoutAskedAgain(Event, frozen=True, tag=True):
    """The dispenser never heard of the job, or was not found yet when it was owed: it cannot have paid."""

    job: str


class PayoutSettled(Event, frozen=True, tag=True):
    """The job is closed with this many tokens from the hopper."""

    job: str
    passed: int
    by: SettledBy
    counter: int = 0


class TokensLate(Event, frozen=True, tag=True):
    """So many of the job's tokens, all told, fell after the dispenser had ended it."""

    job: str
    late: int


class TokensStray(Event, frozen=True, tag=True):
    """What the dispenser counted for a closed job, all told: what is beyond its settlement lies on the table."""

    job: str
    counted: int
    late: int


class HopperTried(Event, frozen=True, tag=True):
    """A hopper that had failed is asked again."""

    number: int


class TokensTakenByHand(Event, frozen=True, tag=True):
    job: str
    count: int


class TokensCalledBack(Event, frozen=True, tag=True):
    tokens: tuple[HandBack, ...]


class TokensReturned(Event, frozen=True, tag=True):
    tokens: tuple[HandBack, ...]


class Answered(Event, frozen=True, tag=True):
    """What follows in this batch came of this seat's answer to a question of the game."""

    seat: Seat
    prompt: str


class UndoProposed(Event, frozen=True, tag=True):
    seat: Seat
    to: int


class UndoDeclined(Event, frozen=True, tag=True):
    seat: Seat


class Undone(Event, frozen=True, tag=True):
    """Of the game, nothing that came after the first `to` events counts any more."""

    to: int


class TokensKept(Event, frozen=True, tag=True):
    """They were called back, and are not any more."""

    tokens: tuple[HandBack, ...]


class EndProposed(Event, frozen=True, tag=True):
    seat: Seat
    how: EndWay


class EndDeclined(Event, frozen=True, tag=True):
    seat: Seat


class MatchClosed(Event, frozen=True, tag=True):
    how: MatchEnd


class SecretDisclosed(Event, frozen=True, tag=True):
    secret: str


MATCH_EVENTS: tuple[type[Event], ...] = (
    MatchOpened,
    NumberDialled,
    JudgeCalled,
    JudgeLeft,
    CardSealed,
    SealWithdrawn,
    SealBroken,
    SealVoided,
    SealOpened,
    HoppersLoaded,
    HopperChosen,
    HopperSwitched,
    LevelSeen,
    DispenserFound,
    DispenserAwaited,
    DispenserLost,
    TokensOwed,
    TokensCounted,
    PayoutFailed,
    PayoutUncertain,
    RecountAsked,
    Recounted,
    PayoutAskedAgain,
    PayoutSettled,
    TokensLate,
    TokensStray,
    HopperTried,
    TokensTakenByHand,
    TokensCalledBack,
    TokensReturned,
    Answered,
    UndoProposed,
    UndoDeclined,
    Undone,
    TokensKept,
    EndProposed,
    EndDeclined,
    MatchClosed,
    SecretDisclosed,
)
