"""The Pico: it runs the firmware's own files on emulated pins, flash and stream, and can lose its power at any moment.

A firmware step takes time, and flash takes much more. While a step's own time runs ahead of the clock, its effects wait
on the clock for their moment. So a power cut in between finds exactly the state of that moment.
"""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from firmware_bridge.firmware.app import App
from firmware_bridge.firmware.board import Board, Watcher
from firmware_bridge.firmware.settings import Settings
from sim_hardware.clock import MS, US, Clock, Timer
from sim_hardware.dispenser.cut_points import PowerLost
from sim_hardware.dispenser.flash import ERASE_NS, SECTOR_SIZE, WRITE_NS, Flash
from sim_hardware.dispenser.hopper import EmulatedHopper
from sim_hardware.dispenser.loop_times import TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.wire import ENUMERATED_NS, Cable

RUNNING_NS = 250 * MS
"""The nanoseconds until the firmware of a Pico runs that had power before the world began, because its table takes
longer to start.
"""


class _FlashOperation(Struct, eq=False):
    start_ns: int
    end_ns: int
    done: Callable[[], None]
    torn: Callable[[], None]


class EmulatedPico(Board):
    def __init__(
        self,
        clock: Clock,
        hoppers: Sequence[EmulatedHopper],
        cable: Cable,
        flash: Flash,
        chance: Random,
        loop: LoopTimes = TODAYS_FIRMWARE,
    ) -> None:
        self.hoppers = len(hoppers)
        self.flash_sectors = len(flash.sectors)
        self.flash_sector_size = SECTOR_SIZE
        self.boot = 0
        self._clock = clock
        self._hoppers = hoppers
        self._cable = cable
        self._flash = flash
        self._chance = chance
        self._loop = loop
        self._delays = Random(chance.getrandbits(32))
        self.settings = [Settings() for _ in hoppers]
        """The timings of each hopper, from the next start on."""
        self._app: App | None = None
        self._life = 0
        """The number of power losses. Actions that were scheduled before a power loss are dropped."""
        self._powered = False
        self._powered_at_ns = 0
        self._local_ns = 0
        """The firmware's own time within a step."""
        self._turn_ns = 0
        """The time of the present turn of the loop."""
        self._free_ns = 0
        """The time when the present turn ends."""
        self._came_round_ns = -1
        """The start of the last turn that ended before a power loss."""
        self._step_timer: Timer | None = None
        self._watchers: dict[int, Watcher] = {}
        self._latched: set[int] = set()
        self._operations: list[_FlashOperation] = []
        self.console = False
        self.ticks_us = 0
        """The value of the microsecond counter when the power comes. It wraps at 2**30."""
        self.at_port = True
        """True if the cable is plugged into this device, not another one."""
        self.dress: Callable[[Board], Board] = _as_it_is
        """Returns the board for the firmware. A bench may wrap it to count its calls."""

    # -- power --------------------------------------------------------------------------------------------------------

    def power_on(self, running: bool = False) -> None:
        """Give it power. `running`: it had power before the world began, and its firmware is about to run."""
        if self._powered:
            return
        self._powered = True
        life = self._life
        boot_ns = RUNNING_NS if running else self._loop.boot_ns
        self._clock.after(min(ENUMERATED_NS, boot_ns), lambda: self._enumerate() if life == self._life else None)
        self._clock.after(boot_ns, lambda: self._start() if life == self._life else None)

    def _enumerate(self) -> None:
        """Appear on USB, which a Pico does before it runs any program."""
        if self.at_port:
            self._cable.plug()

    def power_off(self) -> None:
        """Cut the power now, at any point of the firmware. A flash operation is interrupted."""
        self._life += 1
        self._powered = False
        self._app = None
        self._watchers.clear()
        self._latched.clear()
        if self._step_timer is not None:
            self._step_timer.cancel()
            self._step_timer = None
        operations, self._operations = self._operations, []
        for operation in operations:
            if operation.start_ns <= self._clock.now_ns < operation.end_ns:
                operation.torn()
        for hopper in self._hoppers:
            hopper.drive(0)
        if self.at_port:
            self._cable.unplug()

    def saw(self, since_ns: int) -> bool:
        """True if it has had power since then."""
        return self._app is not None and self._powered_at_ns <= since_ns

    @property
    def is_paying(self) -> bool:
        """True if a cut now would fall between a payout's beginning and the writing of its result."""
        return self._app is not None and bool(self._app.paying() or self._operations)

    def paying(self) -> list[int]:
        """Return the hoppers whose payout has begun to turn a disc, and is not being written at this moment."""
        return [] if self._app is None or self._operations else self._app.paying()

    def unsaved(self) -> list[int]:
        """Return the hoppers whose late token a power cut now would lose."""
        return [] if self._app is None else self._app.unsaved()

    def came_round(self, at_ns: int) -> bool:
        """True if the loop has run once since this time, and flash has finished its writes."""
        return self._came_round_ns >= at_ns and not self._operations

    @property
    def has_power(self) -> bool:
        """True if it has power and its firmware runs."""
        return self._app is not None

    @property
    def is_starting(self) -> bool:
        """True if it has power, and its firmware does not run yet."""
        return self._powered and self._app is None

    def cut_here(self, cut: Callable[[], None], early_ns: int = 0) -> None:
        """Cut the power within a call to the board, `early_ns` before the firmware's own time. Raises PowerLost.

        The firmware's time runs ahead of the clock's while flash works: otherwise power could return by the clock
        before it was cut.
        """
        self._clock.at(max(self._local_ns - early_ns, self._clock.now_ns), cut)
        raise PowerLost

    def _start(self) -> None:
        self._powered_at_ns = self._local_ns = self._clock.now_ns
        self.boot = self._chance.randrange(1, 1 << 30)
        self.console = False
        self._free_ns = 0
        try:
            self._app = App(self.dress(self), self.settings)
        except PowerLost:
            return
        self._schedule(self._local_ns)

    # -- the loop -----------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """End the loop's rest, because a byte or an edge arrived."""
        if self._app is not None:
            self._schedule(self._noticed_ns(max(self._clock.now_ns, self._local_ns)))

    def _noticed_ns(self, at_ns: int) -> int:
        """Return when the loop notices an event at this time."""
        return self._free_ns if at_ns <= self._free_ns else at_ns + self._loop.lag_ns(self._delays)

    def _schedule(self, at_ns: int) -> None:
        if self._step_timer is not None:
            if self._step_timer.at_ns <= at_ns:
                return
            self._step_timer.cancel()
        self._step_timer = self._clock.at(at_ns, self._step)

    def _step(self) -> None:
        self._step_timer = None
        if self._app is None or self.console:
            return
        self._local_ns = self._clock.now_ns
        self._turn_ns = self._loop.turn_ns(self._delays)
        try:
            due_ms = self._app.step()
        except PowerLost:
            self._app = None
            return
        self._came_round_ns = self._clock.now_ns
        self._free_ns = self._local_ns + self._turn_ns
        if self._cable.has_for_device():
            self._schedule(self._free_ns)
        elif due_ms is not None:
            self._schedule(self._noticed_ns(self._powered_at_ns + due_ms * MS))

    def _then(self, action: Callable[[], None]) -> None:
        """Run this at the firmware's own time, if it still has power then."""
        if self._local_ns <= self._clock.now_ns:
            action()
            return
        life = self._life
        self._clock.at(self._local_ns, lambda: action() if life == self._life else None)

    # -- interrupts ---------------------------------------------------------------------------------------------------

    def edge(self, hopper: int, dark: bool) -> None:
        """Handle a change of a barrier's pin. While flash works its interrupt waits, and many edges become one."""
        now_ns = self._clock.now_ns
        if any(operation.start_ns <= now_ns < operation.end_ns for operation in self._operations):
            self._latched.add(hopper)
        elif hopper in self._watchers:
            self._watchers[hopper].edge(dark, self._us(now_ns))
            self.wake()

    def _thaw(self) -> None:
        latched, self._latched = self._latched, set()
        for hopper in sorted(latched):
            self.edge(hopper, self._hoppers[hopper].reads_dark)

    # -- Board --------------------------------------------------------------------------------------------------------

    def _us(self, at_ns: int) -> int:
        return (self.ticks_us + at_ns // US - self._powered_at_ns // US) & 0x3FFFFFFF

    def now_ms(self) -> int:
        return (self._local_ns - self._powered_at_ns) // MS

    def now_us(self) -> int:
        return self._us(self._local_ns)

    def drive(self, hopper: int, direction: int) -> None:
        self._then(lambda: self._hoppers[hopper].drive(direction))

    def watch(self, hopper: int, barrier: Watcher) -> None:
        self._watchers[hopper] = barrier

    def is_dark(self, hopper: int) -> bool:
        return self._hoppers[hopper].reads_dark

    def has_tokens(self, hopper: int) -> bool | None:
        return self._hoppers[hopper].reads_filled

    def is_stalled(self, hopper: int) -> bool | None:
        part = self._hoppers[hopper]
        return part.jammed and part.direction > 0 if part.has_stall_sensor else None

    def interrupts_off(self) -> int:
        return 0

    def interrupts_on(self, before: int) -> None:
        """Do nothing: no interrupt occurs within an emulated step."""

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        return self._flash.read(sector, offset, size)

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        self._operate(
            WRITE_NS,
            lambda: self._flash.write(sector, offset, data),
            lambda: self._flash.tear_write(sector, offset, data, self._chance),
        )

    def flash_erase(self, sector: int) -> None:
        self._operate(ERASE_NS, lambda: self._flash.erase(sector), lambda: self._flash.tear_erase(sector, self._chance))

    def _operate(self, takes_ns: int, done: Callable[[], None], torn: Callable[[], None]) -> None:
        operation = _FlashOperation(self._local_ns, self._local_ns + takes_ns, done, torn)
        self._operations.append(operation)
        self._local_ns = operation.end_ns

        def finish() -> None:
            self._operations.remove(operation)
            operation.done()
            self._thaw()

        self._then(finish)

    def read(self) -> bytes:
        return self._cable.read_by_device()

    def write(self, data: bytes) -> None:
        """Send the bytes at the end of this turn, because sending takes most of its time."""
        self._local_ns += self._turn_ns
        self._then(lambda: self._cable.send_to_host(data) if self.at_port else None)
        self._local_ns -= self._turn_ns

    def feed_watchdog(self) -> None:
        """Do nothing: the Pico runs as long as its steps are on the clock."""

    def open_console(self) -> None:
        self.console = True


def _as_it_is(board: Board) -> Board:
    return board
