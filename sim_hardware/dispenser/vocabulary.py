"""The faults of a dispenser and of the table behind it, in one word each.

The same words serve tests, campaigns, scripts, the live console and `docs/build/faults.md`. Each part's words are an
enum, and the `match` over them ends in `assert_never`: a word that nothing implements fails the type check.
`EmulatedDispenser.fault` implements those of hopper, Pico and cable, `VirtualTable.fault` and the bench's performer
those of the table.
"""

from contextlib import suppress
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from sim_hardware.clock import S

HOPPER = "hopper"
PICO = "pico"
CABLE = "cable"
TABLE = "table"
STALL_NS = 4 * S
"""The nanoseconds of `slow-disk`. SD cards have been seen to stall for 4 to 7 s."""


class HopperFaultWord(StrEnum):
    """Faults of one hopper, and the word that ends them."""

    JAM = "jam"
    JAM_CLEARS = "jam-clears"
    EMPTY = "empty"
    DOUBLE = "double"
    TWIN = "twin"
    LATE = "late"
    BOUNCE = "bounce"
    BLOCK = "block"
    SLIP = "slip"
    NEARLY_EMPTY = "nearly-empty"
    CLEAR = "clear"


class HopperMistakeWord(StrEnum):
    """Mistakes of a builder at one hopper, and the word that ends them."""

    BARRIER_SWAPPED = "barrier-swapped"
    MOTOR_DEAD = "motor-dead"
    MOTOR_SWAPPED = "motor-swapped"
    LEVEL_SWAPPED = "level-swapped"
    BLIND = "blind"
    REWIRE = "rewire"


class PicoFaultWord(StrEnum):
    RESET = "reset"
    POWER_CUT = "power-cut"
    POWER_ON = "power-on"
    OLD_FIRMWARE = "old-firmware"
    NO_FIRMWARE = "no-firmware"


class CableFaultWord(StrEnum):
    STRANGER = "stranger"
    UNPLUG = "unplug"
    PLUG = "plug"
    RENUMBER = "renumber"
    RENAME = "rename"
    NOISE = "noise"
    ECHO = "echo"
    FLOOD = "flood"
    QUIET = "quiet"


class DiskFaultWord(StrEnum):
    """Faults of the table's disk."""

    SLOW = "slow-disk"
    FULL = "full-disk"
    FREE = "free-disk"


class RestartWord(StrEnum):
    """Words that end the table's program in the middle of its work, and start it again."""

    KILL = "kill"
    BLACKOUT = "blackout"


DispenserFaultWord: TypeAlias = HopperFaultWord | HopperMistakeWord | PicoFaultWord | CableFaultWord
FaultWord: TypeAlias = DispenserFaultWord | DiskFaultWord | RestartWord
PARTS: dict[type[FaultWord], str] = {
    HopperFaultWord: HOPPER,
    HopperMistakeWord: HOPPER,
    PicoFaultWord: PICO,
    CableFaultWord: CABLE,
    DiskFaultWord: TABLE,
    RestartWord: TABLE,
}


class DispenserWord(NamedTuple):
    word: FaultWord
    what: str
    """The effect."""
    seen_as: tuple[str, ...] = ()
    """The fault codes or outcomes that the table may show for it; empty if it copes by itself."""
    cure: FaultWord | Literal[""] = ""
    """The word that ends it; empty if it ends by itself."""

    @property
    def of(self) -> str:
        """Return the part with the fault: `hopper` (with a number), `pico`, `cable`, or `table` (program and disk)."""
        return PARTS[type(self.word)]


FAULTS = (
    DispenserWord(
        HopperFaultWord.JAM, "The disc sticks, and no reversing frees it.", ("payout.jam",), HopperFaultWord.CLEAR
    ),
    DispenserWord(HopperFaultWord.JAM_CLEARS, "The disc sticks until the motor has reversed once."),
    DispenserWord(HopperFaultWord.EMPTY, "The hopper has no tokens.", ("payout.empty", "hopper.recount")),
    DispenserWord(
        HopperFaultWord.DOUBLE,
        "The next pocket holds two tokens, one close after the other: both count, and one is asked back.",
    ),
    DispenserWord(HopperFaultWord.TWIN, "The next pocket holds two that pass side by side as one: a recount finds it."),
    DispenserWord(
        HopperFaultWord.LATE,
        "The next token hangs in the chute for 0.9 s, and falls after its payout: it is asked back.",
    ),
    DispenserWord(HopperFaultWord.BOUNCE, "The light barrier's edges bounce.", (), HopperFaultWord.CLEAR),
    DispenserWord(
        HopperFaultWord.BLOCK,
        "Something lies in the light barrier: one token may pass it uncounted, and the table asks.",
        ("payout.blocked",),
        HopperFaultWord.CLEAR,
    ),
    DispenserWord(HopperFaultWord.SLIP, "Half of the pockets come up without a token.", (), HopperFaultWord.CLEAR),
    DispenserWord(
        HopperFaultWord.NEARLY_EMPTY,
        "All tokens come into one pocket of the disc: one token a turn.",
        (),
        HopperFaultWord.CLEAR,
    ),
    DispenserWord(
        PicoFaultWord.RESET, "The Pico loses its power for an instant.", ("dispenser.unplugged", "dispenser.reset")
    ),
    DispenserWord(
        PicoFaultWord.POWER_CUT, "The Pico loses its power.", ("dispenser.unplugged",), PicoFaultWord.POWER_ON
    ),
    DispenserWord(
        PicoFaultWord.OLD_FIRMWARE,
        "Firmware from before this table's runs there.",
        ("dispenser.unplugged", "dispenser.old_firmware"),
        CableFaultWord.PLUG,
    ),
    DispenserWord(
        PicoFaultWord.NO_FIRMWARE,
        "The Pico runs MicroPython alone: our firmware was never put onto it.",
        ("dispenser.unplugged", "dispenser.no_firmware"),
        CableFaultWord.PLUG,
    ),
    DispenserWord(
        CableFaultWord.STRANGER,
        "Another device is at the port.",
        ("dispenser.unplugged", "dispenser.foreign"),
        CableFaultWord.PLUG,
    ),
    DispenserWord(CableFaultWord.UNPLUG, "The USB cable is pulled out.", ("dispenser.unplugged",), CableFaultWord.PLUG),
    DispenserWord(
        CableFaultWord.RENUMBER,
        "The device goes and comes back at once under another number; its name under by-id stays.",
        ("dispenser.unplugged",),
    ),
    DispenserWord(
        CableFaultWord.RENAME,
        "The device goes and comes back under another name: what the configuration names is not there.",
        ("dispenser.unplugged",),
        CableFaultWord.PLUG,
    ),
    DispenserWord(
        CableFaultWord.NOISE, "The cable spoils one line in five.", ("dispenser.noisy",), CableFaultWord.QUIET
    ),
    DispenserWord(CableFaultWord.ECHO, "The line sends back whatever the table sends.", (), CableFaultWord.QUIET),
    DispenserWord(
        CableFaultWord.FLOOD, "Newlines and rubbish come down the line without end.", (), CableFaultWord.QUIET
    ),
    DispenserWord(DiskFaultWord.SLOW, "The table's disk stalls for four seconds."),
    DispenserWord(DiskFaultWord.FULL, "The table's disk takes no write.", ("journal.unwritable",), DiskFaultWord.FREE),
    DispenserWord(RestartWord.KILL, "The table's program is killed, and started again."),
    DispenserWord(
        RestartWord.BLACKOUT, "Table and Pico lose their power at once, and have it again.", ("dispenser.unplugged",)
    ),
)
MISTAKES = (
    DispenserWord(
        HopperMistakeWord.BARRIER_SWAPPED,
        "The light barrier is another part than its setting says: it says dark in light, and light in the dark.",
        ("payout.dark", "hopper.dark"),
        HopperMistakeWord.REWIRE,
    ),
    DispenserWord(
        HopperMistakeWord.MOTOR_DEAD,
        "No power reaches the motor: it never turns.",
        ("payout.jam",),
        HopperMistakeWord.REWIRE,
    ),
    DispenserWord(
        HopperMistakeWord.MOTOR_SWAPPED,
        "The motor's two wires are swapped.",
        ("hopper.backward",),
        HopperMistakeWord.REWIRE,
    ),
    DispenserWord(
        HopperMistakeWord.LEVEL_SWAPPED,
        "The level sensor is another part than its setting says.",
        ("hopper.recount",),
        HopperMistakeWord.REWIRE,
    ),
    DispenserWord(HopperMistakeWord.BLIND, "The hopper has no level sensor.", (), HopperMistakeWord.REWIRE),
)
"""Mistakes that a builder can make at a hopper. They exist from the start, and are not faults during play."""
WORDS = FAULTS + MISTAKES
CURES: tuple[FaultWord, ...] = (
    HopperMistakeWord.REWIRE,
    HopperFaultWord.CLEAR,
    CableFaultWord.PLUG,
    CableFaultWord.QUIET,
    PicoFaultWord.POWER_ON,
    DiskFaultWord.FREE,
)


def word(name: str) -> DispenserWord:
    """Return the fault of this name. Raises ValueError with all words for an unknown one. Cures are not found here."""
    for each in WORDS:
        if each.word == name:
            return each
    raise ValueError(_unknown(name))


def fault_word(name: str) -> FaultWord:
    """Return the fault or cure of this name. Raises ValueError with all words for an unknown one."""
    for kind in PARTS:
        with suppress(ValueError):
            return kind(name)
    raise ValueError(_unknown(name))


def _unknown(name: str) -> str:
    return f"no such fault: {name}; there are {', '.join([*(each.word for each in WORDS), *CURES])}"
