"""What the devices report. Frozen, so that they may cross threads; they speak of readers and panels, not of seats."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from hal.sealed import Sealed


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong with a device. `code` is stable (`reader.missing`) and has its advice in the catalogues."""

    code: str
    part: str
    """Which: `blue` (a reader), `dispenser`, `hopper 3`."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    uid: bytes
    """4, 7 or 10 bytes, complete."""
    record: bytes | None = None
    """The 16 bytes of a command-table record, where the tag holds one."""


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
    """Something is on the reader, but not one tag that can be told. It ends with TagPlaced or TagLifted."""

    reader: str
    why: Unclear


@dataclass(frozen=True, slots=True)
class ReaderGone:
    reader: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class ReaderBack:
    """The reader works (again). What lies on it is reported anew: the first certain finding is a TagPlaced, or a
    TagLifted even if nothing was placed since, for a card of before may be remembered."""

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
    """CONFIRM was held long enough; its release reports nothing more."""

    panel: str
    button: Button


@dataclass(frozen=True, slots=True)
class DispenserUp:
    boot: int
    firmware: str
    hoppers: int
    store: int = 0
    """Names the dispenser's memory. Another one: another dispenser, or one that forgot."""
    counter: int = 0
    """Of the jobs that this memory ever began."""
    tuned: bool = False
    """Its settings are others than those of the firmware that came with this table."""
    other: bool = False
    """It speaks our language, and its firmware is not the version that came with this table."""


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
    """`passed` is the job's count so far, as the device counted it: reports may be lost or repeated, never summed."""

    job: str
    passed: int


@dataclass(frozen=True, slots=True)
class PayoutEnded:
    job: str
    asked: int
    passed: int
    outcome: Outcome
    counter: int = 0
    """The memory's, as in DispenserUp; 0 where the dispenser gave none."""
    why: str = ""
    """Of `refused`, the dispenser's own word: `hopper`, `count`, `counter`, `busy`, `job`, `words`, `verb`."""


@dataclass(frozen=True, slots=True)
class PayoutUnknown:
    """A cut fell between passing and writing: between `least` and `most` tokens passed, and only eyes can tell."""

    job: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PayoutUnheard:
    """The device does not know this job: it never began, or this memory never held it, or it was long ago."""

    job: str
    counter: int = 0


@dataclass(frozen=True, slots=True)
class TokenLate:
    """A token passed the barrier after its job had ended."""

    hopper: int
    job: str
    late: int = 1
    """Of this job so far, beside what PayoutEnded said: reports are repeated at each connection, never summed."""


@dataclass(frozen=True, slots=True)
class HopperLevel:
    """A hopper's level sensor, after each DispenserUp and at each change; silent where there is none."""

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
    """To the dispenser. `job` is unique for ever (ASCII letters, digits and '-', at most 24); hoppers count from 0."""

    job: str
    hopper: int
    count: int


@dataclass(frozen=True, slots=True)
class AskJob:
    """To the dispenser, after a restart: what became of this job? Answered by one of the four payout events."""

    job: str
    wanted: bool = True
    """Not: the players have settled it meanwhile. If it still runs it is stopped."""


@dataclass(frozen=True, slots=True)
class LampSetting:
    """To a panel. `colour`: off, white, blue, red, green, amber; `pattern`: steady, blink, pulse."""

    panel: str
    colour: str
    pattern: str = "steady"


DispenserRequest: TypeAlias = PayOut | AskJob
