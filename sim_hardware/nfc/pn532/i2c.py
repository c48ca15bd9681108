"""The chip on an I2C bus (UM0701-02, 6.2.4): each read begins with a byte that shows whether a frame is ready."""

import os
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from sim_hardware.clock import Clock, S
from sim_hardware.nfc.pn532.chip import Pn532

HZ = 100_000
BITS = 9
EREMOTEIO = 121
"""The number of the error that Linux's i2c-dev raises if a chip does not acknowledge."""


class I2cWire:
    """A bus with one chip on it. One thread reads and writes; any thread may call `post`."""

    def __init__(self, clock: Clock, chip: Pn532) -> None:
        self.guard: AbstractContextManager[object] = nullcontext()
        self.pace: Callable[[], int] | None = None
        self.plugged = True
        self._clock, self._chip = clock, chip
        self._posted: deque[Callable[[], None]] = deque()
        self._outgoing: deque[bytes] = deque()
        chip.say = self._outgoing.append

    def post(self, action: Callable[[], None]) -> None:
        self._posted.append(action)

    def open(self) -> "OpenI2c":
        return OpenI2c(self)

    def write(self, data: bytes) -> None:
        """Write in one transaction. A chip that sleeps wakes and does not acknowledge: OSError."""
        with self.guard:
            self._begin(len(data))
            if self._chip.asleep:
                self._chip.wake()
                raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))
            self._outgoing.clear()
            self._chip.receive(data)

    def read(self, size: int) -> bytes:
        with self.guard:
            self._begin(1)
            if not self._outgoing:
                return b"\0"
            frame = self._outgoing.popleft()
            self._clock.advance(size * BITS * S // HZ)
            return (b"\x01" + frame)[:size].ljust(size, b"\0")

    def pause(self, seconds: float) -> None:
        with self.guard:
            self._clock.advance(round(seconds * S))

    def _begin(self, size: int) -> None:
        if self.pace is not None:
            self._clock.advance_to(max(self._clock.now_ns, self.pace()))
        while self._posted:
            self._posted.popleft()()
        self._clock.advance((1 + size) * BITS * S // HZ)
        if not self.plugged:
            raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))


class OpenI2c:
    """A device on the bus that a host has opened."""

    def __init__(self, wire: I2cWire) -> None:
        self._wire = wire

    def write(self, data: bytes) -> None:
        self._wire.write(data)

    def read(self, size: int) -> bytes:
        return self._wire.read(size)

    def pause(self, seconds: float) -> None:
        self._wire.pause(seconds)

    def close(self) -> None:
        """Do nothing: no host holds this device."""
