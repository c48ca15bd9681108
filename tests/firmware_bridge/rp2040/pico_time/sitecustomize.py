"""Makes a program live by the emulated Pico's clock: its environment names in PICO_CLOCK a file with seconds (double).

The emulation has a tenth of a Pico's speed on one machine and a hundredth on a busy one. By the Pico's own clock a host
has the same patience on both.
"""

import os
import struct
import time

SECONDS = struct.Struct("<d")
POLL_S = 0.002


class PicoClock:
    """The clock and the sleep of the `time` module, by the Pico's clock.

    They replace builtins, which a class may keep as its attributes without turning them into methods: pyserial keeps
    `time.monotonic`. A bound method behaves like that, too; a plain function would get the instance as an argument.
    """

    def __init__(self, file: str) -> None:
        self._file = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        self._sleep = time.sleep

    def monotonic(self) -> float:
        """Return the Pico's seconds."""
        (seconds,) = SECONDS.unpack(os.pread(self._file, SECONDS.size, 0))
        return float(seconds)

    def sleep(self, seconds: float) -> None:
        """Sleep for so many of the Pico's seconds. They do not pass while it has no power."""
        until_s = self.monotonic() + seconds
        while self.monotonic() < until_s:
            self._sleep(POLL_S)


if "PICO_CLOCK" in os.environ:
    _clock = PicoClock(os.environ["PICO_CLOCK"])
    time.monotonic = _clock.monotonic
    time.sleep = _clock.sleep  # type: ignore[assignment]  # its argument has no name there
