"""A table in real time: the session, the devices and the threads between them."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import hal.events as hw
from hal.dispenser import Link
from hal.readers import Readers
from table.devices.clock import Timekeeper, WallClock
from table.devices.devices import Devices
from table.devices.latest_view import Latest
from table.devices.reader_ticks import next_look_s, told_s
from table.devices.threads import STOP_S, Worker, joined
from table.devices.watchdog import LOOK_S, Pulse, Watch
from table.records.open_match import Play
from table.rules.errors import DiskError
from table.rules.seats import Seat
from table.session.ports import AsShown, Deed, Message
from table.session.session import Session
from table.session.staleness import Glances
from table.view.published import Published

log = logging.getLogger(__name__)

LONGEST_WAIT_S = 0.25
READY_S = 10.0
HEARD_OUT_S = 2.0


@dataclass(frozen=True, slots=True)
class Opening:
    """How the table begins: with the match that was in play, with one that the command line asks for, or empty."""

    resume: bool = True
    system: str = ""
    sides: tuple[tuple[Seat, str], ...] = ()


class NotOpenedError(DiskError, OSError):
    """The session could not begin. The message says why."""


@dataclass(frozen=True, slots=True)
class _Awaited:
    """A message whose sender waits for its end."""

    message: Message
    done: threading.Event


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Whom a table tells, and whom it asks, beside those that its session speaks to."""

    alive: Callable[[], None] = lambda: None
    """Called about once a second while there is a table: what a service's watchdog wants to hear."""
    takes_press: Callable[[], bool] = lambda: False
    """Asked at each press of a panel's button, on its thread: the screen takes it, and the session does not hear it."""
    pulses: tuple[Pulse, ...] = ()
    """Of the program's other threads: they are watched with the table's own."""


class LiveTable:
    """`build` makes the session on the session's own thread, where its journal belongs."""

    def __init__(
        self,
        devices: Devices,
        latest: Latest,
        build: Callable[[], Session],
        opening: Opening,
        around: Surroundings | None = None,
        clock: Timekeeper | None = None,
    ) -> None:
        self.latest = latest
        self._clock: Timekeeper = WallClock() if clock is None else clock
        self._devices = devices
        self._build = build
        self._opening = opening
        self._session: Session | None = None
        self._around = around or Surroundings()
        self._killed = False
        self._inbox: queue.SimpleQueue[Message | _Awaited | None] = queue.SimpleQueue()
        self._why_not = ""
        self.screen = Pulse("screen", time.monotonic)
        """The main thread's own, to be beaten with every turn of its loop."""
        self._at_inbox = Worker("session", self._step, self._session_failed)
        self._workers = [self._at_inbox, *self._device_workers()]
        self._glances = Glances(lambda: latest.shown)
        """The panels' thread's."""
        pulses = (self.screen, *(worker.pulse for worker in self._workers), *self._around.pulses)
        self._watch = Watch(pulses, latest.alarm, self._around.alive)
        self._watchdog = Worker("watchdog", self._look, self.failed)
        self._workers.append(self._watchdog)

    def beat(self) -> None:
        """From the main thread, with every turn of its loop."""
        self.screen.beat()

    def begin(self) -> None:
        """Start every thread, and wait for none."""
        for worker in self._workers:
            worker.start()

    def start(self) -> None:
        """Until there is something to show. RuntimeError: there never was."""
        self.begin()
        if not self.latest.wait(READY_S):
            raise NotOpenedError(f"the match cannot be opened ({self._why_not or 'it takes too long'}): see the log")

    @property
    def play(self) -> Play | None:
        """The match in play, to look at from any thread: its state is frozen, and another one with the next event."""
        return None if self._session is None else self._session.play

    def hears(self, message: Message) -> None:
        """From any thread; it waits for nothing."""
        self._inbox.put(message)

    def acts(self, deed: Deed, shown: Published | None) -> None:
        """As `hears`, for what a hand does: it counts for what was shown when it began, or not at all."""
        if shown is not None:
            self._inbox.put(AsShown(deed, shown))

    def hears_out(self, message: Message) -> bool:
        """From any thread but the session's; it waits until all that follows is published. False: not in time."""
        awaited = _Awaited(message, threading.Event())
        self._inbox.put(awaited)
        return awaited.done.wait(HEARD_OUT_S)

    def kill(self) -> bool:
        """As a power cut: what waits in the inbox is lost, and the session says farewell to nobody and nothing."""
        self._killed = True
        return self.stop()

    def stop(self, patience_s: float = STOP_S) -> bool:
        """Stop every thread and close every device. False: something is stuck."""
        for worker in self._workers:
            worker.stop()
        self._inbox.put(None)
        self._devices.panels.wake()
        if self._devices.link is not None:
            self._devices.link.wake()
        stopped = joined(self._workers, patience_s, time.monotonic)
        self._devices.close()
        return stopped

    # -- the work of each thread -----------------------------------------------------------------------------------

    def _device_workers(self) -> list[Worker]:
        workers = [self._readers_worker(readers, number) for number, readers in enumerate(self._devices.readers)]
        workers.append(Worker("panels", self._move_panels, self.failed))
        if self._devices.link is not None:
            link = self._devices.link
            workers.append(Worker("link", lambda: self._serve(link), self.failed))
        return workers

    def _step(self) -> None:
        session = self._session
        if session is None:
            self._open()
            return
        due_s = session.next_deadline()
        self._at_inbox.pulse.rest()
        try:
            message = self._inbox.get(timeout=None if due_s is None else self._wait_s(due_s))
        except queue.Empty:
            self._at_inbox.pulse.beat()
        else:
            self._at_inbox.pulse.beat()
            if message is None:
                self._part(session)
                return
            self._take(session, message)
        session.tick(self._clock.now_s())

    def _part(self, session: Session) -> None:
        """The last thing that the thread does: it was told to stop."""
        if not self._killed:
            session.close()

    def _take(self, session: Session, message: Message | _Awaited) -> None:
        if isinstance(message, _Awaited):
            session.step(message.message)
            message.done.set()
        else:
            session.step(message)

    def _open(self) -> None:
        session = self._build()
        session.start(resume=self._opening.resume)
        if self._opening.system and (session.play is None or not self._opening.resume):
            session.begin(self._opening.system, dict(self._opening.sides))
        session.tick(self._clock.now_s())
        self._session = session

    def _readers_worker(self, readers: Readers, number: int) -> Worker:
        def poll() -> None:
            began_s = self._clock.now_s()
            seen = readers.poll(began_s)
            if seen:
                self._sleep(worker, told_s(began_s))
            for event in seen:
                self._inbox.put(event)
            self._sleep(worker, next_look_s(began_s, readers.poll_interval_s, self._clock.now_s()))

        worker = Worker(f"readers-{number}" if number else "readers", poll, self.failed)
        return worker

    def _move_panels(self) -> None:
        panels = self._devices.panels
        panels.wait(self._wait_s(panels.next_deadline()))
        meant = panels.step(self._clock.now_s())
        self._glances.look(panels.down)
        for event in meant:
            shown = self._glances.of((event.panel, event.button))
            if not self._around.takes_press():
                self.acts(event, shown)

    def _serve(self, link: Link) -> None:
        link.wait(self._wait_s(link.next_deadline()))
        for event in link.step(self._clock.now_s()):
            self._inbox.put(event)

    def _look(self) -> None:
        self._watch.look()
        self._watchdog.pause(LOOK_S)

    def _sleep(self, worker: Worker, until_s: float) -> None:
        while self._clock.now_s() < until_s and not worker.pause(self._wait_s(until_s)):
            worker.pulse.beat()

    def _wait_s(self, due_s: float | None) -> float:
        """How long to sleep until then, at most; time may go faster meanwhile."""
        if due_s is None:
            return LONGEST_WAIT_S
        return min(self._clock.wall_s(max(due_s - self._clock.now_s(), 0.0)), LONGEST_WAIT_S)

    def failed(self, name: str, error: BaseException) -> None:
        """A thread failed, and goes on: that is said on the screen. From any thread."""
        self._inbox.put(hw.PartFailed(hw.Fault("program.failed", name, f"{type(error).__name__}: {error}")))

    def _session_failed(self, name: str, error: BaseException) -> None:
        """It says so itself with its next message; if it cannot even begin, `start` does."""
        self._why_not = f"{type(error).__name__}: {error}"
        if self._session is not None:
            self.failed(name, error)


def panel_of(panels: Mapping[str, Seat], seat: Seat) -> str:
    """The panel that stands before a seat."""
    return next(name for name, owner in panels.items() if owner is seat)
