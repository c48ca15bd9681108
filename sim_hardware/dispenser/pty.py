"""The emulated dispenser in real time: a thread serves it behind a pseudo-terminal, so that pyserial can open it."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from sim_hardware.clock import Clock, S
from sim_hardware.dispenser.dispenser import EmulatedDispenser
from sim_hardware.dispenser.flash import Flash
from sim_hardware.dispenser.lines import new_line
from sim_hardware.dispenser.loop_times import TODAYS_FIRMWARE, LoopTimes
from sim_hardware.pace import Pace

_LONGEST_WAIT_S = 0.5
PLUGGED_IN_S = 1.0
"""The seconds that it has had power when the program begins. A real Pico is up before its port is opened."""


class PtyDispenser:
    """An emulated dispenser behind a pseudo-terminal.

    `path` outlives unplugging, like `/dev/serial/by-id`; `rename` leads to `other_path`.

    Any thread may call all methods.
    """

    def __init__(
        self,
        hoppers: Sequence[int],
        folder: Path,
        seed: int = 0,
        flash: Flash | None = None,
        fell: Callable[[int], None] | None = None,
        pace: Pace | None = None,
        loop: LoopTimes = TODAYS_FIRMWARE,
    ) -> None:
        """`pace` is the speed of its time, by default real time. `loop` has the speed of its firmware.

        `folder` gets a link to its serial port, which replaces an earlier one. The caller owns the folder. Raises
        OSError.
        """
        self._pace = Pace() if pace is None else pace
        self.path = str(folder / "usb-command-table-dispenser")
        self.other_path = self.path + "-2"
        for name in (self.path, self.other_path):
            Path(name).unlink(missing_ok=True)
        self._clock = Clock()
        self._dispenser = EmulatedDispenser(self._clock, hoppers, seed, flash, fell, loop)
        self._dispenser.cable.notify_host = self._to_host
        self.heard: Callable[[bytes, bool], None] | None = None
        """Called with data and whether it goes towards the host, on this dispenser's own thread."""
        self._orders: deque[Callable[[], None]] = deque()
        self._line, self.open_port = new_line()
        """The function that opens the port on a system without pseudo-terminals, where `path` does not exist; else
        None.
        """
        self._plugged_session = -1
        self._closing = False
        self._started_s = self._pace.now_s() - PLUGGED_IN_S
        self._thread = threading.Thread(target=self._serve, name="emulated-dispenser", daemon=True)
        self._thread.start()

    @property
    def tray(self) -> tuple[int, ...]:
        return self._dispenser.tray

    def contents(self) -> tuple[int, ...]:
        return self._dispenser.contents()

    def mechanics(self) -> tuple[tuple[int, bool], ...]:
        """Return the direction of each hopper's disc (1 feeds, 0 rests), and whether something is in its barrier."""
        return tuple((hopper.direction, hopper.dark) for hopper in self._dispenser.hoppers)

    def fed_s(self, hopper: int) -> float:
        """Return the seconds from the disc's last start to the last token: the time of the mechanics alone."""
        part = self._dispenser.hoppers[hopper]
        return (part.through_ns - part.started_ns) / S

    def load(self, hopper: int, tokens: int) -> None:
        self._order(lambda: self._dispenser.load(hopper, tokens))

    def take_from_tray(self) -> None:
        self._order(self._dispenser.take_from_tray)

    def fault(self, name: str, hopper: int = 0) -> None:
        """Cause a fault, like `EmulatedDispenser.fault`. An unknown word raises ValueError immediately."""
        if name not in EmulatedDispenser.FAULTS + EmulatedDispenser.CURES:
            raise ValueError(f"no such fault: {name}")
        self._order(lambda: self._dispenser.fault(name, hopper))

    def noise(self, share: float) -> None:
        self._order(lambda: self._dispenser.noise(share))

    def close(self, patience_s: float = 5.0) -> None:
        """Cut the power permanently and end the thread. A second call does nothing."""
        if self._closing:
            return
        self._closing = True
        self._order(_nothing)
        self._thread.join(patience_s)
        if not self._thread.is_alive():  # a thread that is alive still uses them
            self._line.close()

    # -- its own thread -----------------------------------------------------------------------------------------------

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.append(order)
        self._line.wake()

    def _serve(self) -> None:
        while not self._closing:
            self._clock.advance_to(int((self._pace.now_s() - self._started_s) * S))
            while self._orders:
                self._orders.popleft()()
            self._follow_the_plug()
            self._wait()
        self._line.unplug()

    def _wait(self) -> None:
        next_ns = self._clock.next_ns
        wait_s = _LONGEST_WAIT_S
        if next_ns is not None:
            due_s = next_ns / S - (self._pace.now_s() - self._started_s)
            wait_s = min(self._pace.wall_s(max(due_s, 0.0)), wait_s)
        if data := self._line.wait(wait_s):
            self._clock.advance_to(int((self._pace.now_s() - self._started_s) * S))
            if self.heard is not None:
                self.heard(data, False)
            self._dispenser.cable.send_to_device(data)

    def _follow_the_plug(self) -> None:
        cable = self._dispenser.cable
        session = cable.session if cable.plugged else -1
        if session == self._plugged_session:
            return
        self._line.unplug()
        if session >= 0:
            self._line.plug(Path(self.path if cable.named else self.other_path))
        self._plugged_session = session

    def _to_host(self) -> None:
        data = self._dispenser.cable.read_by_host()
        if self.heard is not None:
            self.heard(data, True)
        self._line.write(data)


def _nothing() -> None:
    pass
