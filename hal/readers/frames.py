"""Frames between a reader and a tag for ISO 14443-3, independent of the chip."""

from typing import Protocol

from msgspec import Struct

COLL_ERR = 0x08
"""The error bit of an answer that means that several tags answered at once."""
RECEIVE_ERRORS = 0x1F
SLOW_ANSWER_US = 5_000
"""The microseconds for READ and similar commands (NTAG21x data sheet, 10.4)."""


class TagAnswer(Struct, frozen=True):
    data: bytes
    bits: int
    """The number of bits in the last byte; 0 means all eight."""
    errors: int
    """The errors of the receiver, numbered as an MFRC522's ErrorReg numbers them."""
    collision: int | None
    """The first bit at which tags differ, counted from 0 over `data`."""

    @property
    def clean(self) -> bool:
        return not self.errors


class CommandTransport(Protocol):
    """A transport of commands to a selected tag, for one thread. Every call may raise OSError."""

    def exchange_slow(self, data: bytes, answer: int, expected_us: float = SLOW_ANSWER_US) -> TagAnswer | None:
        """Return the answer to a command that may take its time. None is silence."""
        ...


class FrameTransport(CommandTransport, Protocol):
    """A transport of frames to any tags. No method sleeps."""

    def exchange(
        self, data: bytes, answer: int, *, last_bits: int = 0, align: int = 0, margin_bits: int = 8
    ) -> TagAnswer | None:
        """Return the answer, of at most `answer` bytes, to a command that is answered after the fixed delay.

        None is clean silence. Raises ChipLostError if the chip did not send.
        """
        ...

    def send(self, data: bytes) -> None:
        """Send a frame that no tag answers. The next exchange must not begin within a millisecond."""
        ...

    def pause(self, duration_us: float) -> None:
        """Let this time pass."""
        ...
