"""The end of a program by a signal: everything that is open is closed.

A command does nothing for it: `ending_by_signal` is around all of them. For a table or an evening, where that is no
failure, `ending_early` turns it into an end with status 0. SDL would catch an unhandled signal while it looks for a
display, and drop it if it finds none.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hal.computer.process import ENDING, signal_itself


class EndRequest:
    """True once the program has to end. Call it to set it; it is also a signal handler. It takes no lock.

    A `threading.Event` does, and a handler that interrupts the main thread inside one would deadlock. The loop checks
    it in each round, at most `table.screen.loop.IDLE_S` later.
    """

    def __init__(self) -> None:
        self._requested = False

    def __call__(self, *_: object) -> None:
        self._requested = True

    def __bool__(self) -> bool:
        return self._requested


HEEDED = ENDING
"""The signals that end the program: those of a service manager, of Ctrl-C, and of the terminal's end."""
AGAIN_S = 0.02
"""The time until a lost end is raised again."""


class EndedEarly(BaseException):
    """A signal arrived.

    It is not an Exception, so that no handler treats it as an error, and all open blocks are closed.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""


@contextmanager
def ending_early() -> Iterator[None]:
    """End the program with status 0 if a signal arrives in this block, before another handler is installed.

    An ignored signal stays ignored, as with `nohup`. The main thread only.
    """
    before = {number: signal.getsignal(number) for number in HEEDED}
    heed(_End())
    try:
        yield
    except BaseException as error:
        if _end_in(error) is None:
            raise
        _clear_away()
    else:
        return
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    raise SystemExit(0) from None  # an end of its own, not one that came of the signal


def ending_by_signal(program: Callable[[], None]) -> None:
    """Run the program. If a signal ends it, close everything that is open, and end by the same signal.

    The caller, such as a shell's loop, sees that it did not finish. The main thread only, as the last block of the
    program: after it, a signal ends the process immediately.
    """
    sys.unraisablehook = _looked_through(sys.unraisablehook)
    try:
        heed(_End())
        try:
            program()
        finally:
            heed(signal.SIG_DFL)
    except BaseException as error:
        own = isinstance(error, SystemExit) and error.__suppress_context__  # that of `ending_early`
        if (end := None if own else _end_in(error)) is None:
            raise
        _clear_away()
        end_by(end.number)


def raise_lost_end() -> None:
    """Raise EndedEarly if the exception of an ending signal was lost; main thread only.

    C code may swallow the exception, for example around an optional part. A loop that runs until it is stopped calls
    this once, before it handles the signals itself.
    """
    for number in HEEDED:
        end = signal.getsignal(number)
        if isinstance(end, _End) and end.number is not None:
            raise EndedEarly(end.number)


def end_by(number: int) -> None:
    """End this process by the default action of a signal. The output is flushed first."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # its reader is gone, or it is closed
            stream.flush()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def heed(handler: Any) -> None:
    """Install this handler for every signal that ends the program.

    A signal that was ignored from the start stays ignored.
    """
    for number in HEEDED:
        if signal.getsignal(number) not in (signal.SIG_IGN, handler):
            signal.signal(number, handler)


class _End:
    """The handler that unwinds all blocks. While they close, further signals have no effect.

    If the first exception was lost, the next signal ends the program instead.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        """The signal that arrived."""

    def __call__(self, number: int, _: Any) -> None:
        if _end_in(sys.exc_info()[1]) is None:
            self.number = number
            raise EndedEarly(number)


def _end_in(error: BaseException | None) -> EndedEarly | None:
    """Return the EndedEarly that is this error or its context; None without one."""
    while error is not None and not isinstance(error, EndedEarly):
        error = error.__context__
    return error


def _clear_away() -> None:
    """Remove the temporary folders that this program was creating or removing when the signal arrived."""
    from table.records.temporary import clear_away

    clear_away()


def _looked_through(before: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return a hook for exceptions that Python cannot raise. An end that was lost there is raised again.

    This happens if a signal arrives while a module is loaded or an object is freed.
    """

    def hook(lost: Any) -> None:
        if not isinstance(lost.exc_value, EndedEarly):
            before(lost)
            return
        from threading import Timer

        again = Timer(AGAIN_S, signal_itself, (lost.exc_value.number,))
        again.daemon = True
        again.start()

    return hook
