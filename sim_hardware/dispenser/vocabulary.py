"""What can happen to a dispenser, in one word each, for tests, scripts, the console and `docs/faults.md`."""

from typing import NamedTuple


class Word(NamedTuple):
    word: str
    what: str
    """What happens."""
    seen_as: tuple[str, ...]
    """The fault codes or outcomes that the table may show for it; none where it copes by itself."""
    cure: str = ""


FAULTS = (
    Word("jam", "The disc sticks, and no reversing frees it.", ("payout.jam",), "clear"),
    Word("jam-clears", "The disc sticks until the motor has reversed once.", ()),
    Word("empty", "The hopper has no tokens.", ("payout.empty",)),
    Word("double", "The next pocket holds two tokens, one close after the other: both are counted.", ()),
    Word("twin", "The next pocket holds two that pass side by side as one: a recount finds it.", ()),
    Word("late", "The next token hangs in the chute for 0.9 s, and falls after its payout has ended.", ()),
    Word("bounce", "The light barrier's edges bounce.", ()),
    Word(
        "block",
        "Something lies in the light barrier: one token may pass it uncounted, and the table asks.",
        ("payout.blocked",),
        "clear",
    ),
    Word("slip", "Half of the pockets come up without a token.", (), "clear"),
    Word("unplug", "The USB cable is pulled out.", ("dispenser.unplugged",), "plug"),
    Word("noise", "The cable spoils one line in five.", ("dispenser.silent",), "quiet"),
    Word("reset", "The Pico loses its power for an instant.", ("dispenser.unplugged", "dispenser.reset")),
    Word("power-cut", "The Pico loses its power.", ("dispenser.unplugged",), "power-on"),
)
CURES = ("clear", "plug", "quiet", "power-on")
