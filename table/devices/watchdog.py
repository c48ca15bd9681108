"""The watchdog of the threads: a thread that stays at one piece of work for too long counts as stuck, and is reported.

A stuck thread cannot be freed from outside. The screen says so, its stack goes into the log, and if there is no table
without it, the service manager (systemd) no longer gets signs of life.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import Final

from table.view.published import FaultNote

log = logging.getLogger(__name__)

STUCK_S: Final = 5.0
"""The seconds after which a thread is stuck, longer than a card reader, a serial port or a worn SD card ever takes."""
LOOK_S: Final = 1.0
VITAL: Final = frozenset({"session", "screen"})
"""The threads without which there is no table. If a device is stuck, play continues by hand."""


class Pulse:
    """A thread's sign that it works or rests. Its own thread calls `beat` and `rest`; any thread may read it."""

    def __init__(self, name: str, now_s: Callable[[], float]) -> None:
        """`now_s` counts steadily, in seconds, on every thread."""
        self.name = name
        self._now_s = now_s
        self._began_s: float | None = None
        self._thread: int | None = None

    def beat(self) -> None:
        """Begin a new piece of work."""
        self._thread = threading.get_ident()
        self._began_s = self._now_s()

    def rest(self) -> None:
        """Mark the thread as idle: it has no deadline until the next `beat`."""
        self._began_s = None

    def at_work_s(self) -> float:
        """Return the seconds at the same piece of work; 0 at rest."""
        began_s = self._began_s
        return 0.0 if began_s is None else self._now_s() - began_s

    def stack(self) -> str:
        """Return the stack of the thread, as text; empty if there is none."""
        frame = sys._current_frames().get(self._thread or 0)  # noqa: SLF001 (public in Python's documents)
        return "" if frame is None else "".join(traceback.format_stack(frame))


class Watchdog:
    """The watchdog of all pulses. Only one thread calls `look`.

    On that thread `alarm` gets all stuck threads at each change, and `alive` is called while no vital one is stuck.
    """

    def __init__(
        self,
        pulses: Iterable[Pulse],
        alarm: Callable[[tuple[FaultNote, ...]], None],
        alive: Callable[[], None] = lambda: None,
    ) -> None:
        self._pulses = tuple(pulses)
        self._alarm = alarm
        self._alive = alive
        self._stuck: tuple[str, ...] = ()

    def look(self) -> None:
        """Check all threads. Call it more often than every `STUCK_S`."""
        stuck = {pulse.name: pulse for pulse in self._pulses if pulse.at_work_s() > STUCK_S}
        if tuple(stuck) != self._stuck:
            self._report(stuck)
        if not VITAL & stuck.keys():
            self._alive()

    def _report(self, stuck: dict[str, Pulse]) -> None:
        for name, pulse in stuck.items():
            if name not in self._stuck:
                log.error("the %s thread is stuck:\n%s", name, pulse.stack())
        for name in self._stuck:
            if name not in stuck:
                log.warning("the %s thread moves again", name)
        self._stuck = tuple(stuck)
        self._alarm(tuple(FaultNote("program.stuck", name) for name in stuck))
