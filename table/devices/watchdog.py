"""Who watches the threads: one that has been at the same piece of work for too long is stuck, and is named.

Nobody can free a stuck thread from outside. It is said on the screen, its stack goes into the log, and whoever started
the program (systemd) hears no more that all is well, if it is a thread without which there is no table.
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
"""Longer than a card reader, a serial port or a tired SD card takes for anything."""
LOOK_S: Final = 1.0
VITAL: Final = frozenset({"session", "screen"})
"""Without these there is no table; a device that is stuck leaves one to play on by hand."""


class Pulse:
    """A thread says that it begins a piece of work, and that it rests. Any thread may look."""

    def __init__(self, name: str, now_s: Callable[[], float]) -> None:
        self.name = name
        self._now_s = now_s
        self._began_s: float | None = None
        self._thread: int | None = None

    def beat(self) -> None:
        """A new piece of work begins."""
        self._thread = threading.get_ident()
        self._began_s = self._now_s()

    def rest(self) -> None:
        """What comes next comes when it comes."""
        self._began_s = None

    def at_work_s(self) -> float:
        """For how long at the same piece; 0 at rest."""
        began_s = self._began_s
        return 0.0 if began_s is None else self._now_s() - began_s

    def stack(self) -> str:
        """Where it is."""
        frame = sys._current_frames().get(self._thread or 0)  # noqa: SLF001 (public in Python's documents)
        return "" if frame is None else "".join(traceback.format_stack(frame))


class Watch:
    """One thread's own. `alarm` hears of all that is stuck whenever that changes, `alive` while there is a table."""

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
        """Now and then; more often than `STUCK_S`."""
        stuck = {pulse.name: pulse for pulse in self._pulses if pulse.at_work_s() > STUCK_S}
        if tuple(stuck) != self._stuck:
            self._tell(stuck)
        if not VITAL & stuck.keys():
            self._alive()

    def _tell(self, stuck: dict[str, Pulse]) -> None:
        for name, pulse in stuck.items():
            if name not in self._stuck:
                log.error("the %s thread is stuck:\n%s", name, pulse.stack())
        for name in self._stuck:
            if name not in stuck:
                log.warning("the %s thread moves again", name)
        self._stuck = tuple(stuck)
        self._alarm(tuple(FaultNote("program.stuck", name) for name in stuck))
