"""A serial line to a chip, at its baud rate, in virtual time."""

import errno
import os
import random
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from sim_hardware.clock import US, Clock, S
from sim_hardware.nfc.pn532.chip import Pn532
from sim_hardware.nfc.pn532.host_commands import BAUDS, FIRST_BAUD

BITS = 10
"""The bits of a byte on the line, with start and stop."""
CALL_NS = 25 * US
TOO_FAST = 0.5
"""The share of damaged frames above the speed that the lead carries."""
WAKING_EDGES = 5
"""The rising edges that wake the chip: one byte 55h has this many, and so do five bytes 00h."""


class HsuWire:
    """A serial line with a chip at its end. One thread reads and writes; any thread may call `post`."""

    def __init__(self, clock: Clock, chip: Pn532, chance: random.Random | None = None) -> None:
        self.disturbed = 0.0
        """The share of frames, in either direction, with a damaged byte."""
        self.lost = 0.0
        """The share of frames, in either direction, that are lost."""
        self.guard: AbstractContextManager[object] = nullcontext()
        self.pace: Callable[[], int] | None = None
        """Returns the nanoseconds since the world began, in real time."""
        self.baud: int | None = None
        """The speed of the host's port; None if it always has the chip's."""
        self.offers = self.carries = BAUDS[-1]
        """The highest speed of the host's port, and of the lead: above it, half of the frames are damaged."""
        self.plugged = True
        self.crossed = False
        """True if TX and RX are swapped, so that nothing arrives."""
        self.bytes = 0
        self.answers: Callable[[bytes], None] | None = None
        """Receives each frame for the host when its last byte arrives; without it, `read` returns the frame."""
        self._clock, self._chip = clock, chip
        self._chance = chance or random.Random(0)
        self._edges = 0
        """The rising edges since the chip fell asleep."""
        self._posted: deque[Callable[[], None]] = deque()
        self._came = bytearray()
        self._busy_ns = 0
        chip.say = self._say

    def post(self, action: Callable[[], None]) -> None:
        """Run this on the line's own thread, before it is used next. Any thread may call."""
        self._posted.append(action)

    def open(self) -> "OpenHsu":
        """Return the port. Raises FileNotFoundError if its lead is not plugged in."""
        self.catch_up()
        if not self.plugged:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._came.clear()
        self.baud = FIRST_BAUD
        return OpenHsu(self)

    def set_baud(self, baud: int) -> None:
        """Change the speed of the host's port. Raises OSError if it does not have it, or the lead is not plugged in."""
        with self.guard:
            self._begin()
            if baud > self.offers:
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            self.baud = baud

    def catch_up(self) -> None:
        with self.guard:
            self._catch_up()

    def _catch_up(self) -> None:
        if self.pace is not None:
            self._clock.advance_to(max(self._clock.now_ns, self.pace()))
        while self._posted:
            self._posted.popleft()()

    def write(self, data: bytes) -> None:
        with self.guard:
            self._begin()
            self._clock.advance(CALL_NS)
            byte_ns = BITS * S // self._host_baud
            received = self._carried(data, self._host_baud, self._chip.baud)
            for byte in received:
                self._clock.advance(byte_ns * len(data) // len(received))
                self._receive(byte)
            self._clock.advance(0 if received else len(data) * byte_ns)
            self.bytes += len(data)

    def read(self, wait_s: float) -> bytes:
        """Return the received bytes. Wait for them for at most this long."""
        with self.guard:
            self._begin()
            until_ns = self._clock.now_ns + round(wait_s * S)
            while not self._came and self._clock.now_ns < until_ns:
                due_ns = self._clock.next_ns
                self._clock.advance_to(until_ns if due_ns is None else min(due_ns, until_ns))
            came = bytes(self._came)
            self._came.clear()
            return came

    @property
    def _host_baud(self) -> int:
        return self.baud or self._chip.baud

    def _receive(self, byte: int) -> None:
        if self._chip.asleep:
            self._edges += rising_edges(byte)
            if self._edges < WAKING_EDGES:
                return
            self._chip.wake()
        self._edges = 0
        self._chip.receive(bytes([byte]))

    def _begin(self) -> None:
        self._catch_up()
        if not self.plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _say(self, frame: bytes) -> None:
        """Send a frame to the host. It arrives with its last byte."""
        self._busy_ns = max(self._busy_ns, self._clock.now_ns) + len(frame) * BITS * S // self._chip.baud
        self.bytes += len(frame)
        carried = self._carried(frame, self._chip.baud, self._host_baud)
        self._clock.at(self._busy_ns, lambda: (self.answers or self._came.extend)(carried))

    def _carried(self, frame: bytes, sent_baud: int, read_baud: int) -> bytes:
        """Return the bytes that arrive. If the speeds of both ends differ, they are noise."""
        if self.crossed or (self.lost and self._chance.random() < self.lost):
            return b""
        if sent_baud != read_baud:
            return self._chance.randbytes(max(1, len(frame) * read_baud // sent_baud))
        disturbed = self.disturbed if sent_baud <= self.carries else max(TOO_FAST, self.disturbed)
        if not disturbed or self._chance.random() >= disturbed:
            return frame
        at = self._chance.randrange(len(frame))
        return frame[:at] + bytes([frame[at] ^ 1 << self._chance.randrange(8)]) + frame[at + 1 :]


def rising_edges(byte: int) -> int:
    """Return the number of rising edges of a byte on the line.

    A byte is sent from its start bit to its stop bit, the lowest bit first.
    """
    levels = 1 << 9 | byte << 1
    return (levels & ~(levels << 1)).bit_count()


class OpenHsu:
    """A port that a host has opened."""

    def __init__(self, wire: HsuWire) -> None:
        self._wire = wire

    def read(self, wait_s: float) -> bytes:
        return self._wire.read(wait_s)

    def write(self, data: bytes) -> None:
        self._wire.write(data)

    def set_baud(self, baud: int) -> None:
        self._wire.set_baud(baud)

    def close(self) -> None:
        """Do nothing: no host holds this port."""
