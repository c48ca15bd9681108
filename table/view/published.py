"""The values that the session publishes for screen, lamps and bench.

They are complete and frozen, and hold nothing secret.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from table.rules.match.events import MatchEnd
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt
from table.rules.result import Result, RoundPoints, total
from table.rules.seats import BLUE, Seat
from table.rules.text import Text
from table.rules.view import View


class ReaderState(StrEnum):
    EMPTY = "empty"
    CARD = "card"
    """There is a command card on it, whichever it is."""
    SEVERAL = "several"
    UNREADABLE = "unreadable"
    DEFECTIVE = "defective"
    """The tag's check byte is wrong: no reader ever reads it."""
    HELD = "held"
    """Another program on this computer holds the card."""
    FOREIGN = "foreign"
    """There is a card on it that is not a command card."""
    GONE = "gone"
    """The reader does not answer."""


UNREAD = (ReaderState.SEVERAL, ReaderState.UNREADABLE, ReaderState.DEFECTIVE, ReaderState.HELD)
"""The states of a reader with an object on it that cannot be read as a card."""


class HandingState(StrEnum):
    WAITING = "waiting"
    """The tokens wait for the dispenser to be found."""
    ASKED = "asked"
    """The dispenser is paying them out."""
    BY_HAND = "by_hand"
    """The players take them."""
    UNKNOWN = "unknown"
    """Their number is unknown until the dispenser is back or the players count them."""
    FAILED = "failed"


class HopperState(StrEnum):
    READY = "ready"
    LOW = "low"
    EMPTY = "empty"
    FAULT = "fault"
    OFF = "off"
    """The players switched it off, or it is not wired, so its tokens are taken by hand."""


class DispenserState(StrEnum):
    READY = "ready"
    BUSY = "busy"
    GONE = "gone"
    ABSENT = "absent"
    """No dispenser is configured."""


class Focus(Struct, frozen=True):
    """The place of a seat's focus in its prompt. The screen shows it; buttons, keys and touch move it."""

    prompt: str
    cursor: int = 0
    """The index of the option, or the number, that CONFIRM would answer with."""
    marked: tuple[str, ...] = ()
    """The options marked so far, if several may be chosen."""


class CardNote(Struct, frozen=True):
    """The note on a seat's half about the card on its reader: why it cannot be locked, or should not be."""

    words: Text
    rule: str


PHONE_INVITE = "phone.invite"
"""The key of the prompt that asks for a code for a seat's phone."""
PHONE_AWAY = "phone.away"
"""The key of the prompt that disconnects a seat's phone, or removes its code."""


class PhoneState(StrEnum):
    """The state of a phone's admission to a seat."""

    ASKED = "asked"
    """The seat has requested one, and its code is being made."""
    INVITED = "invited"
    """The code is on the screen."""
    KNOCKING = "knocking"
    """A phone has read the code, and the seat has not confirmed it yet."""
    HELD = "held"
    """A phone has the seat."""
    USED_UP = "used_up"
    """A phone has used the code without being accepted. An act at the table brings another one."""


class HelperRole(StrEnum):
    """The role of a phone that plays no seat."""

    SETUP = "setup"
    """The owner's phone is for lists, matches, and the state of the parts."""
    JUDGE = "judge"


AWAY_HELPER = {role: f"phone.{role}.away" for role in HelperRole}
"""The keys of the prompts that disconnect a helper's phone."""


class ScreenRole(StrEnum):
    """The role of a browser that is the table's screen. A judge's terminal cannot admit one."""

    SCREEN = "screen"


PhonePlace: TypeAlias = Seat | HelperRole | ScreenRole
"""The place that a phone, or a browser as the screen, can have at a table. Each has at most one."""


class SeatPhone(Struct, frozen=True):
    """The phone of one seat, or the state of its admission. Spectators never get it."""

    state: PhoneState
    address: str = ""
    """The address in the code, while it is on the screen.

    It contains the invitation's secret, which everybody at the screen can see.
    """
    words: Text | None = None
    """The words below the code, or in its place, if the table offers it automatically."""
    far: bool = False
    """True if it is the code for another table, which plays this seat."""


class Desk(Struct, frozen=True):
    """The reader, lock, lamp and focus of one seat."""

    seat: Seat
    reader: ReaderState
    locked: bool = False
    focus: Focus | None = None
    lamp: tuple[str, str] = ("off", "steady")
    """Colour and pattern, as `hal.events.LampColour` and `LampPattern` have them."""
    note: CardNote | None = None
    phone: SeatPhone | None = None
    player: str = ""
    """The name of the seat's player; empty for one without a name."""
    waits: Text | None = None
    """The words while the seat has no question, in a match with another table."""


class TokenDelivery(Struct, frozen=True):
    """Tokens that are being handed out to a seat."""

    job: str
    seat: Seat
    kind: str
    count: int
    passed: int
    state: HandingState


class HopperStatus(Struct, frozen=True):
    number: int
    kind: str
    """The token kind that it holds."""
    content: int | None
    """The number of tokens in it by the ledger, or None if that is unknown."""
    state: HopperState = HopperState.READY


class Notice(Struct, frozen=True):
    """A short message to a seat, or to both if `seat` is None: what was refused, and by which rule."""

    seat: Seat | None
    words: Text
    rule: str = ""


class FaultNote(Struct, frozen=True):
    code: str
    part: str
    detail: str = ""


class Resumed(Struct, frozen=True):
    """A match that was resumed after the table was off."""

    void: tuple[Seat, ...] = ()
    """The seats whose locks were lost by the power cut."""
    revised: bool = False
    """True if the match continues by later rules than before, because the earlier ones no longer exist."""


class ClockFace(Struct, frozen=True):
    """The clock of a match, in seconds."""

    blue_s: int
    """The seconds left of blue's time, or of the shared time; negative once it is used up."""
    red_s: int
    running: tuple[Seat, ...] = ()
    shared: bool = False
    nobody_s: int | None = None
    """The seconds charged to neither seat, if they are shown."""
    last_round: bool = False
    """True if a time is used up, and this round is the last one for it."""

    def left_s(self, seat: Seat) -> int:
        return self.blue_s if seat is BLUE else self.red_s


class RoundTime(Struct, frozen=True):
    """The clock of a hall's round, which belongs to no match."""

    round: int
    left_s: int
    """The seconds left; negative once the round is over."""
    runs: bool


class PublishedScore(Struct, frozen=True):
    """The victory points of both seats, and the winner once the match is closed."""

    rounds: tuple[RoundPoints, ...] = ()
    """The rounds in which a seat scored."""
    counts: bool = False
    """True if this match has victory points."""
    ended: MatchEnd | None = None
    """The way in which the match was closed, or None."""
    result: Result | None = None
    cards: tuple[int, int] = (0, 0)
    """The number of cards that blue and red have played, once the match is closed."""
    lasted_s: int | None = None
    """The seconds that the match took, once it is closed; None if it is unknown, because the table was off
    meanwhile.
    """

    @property
    def totals(self) -> tuple[int, int]:
        """Return blue's and red's victory points."""
        return total(self.rounds)


class Published(Struct, frozen=True):
    """The published view: everything that screen, lamps, speakers and bench may know at one moment.

    Any thread may read it.
    """

    match: str
    """The match's id; empty before a match begins."""
    view: View | None
    """None if no match has begun; the prompts are then the lobby's."""
    prompts: tuple[AnyPrompt, ...]
    desks: tuple[Desk, Desk]
    askings: tuple[int, ...] = ()
    """The running number of each prompt: a question that is repeated after its answer has a new number."""
    handing: tuple[TokenDelivery, ...] = ()
    hoppers: tuple[HopperStatus, ...] = ()
    dispenser: DispenserState = DispenserState.ABSENT
    faults: tuple[FaultNote, ...] = ()
    notice: Notice | None = None
    commitment: str = ""
    """The commitment to the chance secret, as shown at the start: 64 hex digits."""
    dialling: bool = False
    """True until both numbers for the chance are entered: the whole commitment is shown before the first roll."""
    locked: str = ""
    """The chain's hash when all seats had last locked, which covers all their seals: 64 hex digits."""
    proof: str = ""
    """The short code that proves the last roll."""
    chain: str = ""
    """The last hash of the chain of a match that is over and settled, as in the exported file: 64 hex digits."""
    score: PublishedScore = PublishedScore()
    clock: ClockFace | None = None
    """None if the match has no clock."""
    resumed: Resumed | None = None
    """Set if the match was resumed since the table was switched on."""
    helpers: tuple[HelperRole, ...] = ()
    """The accepted phones that play no seat. Spectators never get them."""
    round_time: RoundTime | None = None
    """The clock of the hall's round, once the hall has sent it."""
    recalled: int = 0
    """The number of times that a seat has requested the codes for checking the match.

    The screen shows them each time.
    """

    @property
    def players(self) -> tuple[str, str]:
        """Return the names of blue's and red's players; empty for one without a name."""
        blue, red = self.desks
        return blue.player, red.player

    @property
    def far_code(self) -> str:
        """Return the code for another table while it is on the screen, or an empty text."""
        return next((each.phone.address for each in self.desks if each.phone is not None and each.phone.far), "")

    @property
    def judged(self) -> bool:
        """True while a judge has frozen the match."""
        return any(prompt.key == GO_ON for prompt in self.prompts)
