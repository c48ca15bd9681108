"""The events of the devices, frozen so that they may cross threads. They name readers and panels, not seats."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.reports import (
    DispenserUp,
    HopperLevel,
    HopperSign,
    Outcome,
    PayoutEnded,
    PayoutReport,
    PayoutUnheard,
    PayoutUnknown,
    Sign,
    TokenLate,
    TokenPassed,
)
from hal.sealed import Sealed

__all__ = [
    "AskJob", "Button", "DeviceEvent", "DispenserDown", "DispenserEvent", "DispenserRequest", "DispenserUp", "Fault",
    "Held", "HopperLevel", "HopperSign", "LampColour", "LampPattern", "LampSetting", "Outcome", "PanelEvent",
    "PartEvent", "PartFailed", "PartWorks", "PayOut", "PayoutEnded", "PayoutReport", "PayoutUnheard", "PayoutUnknown",
    "Pressed", "ReaderBack", "ReaderEvent", "ReaderGone", "Sign", "Tag", "TagLifted", "TagPlaced", "TagUnclear",
    "TokenLate", "TokenPassed", "Unclear",
]  # fmt: skip


class Fault(Struct, frozen=True):
    """A fault of a device. `code` is stable (`reader.missing`), and the word catalogues have its advice."""

    code: str
    part: str
    """The part with the fault: `blue` (a reader), `dispenser`, `hopper 3`."""
    detail: str = ""


class Tag(Struct, frozen=True):
    uid: bytes
    """The complete UID: 4, 7 or 10 bytes."""
    record: bytes | None = None
    """The 16 bytes of a command-table record, or None if the tag holds none."""


class TagPlaced(Struct, frozen=True):
    reader: str
    tag: Sealed[Tag]


class TagLifted(Struct, frozen=True):
    reader: str


class Unclear(StrEnum):
    SEVERAL = "several"
    UNREADABLE = "unreadable"
    DEFECTIVE = "defective"
    """The tag's own check byte is wrong, so that no reader can read it."""
    HELD = "held"
    """Another program on this computer holds the card."""


class TagUnclear(Struct, frozen=True):
    """The reader detects something, but no single tag that can be read. This state ends with TagPlaced or TagLifted."""

    reader: str
    why: Unclear
    detail: str = ""
    """The place of a card that is held, and the programs that may hold it."""


class ReaderGone(Struct, frozen=True):
    reader: str
    fault: Fault


class ReaderBack(Struct, frozen=True):
    """The reader works (again), and reports its cards again.

    The first certain finding is a TagPlaced or a TagLifted, even if no tag was placed since, because the table may
    remember an earlier card.
    """

    reader: str


class Button(StrEnum):
    PREVIOUS = "previous"
    NEXT = "next"
    CONFIRM = "confirm"


class Pressed(Struct, frozen=True):
    """A short press, reported at the release; for PREVIOUS immediately."""

    panel: str
    button: Button


class Held(Struct, frozen=True):
    """CONFIRM or NEXT was held long enough. Its release reports nothing more."""

    panel: str
    button: Button


class DispenserDown(Struct, frozen=True):
    fault: Fault


class PartFailed(Struct, frozen=True):
    """A part beside readers and dispenser has a fault: a pin, the sound, a thread of the program. It is tried again."""

    fault: Fault


class PartWorks(Struct, frozen=True):
    """This part works again: all its faults are over."""

    part: str


PartEvent: TypeAlias = PartFailed | PartWorks
ReaderEvent: TypeAlias = TagPlaced | TagLifted | TagUnclear | ReaderGone | ReaderBack
PanelEvent: TypeAlias = Pressed | Held
DispenserEvent: TypeAlias = DispenserUp | DispenserDown | PayoutReport | TokenLate | HopperLevel | HopperSign
DeviceEvent: TypeAlias = ReaderEvent | PanelEvent | DispenserEvent | PartEvent


class PayOut(Struct, frozen=True):
    """Pay out tokens. `job` is unique forever (ASCII letters, digits and '-', at most 24); hoppers count from 0."""

    job: str
    hopper: int
    count: int


class AskJob(Struct, frozen=True):
    """Ask for the outcome of a job after a restart. The dispenser answers with one of the four payout events."""

    job: str
    wanted: bool = True
    """False if the players have settled the job meanwhile. If it still runs it is stopped."""


class LampColour(StrEnum):
    OFF = "off"
    WHITE = "white"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    AMBER = "amber"


class LampPattern(StrEnum):
    STEADY = "steady"
    BLINK = "blink"
    PULSE = "pulse"
    WINK = "wink"
    """On, with two short winks every few seconds."""


class LampSetting(Struct, frozen=True):
    """Set a panel's lamp."""

    panel: str
    colour: LampColour
    pattern: LampPattern = LampPattern.STEADY


DispenserRequest: TypeAlias = PayOut | AskJob
