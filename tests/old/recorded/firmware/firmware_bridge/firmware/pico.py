"""The Raspberry Pi Pico as a board, on stock MicroPython. The file system's `main.py` calls `start`."""

import os
import time

import machine
import micropython
import rp2

from .board import Watcher
from .eye import Eye
from .main import run
from .stock import StockBoard
from .wiring import HOPPERS, Hopper

SECTORS = 8
"""Fourteen payouts each, without a rest between them in which one could be erased."""
WATCHDOG_MS = 8000
LONGEST_IDLE_MS = 5
"""A token is 20 ms in the barrier, and the motor is to stop before the next one."""
MAINTENANCE = "/maintenance"
"""A file that says: do not start."""
SERVO_HZ = 50
SERVO_NS = {1: 2_000_000, 0: 1_500_000, -1: 1_000_000}


class _Motor:
    def __init__(self, hopper: Hopper) -> None:
        self._forward = machine.Pin(hopper.forward, machine.Pin.OUT, value=0)
        self._backward = machine.Pin(hopper.backward, machine.Pin.OUT, value=0) if hopper.backward >= 0 else None

    def drive(self, direction: int) -> None:
        """A driver with both inputs low brakes or coasts, as it is wired."""
        self._forward.value(direction > 0)
        if self._backward is not None:
            self._backward.value(direction < 0)


class _Servo:
    def __init__(self, hopper: Hopper) -> None:
        self._signal = machine.PWM(machine.Pin(hopper.forward), freq=SERVO_HZ, duty_ns=SERVO_NS[0])

    def drive(self, direction: int) -> None:
        self._signal.duty_ns(SERVO_NS[direction])


class Pico(StockBoard):
    flash_sectors = SECTORS

    def __init__(self, hoppers: "list[Hopper]") -> None:
        super().__init__(rp2.Flash(), "")
        self.hoppers = len(hoppers)
        self.boot = (int.from_bytes(os.urandom(4), "little") & 0x3FFFFFFE) + 1
        self._motors = [_Servo(hopper) if hopper.servo else _Motor(hopper) for hopper in hoppers]
        self._pins = [_input(hopper.barrier) for hopper in hoppers]
        self._eyes = [Eye(pin, time.ticks_us) for pin in self._pins]  # type: ignore[attr-defined]
        self._levels = [_input(hopper.level) if hopper.level >= 0 else None for hopper in hoppers]
        self._stalls = [_input(hopper.stall) if hopper.stall >= 0 else None for hopper in hoppers]
        self._ms = 0
        self._ticks = time.ticks_ms()  # type: ignore[attr-defined]
        micropython.kbd_intr(-1)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def now_ms(self) -> int:
        ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._ms += time.ticks_diff(ticks, self._ticks)  # type: ignore[attr-defined]
        self._ticks = ticks
        return self._ms

    def now_us(self) -> int:
        return int(time.ticks_us())  # type: ignore[attr-defined]

    def drive(self, hopper: int, direction: int) -> None:
        self._motors[hopper].drive(direction)

    def watch(self, hopper: int, barrier: Watcher) -> None:
        eye = self._eyes[hopper]
        eye.watch(barrier)
        self._pins[hopper].irq(eye.edge, machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)

    def is_dark(self, hopper: int) -> bool:
        return self._eyes[hopper].is_dark()

    def has_tokens(self, hopper: int) -> "bool | None":
        pin = self._levels[hopper]
        return None if pin is None else bool(pin.value())

    def is_stalled(self, hopper: int) -> "bool | None":
        pin = self._stalls[hopper]
        return None if pin is None else bool(pin.value())

    def interrupts_off(self) -> int:
        return int(machine.disable_irq())

    def interrupts_on(self, before: int) -> None:
        machine.enable_irq(before)

    def feed_watchdog(self) -> None:
        self._watchdog.feed()

    def idle(self, until_ms: "int | None") -> None:
        left_ms = LONGEST_IDLE_MS if until_ms is None else until_ms - self.now_ms()
        self._console.wait(max(0, min(left_ms, LONGEST_IDLE_MS)))

    def open_console(self) -> None:
        """The watchdog cannot be stopped but by a reset: the next life begins without the firmware, once."""
        for motor in self._motors:
            motor.drive(0)
        with open(MAINTENANCE, "w"):
            pass
        machine.reset()


def _input(number: int) -> "machine.Pin":
    return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)


def start() -> None:
    """For ever; but after `open_console` not at all, and the wire is MicroPython's console until the next reset."""
    try:
        os.remove(MAINTENANCE)
    except OSError:
        run(Pico(HOPPERS))
