"""The events of the devices, frozen so that they may cross threads. They name readers and panels, not seats."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from hal.sealed import Sealed


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a device. `code` is stable (`reader.missing`), and the word catalogues have its advice."""

    code: str
    part: str
    """The part with the fault: `blue` (a reader), `dispenser`, `hopper 3`."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    uid: bytes
    """The complete UID: 4, 7 or 10 bytes."""
    record: bytes | None = None
    """The 16 bytes of a command-table record, or None if the tag holds none."""


@dataclass(frozen=True, slots=True)
class TagPlaced:
    reader: str
    tag: Sealed[Tag]


@dataclass(frozen=True, slots=True)
class TagLifted:
    reader: str


class Unclear(StrEnum):
    SEVERAL = "several"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class TagUnclear:
    """Something is on the reader, but no single tag that can be told. It ends with TagPlaced or TagLifted."""

    reader: str
    why: Unclear


@dataclass(frozen=True, slots=True)
class ReaderGone:
    reader: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class ReaderBack:
    """The reader works (again), and reports anew.

    The first certain finding is a TagPlaced or a TagLifted, even if no tag was placed since, because the table may
    remember an earlier card.
    """

    reader: str


class Button(StrEnum):
    PREVIOUS = "previous"
    NEXT = "next"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A short press, reported at the release; for PREVIOUS and NEXT at once."""

    panel: str
    button: Button


@dataclass(frozen=True, slots=True)
class Held:
    """CONFIRM was held long enough. Its release reports nothing more."""

    panel: str
    button: Button


@dataclass(frozen=True, slots=True)
class DispenserUp:
    boot: int
    firmware: str
    hoppers: int
    store: int = 0
    """The id of the dispenser's memory. A new id is another dispenser, or one that lost its memory."""
    counter: int = 0
    """The number of jobs that this memory ever began."""
    tuned: bool = False
    """True if its settings differ from those of the firmware that came with this table."""
    other: bool = False
    """True if its firmware is another version than came with this table, and speaks the same protocol."""


@dataclass(frozen=True, slots=True)
class DispenserDown:
    fault: Fault


class Outcome(StrEnum):
    DONE = "done"
    JAM = "jam"
    EMPTY = "empty"
    BLOCKED = "blocked"
    """The light barrier sees something that does not go away."""
    STOPPED = "stopped"
    """The heartbeat stopped, or the players stopped it."""
    REFUSED = "refused"
    """Nothing moved: unknown hopper, wrong counter, bad count."""


@dataclass(frozen=True, slots=True)
class TokenPassed:
    """A token passed. `passed` is the dispenser's count for the job so far.

    Reports may be lost or repeated, so they are never summed.
    """

    job: str
    passed: int


@dataclass(frozen=True, slots=True)
class PayoutEnded:
    job: str
    asked: int
    passed: int
    outcome: Outcome
    counter: int = 0
    """The counter of the memory, as in DispenserUp; 0 if the dispenser gave none."""
    why: str = ""
    """The dispenser's reason for `refused`: `hopper`, `count`, `counter`, `busy`, `job`, `words`, `verb`."""


@dataclass(frozen=True, slots=True)
class PayoutUnknown:
    """A power cut fell between passing and writing. Between `least` and `most` tokens passed; only a look can tell."""

    job: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PayoutUnheard:
    """The dispenser does not know this job: it never began, or it was in another memory, or it was long ago."""

    job: str
    counter: int = 0


@dataclass(frozen=True, slots=True)
class TokenLate:
    """A token passed the barrier after its job had ended."""

    hopper: int
    job: str
    late: int = 1
    """The late tokens of this job so far, beside those in PayoutEnded. Reports repeat, so they are never summed."""


@dataclass(frozen=True, slots=True)
class HopperLevel:
    """The level sensor of a hopper, after each DispenserUp and at each change. A hopper without a sensor sends none."""

    hopper: int
    has_tokens: bool


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part of the program itself failed, and is tried again."""

    fault: Fault


ReaderEvent: TypeAlias = TagPlaced | TagLifted | TagUnclear | ReaderGone | ReaderBack
PanelEvent: TypeAlias = Pressed | Held
DispenserEvent: TypeAlias = (
    DispenserUp | DispenserDown | TokenPassed | PayoutEnded | PayoutUnknown | PayoutUnheard | TokenLate | HopperLevel
)
DeviceEvent: TypeAlias = ReaderEvent | PanelEvent | DispenserEvent | PartFailed


@dataclass(frozen=True, slots=True)
class PayOut:
    """Pay out tokens. `job` is unique for ever (ASCII letters, digits and '-', at most 24); hoppers count from 0."""

    job: str
    hopper: int
    count: int


@dataclass(frozen=True, slots=True)
class AskJob:
    """Ask for the outcome of a job after a restart. The dispenser answers with one of the four payout events."""

    job: str
    wanted: bool = True
    """False if the players have settled the job meanwhile. If it still runs it is stopped."""


@dataclass(frozen=True, slots=True)
class LampSetting:
    """Set a lamp. `colour`: off, white, blue, red, green, amber; `pattern`: steady, blink, pulse."""

    panel: str
    colour: str
    pattern: str = "steady"


DispenserRequest: TypeAlias = PayOut | AskJob
