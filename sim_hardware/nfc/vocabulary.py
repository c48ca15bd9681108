"""The faults of an emulated reader, in one word each: for tests, scripts and the bench window.

The place of a card and the noise on the air are numbers and no faults: see `coupling` and `noise`.
"""

from typing import NamedTuple


class ReaderWord(NamedTuple):
    word: str
    what: str
    """The effect."""
    seen_as: tuple[str, ...] = ()
    """The fault codes that the table may show for it; empty if it copes by itself."""
    cure: str = ""
    """The word that ends it; empty if it ends by itself."""


FAULTS = (
    ReaderWord("deafen", "The receiver hangs: it sends, and hears nothing until the chip's next reset."),
    ReaderWord("brown-out", "The supply dips: the chip forgets its settings, and the field is off."),
    ReaderWord("disturb", "Another board on the bus pulls a bit low in one byte of fifty that is read.", (), "calm"),
    ReaderWord("misread", "One UID in five comes in wrong, with check byte and parity all right.", (), "calm"),
    ReaderWord("cross-talk", "One wake in three is heard by the cards on the other readers too.", (), "calm"),
)
CURES = ("calm",)
UNPLUG = ReaderWord("unplug", "The reader's wires come off, its power too.", ("reader.missing",), "plug")
"""A word like the others. It is apart because the bench window has a plug for it."""
