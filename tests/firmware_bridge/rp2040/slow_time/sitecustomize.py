"""Makes a program live slower than the world, by its environment's SLOWED_BY, as an emulated Pico does."""

import os
import time

_BY = float(os.environ.get("SLOWED_BY", "1"))
_monotonic, _sleep = time.monotonic, time.sleep


def monotonic() -> float:
    """Return the seconds of a slowed clock."""
    return _monotonic() / _BY


def sleep(seconds: float) -> None:
    """Sleep for so many seconds of the slowed clock."""
    _sleep(seconds * _BY)


time.monotonic = monotonic
time.sleep = sleep  # type: ignore[assignment]  # its argument has no name there
