"""Makes a program live slower than the world, by its environment's SLOWED_BY, as an emulated Pico does."""

import os
import time


class SlowedClock:
    """The clock and the sleep of the `time` module, slowed.

    They replace builtins, which a class may keep as its attributes without turning them into methods: pyserial keeps
    `time.monotonic`. A bound method behaves like that, too; a plain function would get the instance as an argument.
    """

    def __init__(self, by: float) -> None:
        self._by = by
        self._monotonic, self._sleep = time.monotonic, time.sleep

    def monotonic(self) -> float:
        """Return the seconds of the slowed clock."""
        return self._monotonic() / self._by

    def sleep(self, seconds: float) -> None:
        """Sleep for so many seconds of the slowed clock."""
        self._sleep(seconds * self._by)


_clock = SlowedClock(float(os.environ.get("SLOWED_BY", "1")))
time.monotonic = _clock.monotonic
time.sleep = _clock.sleep  # type: ignore[assignment]  # its argument has no name there
