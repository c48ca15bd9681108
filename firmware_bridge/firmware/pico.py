"""The Raspberry Pi Pico as a board, on stock MicroPython. The file system's `main.py` calls `start`."""

import os
import time

import machine
import micropython
import rp2

from .board import Watcher
from .eye import Eye
from .main import run
from .settings import Settings
from .stock import StockBoard
from .wiring import HIGH, HOPPERS, Hopper

SECTORS = 8
"""The number of flash sectors. Each has room for fourteen payouts without a rest in which one could be erased."""
WATCHDOG_MS = 8000
LONGEST_IDLE_MS = 5
"""The longest rest with all motors still. An edge at a barrier does not end it."""
TURNING_IDLE_MS = 1
"""The longest rest while a motor turns. The motor has to stop before the next token."""
MAINTENANCE = "/maintenance"
"""The file that keeps the firmware from starting, once."""
OWN_WIRING = "/hoppers.py"
"""The builder's own file of hoppers. `firmware install` keeps it."""
SERVO_HZ = 50
SERVO_NS = {1: 2_000_000, 0: 1_500_000, -1: 1_000_000}


class _Motor:
    def __init__(self, hopper: Hopper) -> None:
        self._forward = machine.Pin(hopper.forward, machine.Pin.OUT, value=0)
        self._backward = machine.Pin(hopper.backward, machine.Pin.OUT, value=0) if hopper.backward >= 0 else None
        self._brakes = hopper.backward >= 0 and hopper.brake

    def drive(self, direction: int) -> None:
        """Turn or stop the motor. To brake, both inputs are high; a driver with both inputs low coasts."""
        brakes = direction == 0 and self._brakes
        self._forward.value(direction > 0 or brakes)
        if self._backward is not None:
            self._backward.value(direction < 0 or brakes)


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
        self._eyes = [
            Eye(self._pins[number], time.ticks_us, _level(hoppers[number].barrier_dark))  # type: ignore[attr-defined]
            for number in range(len(hoppers))
        ]
        self._levels = [_Sensor(hopper.level, _level(hopper.level_filled)) for hopper in hoppers]
        self._stalls = [_Sensor(hopper.stall, _level(hopper.stalled)) for hopper in hoppers]
        self._turning = [0] * len(hoppers)
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
        self._turning[hopper] = direction

    def watch(self, hopper: int, barrier: Watcher) -> None:
        eye = self._eyes[hopper]
        eye.watch(barrier)
        self._pins[hopper].irq(eye.edge, machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)

    def is_dark(self, hopper: int) -> bool:
        return self._eyes[hopper].is_dark()

    def has_tokens(self, hopper: int) -> "bool | None":
        return self._levels[hopper].signal()

    def is_stalled(self, hopper: int) -> "bool | None":
        return self._stalls[hopper].signal()

    def interrupts_off(self) -> int:
        return int(machine.disable_irq())

    def interrupts_on(self, before: int) -> None:
        machine.enable_irq(before)

    def feed_watchdog(self) -> None:
        self._watchdog.feed()

    def idle(self, until_ms: "int | None") -> None:
        most_ms = TURNING_IDLE_MS if any(self._turning) else LONGEST_IDLE_MS
        left_ms = most_ms if until_ms is None else until_ms - self.now_ms()
        self._console.wait(max(0, min(left_ms, most_ms)))

    def open_console(self) -> None:
        """Reset into the console. Only a reset stops the watchdog, so the next start is without the firmware, once."""
        for motor in self._motors:
            motor.drive(0)
        self._console.send_all()
        with open(MAINTENANCE, "w"):
            pass
        machine.reset()


class _Sensor:
    """A level sensor or a stall signal, or none: `number` is -1 then."""

    def __init__(self, number: int, yes: int) -> None:
        self._pin = _input(number) if number >= 0 else None
        self._yes = yes

    def signal(self) -> "bool | None":
        return None if self._pin is None else self._pin.value() == self._yes


def _input(number: int) -> "machine.Pin":
    return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)


def _level(meaning: str) -> int:
    return 1 if meaning == HIGH else 0


def settings_of(hoppers: "list[Hopper]") -> "list[Settings]":
    return [Settings().change(hopper.timings) for hopper in hoppers]


def wired() -> "list[Hopper]":
    """Return the hoppers of the builder's own file, or else those of the firmware."""
    try:
        os.stat(OWN_WIRING)
    except OSError:
        return HOPPERS
    return __import__("hoppers").HOPPERS  # type: ignore[no-any-return]


def start() -> None:
    """Run the firmware forever. After `open_console` do nothing, so that the wire is the console until a reset."""
    try:
        os.remove(MAINTENANCE)
    except OSError:
        hoppers = wired()
        run(Pico(hoppers), settings_of(hoppers))
