"""The interface between a table and its readers.

Every kind of reader has these methods, and the code above uses no others.
"""

from enum import StrEnum
from typing import Protocol

from hal.events import Fault
from hal.last_frames import LastFrames
from hal.readers.frames import CommandTransport
from hal.readers.presence import Look
from hal.readers.self_test import SelfTest


class ReaderKind(StrEnum):
    RC522 = "rc522"
    PN532 = "pn532"
    PCSC = "pcsc"


class CardReader(Protocol):
    """A reader of any kind. One thread may call it.

    `look` may raise OSError: the reader is lost, and the next successful `revive` brings it back.
    """

    name: str
    kind: ReaderKind
    last_frames: LastFrames

    def revive(self, now_s: float) -> Fault | None:
        """Set the reader up from scratch. Return a Fault if that fails."""
        ...

    def due(self, now_s: float) -> bool:
        """True if it is time to check the reader itself, or to try a missing one again."""
        ...

    def check(self, now_s: float, resting: bool) -> None:
        """Set a reader that lost its settings up again. Raises ChipLostError if it does not keep them."""
        ...

    def refresh(self, now_s: float) -> None:
        """Restart the receiver, in case it hangs."""
        ...

    def look(self, known: bytes | None, now_s: float) -> Look | None:
        """Return the finding of one look; None if it is too early for one. `known` is the card that rests here."""
        ...

    def field(self, on: bool, now_s: float) -> None:
        """Switch the field, for fields in turn. Never raises."""
        ...

    def record(self, uid: bytes) -> bytes | None:
        """Return the record that was read with this UID, or None."""
        ...

    def forget(self) -> None:
        """Forget all records, because no tag is on the reader any more."""
        ...

    def select(self, uid: bytes) -> tuple[CommandTransport, int]:
        """Select the resting tag, for commands to it, and return its SAK. Call `release` afterwards.

        Raises NoAnswerError, or ChipLostError if the reader is not set up.
        """
        ...

    def release(self) -> None:
        """Return the tag to its state between two looks."""
        ...

    def self_test(self) -> tuple[int, SelfTest]:
        """Return the chip's version, and whether it passes its own test. Call `revive` before anything else."""
        ...

    def close(self) -> None:
        """Close the connection to the reader."""
        ...

    def end(self) -> None:
        """Close the reader, and release its pins."""
        ...
