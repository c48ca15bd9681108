"""The faults of a dispenser and of the table behind it, in one word each.

The same words serve tests, campaigns, scripts, the live console and `docs/build/faults.md`.
`EmulatedDispenser.fault` and `PtyDispenser.fault` do those of hopper, Pico and cable; the bench that has a table does
those of the table (`VirtualTable.fault`, the campaign's `PayoutTable`).
"""

from typing import NamedTuple

from sim_hardware.clock import S

HOPPER = "hopper"
PICO = "pico"
CABLE = "cable"
TABLE = "table"
STALL_NS = 4 * S
"""The nanoseconds of `slow-disk`. SD cards have been seen to stall for 4 to 7 s."""


class DispenserWord(NamedTuple):
    word: str
    of: str
    """The part with the fault: `hopper` (with a number), `pico`, `cable`, or the `table`'s own program and disk."""
    what: str
    """The effect."""
    seen_as: tuple[str, ...] = ()
    """The fault codes or outcomes that the table may show for it; empty if it copes by itself."""
    cure: str = ""
    """The word that ends it; empty if it ends by itself."""


FAULTS = (
    DispenserWord("jam", HOPPER, "The disc sticks, and no reversing frees it.", ("payout.jam",), "clear"),
    DispenserWord("jam-clears", HOPPER, "The disc sticks until the motor has reversed once."),
    DispenserWord("empty", HOPPER, "The hopper has no tokens.", ("payout.empty", "hopper.recount")),
    DispenserWord(
        "double",
        HOPPER,
        "The next pocket holds two tokens, one close after the other: both count, and one is asked back.",
    ),
    DispenserWord("twin", HOPPER, "The next pocket holds two that pass side by side as one: a recount finds it."),
    DispenserWord(
        "late", HOPPER, "The next token hangs in the chute for 0.9 s, and falls after its payout: it is asked back."
    ),
    DispenserWord("bounce", HOPPER, "The light barrier's edges bounce.", (), "clear"),
    DispenserWord(
        "block",
        HOPPER,
        "Something lies in the light barrier: one token may pass it uncounted, and the table asks.",
        ("payout.blocked",),
        "clear",
    ),
    DispenserWord("slip", HOPPER, "Half of the pockets come up without a token.", (), "clear"),
    DispenserWord(
        "nearly-empty", HOPPER, "All tokens come into one pocket of the disc: one token a turn.", (), "clear"
    ),
    DispenserWord(
        "reset", PICO, "The Pico loses its power for an instant.", ("dispenser.unplugged", "dispenser.reset")
    ),
    DispenserWord("power-cut", PICO, "The Pico loses its power.", ("dispenser.unplugged",), "power-on"),
    DispenserWord(
        "old-firmware",
        PICO,
        "Firmware from before this table's runs there.",
        ("dispenser.unplugged", "dispenser.old_firmware"),
        "plug",
    ),
    DispenserWord(
        "no-firmware",
        PICO,
        "The Pico runs MicroPython alone: our firmware was never put onto it.",
        ("dispenser.unplugged", "dispenser.no_firmware"),
        "plug",
    ),
    DispenserWord(
        "stranger",
        CABLE,
        "A device that is no dispenser stands at the port.",
        ("dispenser.unplugged", "dispenser.foreign"),
        "plug",
    ),
    DispenserWord("unplug", CABLE, "The USB cable is pulled out.", ("dispenser.unplugged",), "plug"),
    DispenserWord(
        "renumber",
        CABLE,
        "The device goes and comes back at once under another number; its name under by-id stays.",
        ("dispenser.unplugged",),
    ),
    DispenserWord(
        "rename",
        CABLE,
        "The device goes and comes back under another name: what the configuration names is not there.",
        ("dispenser.unplugged",),
        "plug",
    ),
    DispenserWord("noise", CABLE, "The cable spoils one line in five.", ("dispenser.noisy",), "quiet"),
    DispenserWord("echo", CABLE, "The line sends back whatever the table sends.", (), "quiet"),
    DispenserWord("flood", CABLE, "Newlines and rubbish come down the line without end.", (), "quiet"),
    DispenserWord("slow-disk", TABLE, "The table's disk stalls for four seconds."),
    DispenserWord("full-disk", TABLE, "The table's disk takes no write.", ("journal.unwritable",), "free-disk"),
    DispenserWord("kill", TABLE, "The table's program is killed, and started again."),
    DispenserWord(
        "blackout", TABLE, "Table and Pico lose their power at once, and have it again.", ("dispenser.unplugged",)
    ),
)
MISTAKES = (
    DispenserWord(
        "barrier-swapped",
        HOPPER,
        "The light barrier is another part than its setting says: it says dark in light, and light in the dark.",
        ("payout.dark", "hopper.dark"),
        "rewire",
    ),
    DispenserWord("motor-dead", HOPPER, "No power reaches the motor: it never turns.", ("payout.jam",), "rewire"),
    DispenserWord("motor-swapped", HOPPER, "The motor's two wires are swapped.", ("hopper.backward",), "rewire"),
    DispenserWord(
        "level-swapped",
        HOPPER,
        "The level sensor is another part than its setting says.",
        ("hopper.recount",),
        "rewire",
    ),
    DispenserWord("blind", HOPPER, "The hopper has no level sensor.", (), "rewire"),
)
"""A builder may do this to a hopper. The mistake is there from the start, and no fault of play."""
WORDS = FAULTS + MISTAKES
CURES = ("rewire", "clear", "plug", "quiet", "power-on", "free-disk")


def word(name: str) -> DispenserWord:
    """Return the fault of this name. Raises ValueError with all words for an unknown one. Cures are not found here."""
    for each in WORDS:
        if each.word == name:
            return each
    raise ValueError(f"no such fault: {name}; there are {', '.join([each.word for each in WORDS] + list(CURES))}")
