"""The events that every match has, whatever its game: chance, seals, tokens, the end."""

from enum import StrEnum

from msgspec import Struct, field

from table.rules.game import Event, SeatEvent
from table.rules.result import WonBy
from table.rules.seats import Seat
from table.rules.tokens import HandBack


class CalledBy(StrEnum):
    """The way in which the judge was called."""

    CARD = "card"
    """By the judge's card on a reader."""
    TERMINAL = "terminal"
    HALL = "hall"
    """By the table's hall."""


class PayoutOutcome(StrEnum):
    """The outcome of a payout at the dispenser (`Outcome` of `hal.events` has the same values)."""

    DONE = "done"
    JAM = "jam"
    EMPTY = "empty"
    NOTHING = "nothing"
    DARK = "dark"
    BLOCKED = "blocked"
    STOPPED = "stopped"
    REFUSED = "refused"


class Doubt(StrEnum):
    """The reason why the players have to count the tokens."""

    NONE = ""
    """The players: no device knows the count."""
    BLOCKED = "blocked"
    """The dispenser counted, but one more may have passed the blocked barrier."""
    FEWER = "fewer"
    """The dispenser is sure of fewer tokens than the players saw."""


class SettledBy(StrEnum):
    """The source of the count with which a job was closed."""

    DEVICE = "device"
    PLAYERS = "players"


class SpentTokens(StrEnum):
    """The treatment of tokens that a game calls back."""

    STAY = "stay"
    """The tokens that their seat will need again stay in its tray; the others return."""
    RETURN = "return"
    """All tokens return to their hoppers."""


class EndWay(StrEnum):
    """The ways in which a seat can propose to end a match."""

    FINISH = "finish"
    """The winner follows from the victory points."""
    ABANDON = "abandon"
    CONCEDE = "concede"
    """The seat that proposes it has lost."""
    DRAW = "draw"
    BLUE = "blue"
    """The match is over, and blue has won. The points do not decide it; this also applies to the next three."""
    RED = "red"
    TIED = "tied"
    OPEN = "open"
    """The match ends without a result."""


class MatchEnd(StrEnum):
    FINISHED = "finished"
    ABANDONED = "abandoned"
    CONCEDED = "conceded"
    DRAWN = "drawn"


class ClockMode(StrEnum):
    """The way in which a match's time is counted."""

    SHARED = "shared"
    """Both seats share one time."""
    EACH = "each"
    """Each seat has a time."""
    NEUTRAL = "each + neutral"
    """Each seat has a time, and the time charged to neither seat is also shown."""


class AtZero(StrEnum):
    """The consequence of a time that is used up."""

    WARN = "tell"
    """The table only shows it."""
    LAST_ROUND = "last_round"
    """The current round becomes the last one."""


class JobEvent(Event, frozen=True):
    """An event of a payout, by the id of its job."""

    job: str


class MatchOpened(Event, frozen=True, tag=True):
    id: str
    """Lower-case letters and digits. It is part of every job's id, so that no two matches share a job."""
    system: str
    commitment: str
    """The commitment to the chance secret (`fairness.secret_commitment`)."""
    version: str
    """The version of the program that opened the match, with its revisions (`table.rules.match.revision`)."""


class RulesRevised(Event, frozen=True, tag=True):
    """The match was resumed by later rules than before, which decide from here on."""

    version: str
    """The version as in `MatchOpened`."""


class NumbersAwaited(Event, frozen=True, tag=True):
    """The game is about to roll or to draw for the first time: both seats are asked for their numbers."""


class NumberDialled(SeatEvent, frozen=True, tag=True):
    number: int


class PlayerNamed(SeatEvent, frozen=True, tag=True):
    """A seat's player has a name from here on. It is stored beside the journal, which contains only its commitment."""

    commitment: str
    """The commitment to the name (`fairness.name_commitment`); empty if the name was taken back."""


class JudgeCalled(Event, frozen=True, tag=True):
    """The match is frozen."""

    how: CalledBy
    seat: Seat | None = None


class JudgeLeft(Event, frozen=True, tag=True):
    """The match continues."""


class CardSealed(SeatEvent, frozen=True, tag=True):
    commitment: str


class SealWithdrawn(SeatEvent, frozen=True, tag=True):
    """The seat took its locked card back, or it is no longer needed."""


class SealBroken(SeatEvent, frozen=True, tag=True):
    """The card was lifted for certain before the reveal."""


class SealVoided(SeatEvent, frozen=True, tag=True):
    """The table was restarted before the reveal. Salt and card were in memory only."""


class SealOpened(SeatEvent, frozen=True, tag=True):
    commitment: str
    salt: str
    card: str


class HopperEntry(Event, frozen=True):
    number: int
    kind: str
    content: int


class HoppersLoaded(Event, frozen=True, tag=True):
    """The contents of the hoppers: at the start of a match, after a refill, after a recount."""

    hoppers: tuple[HopperEntry, ...]
    carried: bool = False
    """True if these are the contents that the last match left."""
    off: tuple[int, ...] = ()
    """The hoppers that were switched off then, and still are."""


class SpentTokensSet(Event, frozen=True, tag=True):
    """The agreed treatment of spent tokens in this match.

    Without this event, the match asks for each token when it is called back.
    """

    how: SpentTokens


class ClockSet(Event, frozen=True, tag=True):
    """The players agreed on a clock. A match without this event has no clock and no times."""

    mode: ClockMode
    time_ms: int
    """The time of each seat, or of the match."""
    setup_ms: int = 0
    """The free time at the beginning."""
    at_zero: AtZero = AtZero.WARN


class ClockRuns(Event, frozen=True, tag=True):
    """The last event of each batch of a match with a clock: its time, and the seats whose clock runs from then on."""

    at_ms: int
    """The time since the match began, without the time in which the table was off."""
    blue: bool
    red: bool
    since_ms: int
    """Nobody is charged before this."""


class ReaderLost(SeatEvent, frozen=True, tag=True):
    """A seat's card reader is lost. The clock stops while this seat has to lay a card (TB-97)."""


class ReaderFound(SeatEvent, frozen=True, tag=True):
    """A seat's card reader is back, or a phone replaces it."""


class HopperChosen(SeatEvent, frozen=True, tag=True):
    """A seat is going to enter how many tokens the hopper holds."""

    number: int


class HopperSwitched(Event, frozen=True, tag=True):
    """The players switched a hopper. While it is off its tokens are taken by hand."""

    number: int
    on: bool


class LevelSeen(Event, frozen=True, tag=True):
    """A hopper's level sensor starts or stops contradicting the ledger."""

    number: int
    has_tokens: bool


class DispenserFound(Event, frozen=True, tag=True):
    store: int = 0
    """The id of its memory. A job that one memory does not know may have been paid by another."""
    counter: int = 0
    """The number of jobs that this memory ever began."""
    sockets: int = 0
    """The number of hoppers that are wired to it; 0 if it was not asked."""


class DispenserAwaited(Event, frozen=True, tag=True):
    """The dispenser is being searched for since the table was switched on. Jobs for its hoppers wait meanwhile."""


class DispenserLost(Event, frozen=True, tag=True):
    restart: bool = False
    """True if the table itself was off; the dispenser's state is known a moment later."""


class TokensOwed(JobEvent, frozen=True, tag=True):
    """Tokens that a seat is to get. It is on disk before the dispenser is asked.

    Without a hopper the players take them.
    """

    seat: Seat
    kind: str
    count: int
    hopper: int | None


class TokensCounted(JobEvent, frozen=True, tag=True):
    """The dispenser's count for this job so far."""

    passed: int


class PayoutFailed(JobEvent, frozen=True, tag=True):
    """The dispenser gave up, and its hopper needs a player."""

    passed: int
    why: PayoutOutcome
    counter: int = 0
    reason: str = ""
    """The dispenser's own reason for `refused`."""


class PayoutUncertain(JobEvent, frozen=True, tag=True):
    """Between `least` and `most` tokens passed, and only the players can find out how many."""

    least: int
    most: int
    reported: bool = field(default=False, name="told")
    """True if the dispenser itself reported `unknown`, which is final. False if it is unreachable."""
    why: Doubt = Doubt.NONE


class RecountAsked(JobEvent, frozen=True, tag=True):
    """The outcome of a job stays unknown, so the players count the tokens left in its hopper."""


class Recounted(JobEvent, frozen=True, tag=True):
    """The job's hopper holds `content` tokens, whatever the job's outcome. The job's tokens are already subtracted."""

    content: int


class PayoutAskedAgain(JobEvent, frozen=True, tag=True):
    """The job is sent again. The dispenser never received it, so it cannot have paid it."""


class PayoutSettled(JobEvent, frozen=True, tag=True):
    """The job is closed with this many tokens from the hopper."""

    passed: int
    by: SettledBy
    counter: int = 0


class TokensLate(JobEvent, frozen=True, tag=True):
    """Tokens of the job fell after the dispenser had ended it. `late` counts all of them so far."""

    late: int


class TokensStray(JobEvent, frozen=True, tag=True):
    """The dispenser's total count for a closed job. Tokens beyond its settlement are on the table."""

    counted: int
    late: int


class HopperTried(Event, frozen=True, tag=True):
    """A failed hopper gets jobs again."""

    number: int


class TokensTakenByHand(JobEvent, frozen=True, tag=True):
    count: int


class TokensCalledBack(Event, frozen=True, tag=True):
    tokens: tuple[HandBack, ...]


class TokensReturned(Event, frozen=True, tag=True):
    tokens: tuple[HandBack, ...]


class TokensStayed(Event, frozen=True, tag=True):
    """These tokens were called back, and stay in their seats' trays until they are needed again."""

    tokens: tuple[HandBack, ...]


class TokensReused(SeatEvent, frozen=True, tag=True):
    """A seat takes tokens out of its tray, and no hopper pays them."""

    kind: str
    count: int


class Answered(SeatEvent, frozen=True, tag=True):
    """A seat answered a question of the game. The events after it in this batch follow from that."""

    prompt: str


class AnsweredByTable(SeatEvent, frozen=True, tag=True):
    """The table answered a question of the game, because it had one possible answer. An undo goes back past it."""

    prompt: str


class UndoProposed(SeatEvent, frozen=True, tag=True):
    to: int


class UndoDeclined(SeatEvent, frozen=True, tag=True):
    """The seat declined the proposed undo."""


class Undone(Event, frozen=True, tag=True):
    """The game returns to its state after the first `to` events."""

    to: int


class TokensKept(Event, frozen=True, tag=True):
    """These tokens had been called back, and the players keep them after all."""

    tokens: tuple[HandBack, ...]


class EndProposed(SeatEvent, frozen=True, tag=True):
    how: EndWay


class EndDeclined(SeatEvent, frozen=True, tag=True):
    """The seat declined the proposed end."""


class MatchClosed(Event, frozen=True, tag=True):
    how: MatchEnd


class ResultNamed(Event, frozen=True, tag=True):
    """The result is known. This follows `MatchClosed`; a match without it has no result."""

    winner: Seat | None
    """The winner; None for a draw."""
    by: WonBy
    rule: str
    """The id of the rule that decided."""


class PointsClaimed(SeatEvent, frozen=True, tag=True):
    """A seat claims victory points, or gives some up, and the other seat is asked to agree."""

    round: int
    more: int


class PointsAgreed(SeatEvent, frozen=True, tag=True):
    """The other seat agreed: the points count."""

    round: int
    more: int
    total: int
    """The points of the seat in all rounds."""


class PointsDenied(Event, frozen=True, tag=True):
    """The other seat rejected the claimed points, or the claim was withdrawn: they do not count."""

    seat: Seat
    """The seat that claimed them."""
    withdrawn: bool
    """True if that seat withdrew them itself."""


class SecretDisclosed(Event, frozen=True, tag=True):
    secret: str


MATCH_EVENTS: tuple[type[Event], ...] = tuple(
    each
    for each in tuple(vars().values())
    if isinstance(each, type) and issubclass(each, Event) and each.__struct_config__.tag
)
"""Every event above that journals have: those with a tag."""


class MatchOutcome(Struct, frozen=True):
    """The outcome of a closed match, from its file."""

    system: str
    blue: str
    """The name of blue's army or nation."""
    red: str
    blue_points: int
    red_points: int
    end: MatchEnd
    winner: Seat | None
    by: str
    """The kind of victory in the terms of the rules; empty if it is unknown."""
