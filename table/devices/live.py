"""A table in real time: the session, the devices and the threads between them."""

import logging
import queue
import time
from collections.abc import Callable, Mapping

from msgspec import Struct

import hal.events as hw
from hal.closing import close_each
from hal.dispenser import Link
from hal.panels.contacts import StartedHold
from hal.readers import Readers
from table.devices.devices import Devices
from table.devices.latest_view import LatestView
from table.devices.reader_ticks import next_look_s, report_s
from table.devices.table_clock import TableClock, WallClock
from table.devices.threads import STOP_S, Worker, joined
from table.devices.watchdog import LOOK_S, Pulse, Watchdog
from table.records.open_match import OpenMatch
from table.rules.errors import DiskError, OwnerError
from table.rules.seats import Seat
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import FarOpening, FarRequest, InputOnView, Message, PhoneRequest, PlayerInput
from table.session.session import Session
from table.session.staleness import ViewsAtPress
from table.view.published import HelperRole, Published, ScreenRole

log = logging.getLogger(__name__)

LONGEST_WAIT_S = 0.25
READY_S = 10.0


class TableStart(Struct, frozen=True):
    """The beginning of a table: with the match that was in play, with one from the command line, or empty."""

    resume: bool = True
    system: str = ""
    sides: tuple[tuple[Seat, str], ...] = ()
    far: FarOpening | None = None
    """The match with another table to begin, or to continue."""


class NotOpenedError(DiskError, OSError):
    """The session could not begin. The message gives the reason."""


class TableCallbacks(Struct, frozen=True):
    """The table's callbacks to the program around it."""

    alive: Callable[[], None] = lambda: None
    """Called about once a second while there is a table, on the watchdog's thread, for the service's watchdog."""
    takes_press: Callable[[], bool] = lambda: False
    """Called at each press of a panel's button, on the panels' thread.

    True if the screen handles it and the session must not.
    """
    phones: Callable[[PhoneRequest], None] | None = None
    """Passes the session's requests on to phones, on its thread; None where no seat can be played from one."""
    far: Callable[[FarRequest], None] | None = None
    """Passes the session's requests on to the line to another table, on its thread; None without one."""
    rests: Callable[[], None] = lambda: None
    """Called on the session's thread before it waits for a message, once all that it published is on the screen.

    Other threads start their work with a view here. Earlier, they would take the processor from the session.
    """
    pulses: tuple[Pulse, ...] = ()
    """The pulses of the program's other threads, watched with the table's own."""


class LiveTable:
    """A running table. `build` makes the session on the session's own thread, where its journal belongs.

    One thread at a time, and none of the table's own, calls `begin`, `start`, `kill` and `stop`.
    """

    def __init__(
        self,
        devices: Devices,
        latest: LatestView,
        build: Callable[[], Session],
        opening: TableStart,
        around: TableCallbacks | None = None,
        clock: TableClock | None = None,
    ) -> None:
        """Make every part, and start nothing. Without a `clock` the table lives in real time."""
        self.latest = latest
        self._clock: TableClock = WallClock() if clock is None else clock
        self._devices = devices
        self._build = build
        self._opening = opening
        self._session: Session | None = None
        self._around = around or TableCallbacks()
        self._killed = False
        self._inbox: queue.SimpleQueue[tuple[Message, Callable[[], None]] | None] = queue.SimpleQueue()
        """Each message with a function that is called once it is handled; None only wakes the session's thread."""
        self._why_not = ""
        self.screen = Pulse("screen", time.monotonic)
        """The main thread's pulse, beaten with every turn of its loop."""
        self._at_inbox = Worker("session", self._step, self._session_failed, last=self._part)
        self._workers = [self._at_inbox, *self._device_workers()]
        self._views_at_press = ViewsAtPress(lambda: latest.shown)
        """The views at the start of each button press. Only the panels' thread uses it."""
        self._holds: tuple[StartedHold, ...] = ()
        pulses = (self.screen, *(worker.pulse for worker in self._workers), *self._around.pulses)
        self._watch = Watchdog(pulses, latest.alarm, self._around.alive)
        self._watchdog = Worker("watchdog", self._look, self.failed)
        self._workers.append(self._watchdog)

    def beat(self) -> None:
        """Record the main thread's sign of life, at every turn of its loop. Main thread only."""
        self.screen.beat()

    def begin(self) -> None:
        """Start every thread, and wait for none. Only once."""
        for worker in self._workers:
            worker.start()

    def start(self) -> None:
        """Start, and wait until there is something to show. Raises NotOpenedError if there is nothing within 10 s."""
        self.begin()
        if not self.latest.wait(READY_S):
            raise NotOpenedError(f"the match cannot be opened ({self._why_not or 'it takes too long'}): see the log")

    @property
    def play(self) -> OpenMatch | None:
        """Return the match in play. Any thread may read it, because its state is frozen and replaced at each event."""
        return None if self._session is None else self._session.play

    def helper(self, role: HelperRole | ScreenRole) -> PhoneWay | None:
        """Return how far a helper's phone has come. Any thread may ask, because the result is frozen."""
        return None if self._session is None else self._session.helper(role)

    @property
    def holds(self) -> tuple[tuple[str, hw.Button, float], ...]:
        """Return panel, button and the share that is done of each hold that has begun. Any thread may ask."""
        now_s = self._clock.now_s()
        return tuple((hold.panel, hold.button, hold.share(now_s)) for hold in self._holds)

    def send(self, message: Message, done: Callable[[], None] = lambda: None) -> None:
        """Send a message to the session. Any thread may call; it does not wait.

        `done` is called on the session's thread once everything that follows from the message is published.
        """
        self._inbox.put((message, done))

    def acts(self, act: PlayerInput, shown: Published | None) -> None:
        """Send an act of a hand, with the view on the screen when it began. Without a view it is dropped.

        Any thread may call.
        """
        if shown is not None:
            self.send(InputOnView(act, shown))

    def kill(self) -> bool:
        """Stop as by a power cut: messages in the inbox are lost, and the session does not close its match.

        Return False if a thread is stuck.
        """
        self._killed = True
        return self.stop()

    def stop(self, patience_s: float = STOP_S) -> bool:
        """Stop every thread within `patience_s` seconds together, and close every device.

        Return False if a thread is stuck, or a part failed at its end.
        """
        link = self._devices.link
        wakes = (lambda: self._inbox.put(None), self._devices.panels.wake, *(() if link is None else (link.wake,)))
        closed = close_each((*(worker.stop for worker in self._workers), *wakes))
        stopped = joined(self._workers, patience_s, time.monotonic)
        return self._devices.close() and stopped and closed

    # -- the work of each thread -----------------------------------------------------------------------------------

    def _device_workers(self) -> list[Worker]:
        workers = [self._readers_worker(readers, number) for number, readers in enumerate(self._devices.readers)]
        workers.append(Worker("panels", self._move_panels, self.failed))
        if self._devices.link is not None:
            link = self._devices.link
            workers.append(Worker("link", lambda: self._serve(link), self.failed))
        return workers

    def _step(self) -> None:
        if (session := self._session) is None:
            self._open()
            return
        due_s = session.next_deadline()
        self._around.rests()
        self._at_inbox.pulse.rest()
        try:
            waiting = self._inbox.get(timeout=None if due_s is None else self._wait_s(due_s))
        except queue.Empty:
            self._at_inbox.pulse.beat()
        else:
            self._at_inbox.pulse.beat()
            if waiting is None:
                return
            message, done = waiting
            try:
                session.step(message)
            finally:
                done()
        session.tick(self._clock.now_s())

    def _part(self) -> None:
        """Close the session, as the last act of its thread."""
        if self._session is not None and not self._killed:
            self._session.close()

    def _open(self) -> None:
        session = self._build()
        session.start(resume=self._opening.resume)
        if self._opening.system and (session.play is None or not self._opening.resume):
            session.begin(self._opening.system, dict(self._opening.sides))
        if self._opening.far is not None:
            session.step(self._opening.far)
        session.tick(self._clock.now_s())
        self._session = session

    def _readers_worker(self, readers: Readers, number: int) -> Worker:
        def poll() -> None:
            began_s = self._clock.now_s()
            for change in readers.news(began_s):
                self.send(change)
            if seen := readers.poll(began_s):
                self._sleep(worker, report_s(began_s))
            for event in seen:
                self.send(event)
            self._sleep(worker, next_look_s(began_s, readers.poll_interval_s, self._clock.now_s()))

        worker = Worker(f"readers-{number}" if number else "readers", poll, self.failed)
        return worker

    def _move_panels(self) -> None:
        panels = self._devices.panels
        panels.wait(self._wait_s(panels.next_deadline()))
        meant = panels.step(self._clock.now_s())
        self._views_at_press.look(panels.down)
        if panels.holds != self._holds:
            self._holds = panels.holds
            self.latest.wake.set()
        for event in meant:
            if not isinstance(event, hw.PanelEvent):
                self.send(event)
                continue
            shown = self._views_at_press.of((event.panel, event.button))
            if not self._around.takes_press():
                self.acts(event, shown)

    def _serve(self, link: Link) -> None:
        link.wait(self._wait_s(link.next_deadline()))
        for event in link.step(self._clock.now_s()):
            self.send(event)

    def _look(self) -> None:
        self._watch.look()
        self._watchdog.pause(LOOK_S)

    def _sleep(self, worker: Worker, until_s: float) -> None:
        while self._clock.now_s() < until_s and not worker.pause(self._wait_s(until_s)):
            worker.pulse.beat()

    def _wait_s(self, due_s: float | None) -> float:
        """Return the real seconds to sleep until then, with an upper limit, because time may begin to run faster."""
        if due_s is None:
            return LONGEST_WAIT_S
        return min(self._clock.wall_s(max(due_s - self._clock.now_s(), 0.0)), LONGEST_WAIT_S)

    def failed(self, name: str, error: BaseException) -> None:
        """Report that a thread failed and continues; the screen says so. Any thread may call."""
        self.send(hw.PartFailed(hw.Fault("program.failed", name, f"{type(error).__name__}: {error}")))

    def _session_failed(self, name: str, error: BaseException) -> None:
        """Keep the session's error for `start`. A running session gets it with its next message."""
        self._why_not = f"{type(error).__name__}: {error}"
        if self._session is not None:
            self.failed(name, error)


class NoPanelError(OwnerError, LookupError):
    """A seat has no panel in the configuration."""


def panel_of(panels: Mapping[str, Seat], seat: Seat) -> str:
    """Return the name of the panel at a seat. Any thread may call. Raises NoPanelError for a seat without one."""
    for name, owner in panels.items():
        if owner is seat:
            return name
    raise NoPanelError(f"the seat {seat} has no panel: give it one in the configuration")
