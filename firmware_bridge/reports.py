"""The reports of the host's end of the wire: one frozen value for each fact, in the terms of every layer above."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class DispenserUp:
    boot: int
    firmware: str
    hoppers: int
    store: int = 0
    """The id of the dispenser's memory. Another id means another dispenser, or a memory that was lost."""
    counter: int = 0
    """The number of jobs that this memory ever began."""
    tuned: bool = False
    """True if its settings differ from those of the firmware that came with this table."""
    other: bool = False
    """True if it speaks our protocol, but its firmware is not the version that came with this table."""


class DownReason(StrEnum):
    """The reasons why a connection is useless."""

    SILENT = "silent"
    NOISY = "noisy"
    """There is a dispenser, but its line is disturbed."""
    FOREIGN = "foreign"
    """The device is not a dispenser."""
    NO_FIRMWARE = "no_firmware"
    """The board has MicroPython, and this firmware does not run on it."""
    OLD_FIRMWARE = "old_firmware"
    NEW_FIRMWARE = "new_firmware"
    RESET = "reset"
    STOPPED = "stopped"
    """The dispenser received nothing, and stopped itself."""


@dataclass(frozen=True, slots=True)
class ConnectionDown:
    why: DownReason
    detail: str = ""


class Outcome(StrEnum):
    """The outcomes of a payout that the dispenser knows."""

    DONE = "done"
    JAM = "jam"
    EMPTY = "empty"
    """Its level sensor sees no tokens."""
    NOTHING = "nothing"
    """No token passed, and without a sensor the reason is unknown: empty, stuck, or a motor that does not turn."""
    DARK = "dark"
    """Nothing moved: the light barrier has been dark since power-up, for example because its polarity is wrong."""
    BLOCKED = "blocked"
    """Something stays in the light barrier."""
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
    """The memory's value, as in DispenserUp; 0 if the dispenser sent none."""
    reason: str = ""
    """The dispenser refused with this word: `hopper`, `count`, `counter`, `busy`, `job`, `words`, `verb`."""


@dataclass(frozen=True, slots=True)
class PayoutUnknown:
    """A power cut came between counting and writing.

    Between `least` and `most` tokens passed, and only people can count them.
    """

    job: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PayoutUnheard:
    """The device does not know this job: it never began, this memory never had it, or it was too long ago."""

    job: str
    counter: int = 0


@dataclass(frozen=True, slots=True)
class TokenLate:
    """A token passed the barrier after its job had ended."""

    hopper: int
    job: str
    late: int = 1
    """The late tokens of this job so far, beside the count of PayoutEnded. Reports are repeated, never summed."""


@dataclass(frozen=True, slots=True)
class HopperLevel:
    """A hopper's level sensor, after each DispenserUp and at each change; never without a sensor.

    It is reported after two equal readings in a row while no token falls.
    """

    hopper: int
    has_tokens: bool


class Sign(StrEnum):
    """The signals of a hopper since power-up."""

    UNTRIED = "untried"
    """The hopper was not tried yet."""
    WORKS = "works"
    """A token passed."""
    NOTHING_CAME = "nothing_came"
    """A payout gave up, and no token has ever passed."""
    BLOCKED = "blocked"
    """Something is in its light barrier."""
    NEVER_LIGHT = "never_light"
    """Its light barrier has always been dark: its polarity may be wrong, or it is not wired."""
    BACKWARD = "backward"
    """Tokens passed only while the motor was driven backward: its wires are swapped."""


@dataclass(frozen=True, slots=True)
class HopperSign:
    """A hopper's sign, after each DispenserUp and at each change."""

    hopper: int
    sign: Sign


PayoutReport: TypeAlias = TokenPassed | PayoutEnded | PayoutUnknown | PayoutUnheard
Report: TypeAlias = DispenserUp | ConnectionDown | PayoutReport | TokenLate | HopperLevel | HopperSign
