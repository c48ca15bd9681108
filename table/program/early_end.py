"""The end of a program that is told to end by a signal: all that is open is closed, and nothing is left behind.

A command does nothing for it: `ending_by_signal` is around all of them. Where a table or an evening ends, which is no
failure, `ending_early` makes it an end with status 0.

SDL would take a signal that nobody heeds for itself while it looks for a display, and forget it if it finds none.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

HEEDED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals of a service manager, of Ctrl-C, and of the terminal's end."""
AGAIN_S = 0.02
"""The time until an end that was lost comes again."""


class EndedEarly(BaseException):
    """A signal came. It is no Exception: no handler takes it for an error, and all on the way is closed by it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""


@contextmanager
def ending_early() -> Iterator[None]:
    """End the program with status 0 if it is told to in this block, before anything else heeds the signals.

    A signal that is ignored stays ignored, as `nohup` has it. The main thread only.
    """
    before = {number: signal.getsignal(number) for number in HEEDED}
    heed(_end)
    try:
        yield
    except EndedEarly:
        _clear_away()
        sys.exit(0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ending_by_signal(program: Callable[[], None]) -> None:
    """Run the program. If a signal tells it to end, close all that it has open, and end by that very signal.

    Whoever has called it, such as a shell's loop, sees that it was not done. The main thread only, and nothing comes
    after it: from its end on each signal ends the process at once.
    """
    sys.unraisablehook = _looked_through(sys.unraisablehook)
    try:
        heed(_end)
        try:
            program()
        finally:
            heed(signal.SIG_DFL)
    except EndedEarly as end:
        _clear_away()
        end_by(end.number)


def end_by(number: int) -> None:
    """End this process by a signal, as one ends that does not heed it. What was printed is written first."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # its reader is gone, or it is closed
            stream.flush()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def heed(handler: Any) -> None:
    """Have this handler for every signal that tells to end. One that was ignored from the start stays so."""
    for number in HEEDED:
        if signal.getsignal(number) not in (signal.SIG_IGN, handler):
            signal.signal(number, handler)


def _end(number: int, _: Any) -> None:
    """Leave all blocks from here on. A second signal does not disturb what they close."""
    for each in HEEDED:
        signal.signal(each, signal.SIG_IGN)
    raise EndedEarly(number)


def _clear_away() -> None:
    """Remove the temporary folders that this program was just making or removing when the signal came."""
    from table.records.temporary import clear_away

    clear_away()


def _looked_through(before: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return a hook for exceptions that Python can raise to nobody. An end that was lost there comes once more.

    So it is with a signal that comes while a module is loaded or something is taken off the memory.
    """

    def hook(lost: Any) -> None:
        if not isinstance(lost.exc_value, EndedEarly):
            before(lost)
            return
        from threading import Timer

        number = lost.exc_value.number
        signal.signal(number, _end)
        again = Timer(AGAIN_S, os.kill, (os.getpid(), number))
        again.daemon = True
        again.start()

    return hook
