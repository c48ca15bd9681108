"""The threads of a running table: named, owned, stopped, and joined with a timeout.

Work that fails is reported through the inbox and tried again, with growing pauses. So no thread ends silently.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable

from hal.closing import close_each
from table.devices.watchdog import Pulse

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 8.0
STOP_S = 1.3
"""The seconds for all threads of a table together. With all else that closes, a service ends within 2 s of SIGTERM."""


class JoinDeadline:
    """A deadline that several waits of one thread share."""

    def __init__(self, seconds: float, now_s: Callable[[], float]) -> None:
        """Begin now, for this many seconds of `now_s`."""
        self._now_s = now_s
        self._until_s = now_s() + seconds

    def left_s(self, most_s: float) -> float:
        """Return the seconds left for the next wait, at most `most_s`."""
        return min(max(self._until_s - self._now_s(), 0.0), most_s)


class Worker:
    """Calls `work` again and again on a thread of its own, until it is stopped.

    `work` does one bounded piece, and waits for at most a fraction of a second. For longer waits it rests its `pulse`,
    by which a stuck thread is found. An error of it is logged and passed to `failed`, and never leaves the thread. Any
    thread may call `start`, once, and `stop`.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], None],
        failed: Callable[[str, BaseException], None],
        pulse: Pulse | None = None,
        last: Callable[[], None] | None = None,
    ) -> None:
        """`pulse` is watched already; without it the thread makes its own. This thread calls `failed`.

        This thread also calls `last`, after `stop` was called and its piece of work has ended or failed.
        """
        self.name = name
        self._work = work
        self._failed = failed
        self._last = last
        self.pulse = Pulse(name, time.monotonic) if pulse is None else pulse
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread. Raises RuntimeError the second time."""
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end after its current piece of work. Does not wait."""
        self._stop.set()

    def join(self, patience_s: float = STOP_S) -> bool:
        """Wait for the end, for at most `patience_s` seconds. Return False if the thread is stuck; its name is logged.

        Any thread but its own may call. A thread that was never started has ended.
        """
        if self._thread.ident is None:
            return True
        self._thread.join(patience_s)
        if self._thread.is_alive():
            log.error("the thread %s did not stop", self.name)
        return not self._thread.is_alive()

    def pause(self, seconds: float) -> bool:
        """Wait for this many seconds of real time, but not beyond `stop`. Return True if the thread is to stop.

        Only `work` calls it.
        """
        return self._stop.wait(seconds)

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._stop.is_set():
            self.pulse.beat()
            try:
                self._work()
                pause_s = FIRST_PAUSE_S
            except BaseException as error:  # any error at all: a silent table would be worse
                self.pulse.rest()
                log.exception("the %s thread failed; it goes on in %.2f s", self.name, pause_s)
                self._failed(self.name, error)
                self._stop.wait(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        self.pulse.rest()
        if self._last is not None:
            close_each((self._last,))


def joined(workers: Iterable[Worker], patience_s: float, now_s: Callable[[], float]) -> bool:
    """Join all stopping workers within `patience_s` seconds together. Return False if one is stuck."""
    patience = JoinDeadline(patience_s, now_s)
    stopped = [worker.join(patience.left_s(patience_s)) for worker in workers]
    return all(stopped)
