"""The modules `spidev` and `RPi.GPIO`, which a driver imports on a Raspberry Pi, each once for a whole run of tests.

A driver imports once and keeps the module. Behind it is the reader of the current test.
"""

from collections import deque
from types import ModuleType
from typing import Any

from sim_hardware.gpio import names
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.spidev import spidev_module
from sim_hardware.nfc.standing_reader import NAME, StandingReader
from sim_hardware.nfc.world import SELECTS

IRQ_PIN, RESET_PIN = 24, 25
"""The BCM numbers of the pins in most wiring guides: 18 and 22 on the header."""


class Wires:
    """The two pins of a reader in virtual time. A level changes only by a transfer or by the clock."""

    def __init__(self, chip: Mfrc522) -> None:
        self.edges: deque[tuple[int, bool]] = deque()
        self._chip = chip
        chip.irq.on_pin = lambda level: self.edges.append((IRQ_PIN, level))

    def catch_up(self) -> None:
        """Do nothing: no time passes by itself here."""

    def level(self, pin: int) -> bool | None:
        return self._chip.irq.level if pin == IRQ_PIN else None

    def drive(self, pin: int, level: bool) -> None:
        if pin == RESET_PIN:
            self._chip.hold_reset(not level)


class DropIn:
    """These modules stand in for spidev and RPi.GPIO. `modules` belong into `sys.modules` while a test runs."""

    def __init__(self) -> None:
        self._spidev: Any = spidev_module({}, {})
        self._rpi, self._gpio = ModuleType("RPi"), ModuleType("RPi.GPIO")
        self._rpi.GPIO = self._gpio  # type: ignore[attr-defined]
        self.modules = {"spidev": self._spidev, "RPi": self._rpi, "RPi.GPIO": self._gpio}

    def wire(self, reader: StandingReader) -> None:
        buses = reader.world.buses
        self._spidev.SpiDev.buses, self._spidev.SpiDev.selects = buses, dict.fromkeys(buses, SELECTS)
        vars(self._gpio).update(names(Wires(reader.world.chips[NAME])))
