"""The faults of an emulated reader, in one word each: for tests, scripts and the bench window.

The place of a card and the noise on the air are numbers, not faults: see `coupling` and `noise`.
"""

from enum import StrEnum
from typing import Literal, NamedTuple


class ReaderFaultWord(StrEnum):
    """Faults of a reader, and the words that end them."""

    DEAFEN = "deafen"
    BROWN_OUT = "brown-out"
    DISTURB = "disturb"
    MISREAD = "misread"
    CROSS_TALK = "cross-talk"
    CALM = "calm"
    UNPLUG = "unplug"
    PLUG = "plug"


class ReaderWord(NamedTuple):
    word: ReaderFaultWord
    what: str
    """The effect."""
    seen_as: tuple[str, ...] = ()
    """The fault codes that the table may show for it; empty if it copes by itself."""
    cure: ReaderFaultWord | Literal[""] = ""
    """The word that ends it; empty if it ends by itself."""


_CALM = ReaderFaultWord.CALM
FAULTS = (
    ReaderWord(ReaderFaultWord.DEAFEN, "The receiver hangs: it sends, and hears nothing until the chip's next reset."),
    ReaderWord(ReaderFaultWord.BROWN_OUT, "The supply dips: the chip forgets its settings, and the field is off."),
    ReaderWord(
        ReaderFaultWord.DISTURB,
        "Another board on the bus pulls a bit low in one byte of fifty that is read.",
        (),
        _CALM,
    ),
    ReaderWord(
        ReaderFaultWord.MISREAD, "One UID in five comes in wrong, with check byte and parity all right.", (), _CALM
    ),
    ReaderWord(
        ReaderFaultWord.CROSS_TALK, "One wake in three is heard by the cards on the other readers too.", (), _CALM
    ),
)
CURES = (_CALM,)
UNPLUG = ReaderWord(
    ReaderFaultWord.UNPLUG, "The reader's wires come off, its power too.", ("reader.missing",), ReaderFaultWord.PLUG
)
"""A word like the others. It is apart because the bench window has a plug for it."""
