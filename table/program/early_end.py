"""The end of a program that is told to end before its table stands: at once, and leaving nothing behind.

SDL would take a signal that nobody heeds for itself while it looks for a display, and forget it if it finds none.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

HEEDED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals of a service manager, of Ctrl-C, and of the terminal's end."""


class EndedEarly(BaseException):
    """A signal came. It is no Exception: no handler takes it for an error, and all on the way is closed by it."""


@contextmanager
def ending_early() -> Iterator[None]:
    """End the program with status 0 if it is told to in this block, before anything else heeds the signals.

    A signal that is ignored stays ignored, as `nohup` has it. The main thread only.
    """
    before = {number: signal.getsignal(number) for number in HEEDED}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        yield
    except EndedEarly:
        sys.exit(0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(*_: Any) -> None:
    """Leave all blocks from here on. A second signal does not disturb what they close."""
    for number in HEEDED:
        signal.signal(number, signal.SIG_IGN)
    raise EndedEarly
