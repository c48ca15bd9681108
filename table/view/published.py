"""What the session publishes for screen, lamps and bench: frozen, complete, and public from end to end."""

from enum import StrEnum

from msgspec import Struct

from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.rules.text import Text
from table.rules.view import View


class ReaderState(StrEnum):
    EMPTY = "empty"
    CARD = "card"
    """A command card lies on it, whichever."""
    SEVERAL = "several"
    UNREADABLE = "unreadable"
    FOREIGN = "foreign"
    """What lies on it is no command card."""
    GONE = "gone"
    """The reader itself does not answer."""


class HandingState(StrEnum):
    WAITING = "waiting"
    """For the dispenser to be found."""
    ASKED = "asked"
    """The dispenser counts them out."""
    BY_HAND = "by_hand"
    """The players take them."""
    UNKNOWN = "unknown"
    """Nobody knows how many came, until the dispenser is there again or the players say."""
    FAILED = "failed"


class HopperState(StrEnum):
    READY = "ready"
    LOW = "low"
    EMPTY = "empty"
    FAULT = "fault"
    OFF = "off"
    """By the players, or not wired: its tokens are taken by hand."""


class DispenserState(StrEnum):
    READY = "ready"
    BUSY = "busy"
    GONE = "gone"
    ABSENT = "absent"
    """None is configured."""


class Focus(Struct, frozen=True):
    """Where a seat's buttons stand in its prompt. The screen shows it; touch and keys move the same one."""

    prompt: str
    cursor: int = 0
    """The option, or the number, that CONFIRM would answer."""
    marked: tuple[str, ...] = ()
    """The options marked so far, where several are chosen."""


class Desk(Struct, frozen=True):
    """One seat's own furniture: reader, lock, focus."""

    seat: Seat
    reader: ReaderState
    locked: bool = False
    focus: Focus | None = None
    lamp: tuple[str, str] = ("off", "steady")
    """Colour and pattern, as `hal.events.LampColour` and `LampPattern` have them."""


class Handing(Struct, frozen=True):
    """Tokens on their way to a seat."""

    job: str
    seat: Seat
    kind: str
    count: int
    passed: int
    state: HandingState


class Hopper(Struct, frozen=True):
    number: int
    kind: str
    """The token kind that it holds."""
    content: int | None
    """How many are in it, as far as the ledger knows."""
    state: HopperState = HopperState.READY


class Notice(Struct, frozen=True):
    """A short word to a seat (None: to both): what was refused, and the rule that it rests on."""

    seat: Seat | None
    words: Text
    rule: str = ""


class FaultNote(Struct, frozen=True):
    code: str
    part: str
    detail: str = ""


class Resumed(Struct, frozen=True):
    """A match that goes on after the table was switched off."""

    void: tuple[Seat, ...] = ()
    """Whose locked cards are locked no more."""
    revised: bool = False
    """It goes on by later rules than it was played by: those are not there any more."""


class Published(Struct, frozen=True):
    match: str
    """The match's id; empty while none is begun."""
    view: View | None
    """None: no match is begun, and the prompts are the lobby's."""
    prompts: tuple[AnyPrompt, ...]
    desks: tuple[Desk, Desk]
    handing: tuple[Handing, ...] = ()
    hoppers: tuple[Hopper, ...] = ()
    dispenser: DispenserState = DispenserState.ABSENT
    faults: tuple[FaultNote, ...] = ()
    notice: Notice | None = None
    commitment: str = ""
    """To the chance secret, as shown at the start; 64 hex digits."""
    proof: str = ""
    """Short code of the last roll."""
    chain: str = ""
    """Of a match that is over and settled: the last value of its hash chain, as in the exported file; 64 hex digits."""
    resumed: Resumed | None = None
    """The match was taken up again since the table was switched on."""
