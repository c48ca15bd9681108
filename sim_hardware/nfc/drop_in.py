"""The modules `spidev` and `RPi.GPIO`, which a driver imports on a Raspberry Pi, each once for a whole run of tests.

A driver imports once and keeps the module. Behind it is the reader of the current test.
"""

from collections import deque
from collections.abc import Callable
from types import ModuleType
from typing import Any

from sim_hardware.gpio import names
from sim_hardware.nfc.spidev import spidev_module
from sim_hardware.nfc.standing_reader import NAME, StandingReader
from sim_hardware.nfc.world import SELECTS

IRQ_PIN, RESET_PIN = 24, 25
"""The BCM numbers of the pins in most wiring guides: 18 and 22 on the header."""


class Wires:
    """The two pins of a reader in virtual time. A level changes only by a transfer or by the clock.

    There is no thread: edges are passed on after the transfer, or the advance of time, in which they occurred.
    """

    def __init__(self, reader: StandingReader) -> None:
        self._reader, self._chip = reader, reader.world.chips[NAME]
        self._edges: deque[tuple[int, bool]] = deque()
        self._watcher: Callable[[int, bool], None] | None = None
        self._telling = False
        self._chip.irq.on_pin = lambda level: self._edges.append((IRQ_PIN, level))
        reader.after_time = self.settle
        for bus in reader.world.buses.values():
            bus.rest = self.settle

    @property
    def now_s(self) -> float:
        return self._reader.clock.now_s

    def level(self, pin: int) -> bool | None:
        return self._chip.irq.level if pin == IRQ_PIN else None

    def drive(self, pin: int, level: bool) -> None:
        if pin == RESET_PIN:
            self._chip.hold_reset(not level)

    def watch(self, notify: Callable[[int, bool], None]) -> None:
        self._edges.clear()
        self._watcher = notify

    def settle(self) -> None:
        """Report the edges that have occurred. Edges that a callback causes are reported after it."""
        if self._telling or self._watcher is None:
            return
        self._telling = True
        try:
            while self._edges:
                self._watcher(*self._edges.popleft())
        finally:
            self._telling = False

    def wait(self, until: Callable[[], bool], timeout_s: float | None) -> bool:
        return self._reader.wait(until, timeout_s)


class DropIn:
    """Replacements for spidev and RPi.GPIO. Put `modules` into `sys.modules` while a test runs."""

    def __init__(self) -> None:
        self._spidev: Any = spidev_module({}, {})
        self._rpi, self._gpio = ModuleType("RPi"), ModuleType("RPi.GPIO")
        self._rpi.GPIO = self._gpio  # type: ignore[attr-defined]
        self.modules = {"spidev": self._spidev, "RPi": self._rpi, "RPi.GPIO": self._gpio}

    def wire(self, reader: StandingReader) -> None:
        buses = reader.world.buses
        self._spidev.SpiDev.buses, self._spidev.SpiDev.selects = buses, dict.fromkeys(buses, SELECTS)
        vars(self._gpio).update(names(Wires(reader)))
