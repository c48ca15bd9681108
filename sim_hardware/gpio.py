"""A look-alike of RPi.GPIO 0.7.1: its functions, constants and errors, over an emulated Raspberry Pi."""

import warnings
from collections.abc import Callable, Iterable
from math import inf
from typing import Any, Protocol

from msgspec import Struct, field

BOARD, BCM = 10, 11
OUT, IN, SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 0, 1, 40, 41, 42, 43, -1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33
VERSION = "0.7.1"
RPI_REVISION = 3
RPI_INFO = {"P1_REVISION": 3, "RAM": "1G", "REVISION": "a020d3", "TYPE": "Pi 3 Model B+", "PROCESSOR": "BCM2837"}
_IN_USE = "This channel is already in use, continuing anyway.  Use GPIO.setwarnings(False) to disable warnings."
_NOTHING_TO_CLEAN = "No channels have been set up yet - nothing to clean up!"

# BOARD number -> BCM number of the 40-pin header.
_BOARD = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip


class Pins(Protocol):
    """The header of an emulated Raspberry Pi. Pins are BCM numbers."""

    @property
    def now_s(self) -> float: ...

    def level(self, pin: int) -> bool | None:
        """Return the level of a wired pin, or None for any other pin."""
        ...

    def drive(self, pin: int, level: bool) -> None: ...

    def watch(self, notify: Callable[[int, bool], None]) -> None:
        """Pass each edge to `notify` from now on, as pin and level, never in the middle of a transfer."""
        ...

    def settle(self) -> None:
        """Pass on the pending edges, if the caller has to do that."""
        ...

    def wait(self, until: Callable[[], bool], timeout_s: float | None) -> bool:
        """Wait until `until()` is true. Return False after `timeout_s` seconds."""
        ...


def names(pins: Pins) -> dict[str, Any]:
    """Return everything in `RPi.GPIO`: its constants, its PWM, and the functions of one header."""
    header = Header(pins)
    functions = {name: getattr(header, name) for name in dir(header) if not name.startswith("_")}
    return {name: value for name, value in globals().items() if name.isupper()} | functions


class _Pin(Struct):
    channel: int
    direction: int
    level: bool
    edge: int | None = None
    callbacks: list[Callable[[int], object]] = field(default_factory=list)
    bounce_s: float = 0.0
    last_s: float = -inf
    seen: bool = False


class Header:
    """The header of one Raspberry Pi. Its methods are the module's functions."""

    def __init__(self, raspberry: Pins) -> None:
        self._raspberry = raspberry
        self._mode: int | None = None
        self._warnings = True
        self._pins: dict[int, _Pin] = {}
        self._latches: dict[int, bool] = {}
        """The last value written to each pin.

        The chip stores it for inputs and outputs alike; it is low at power-up.
        """

    def setmode(self, mode: int) -> None:
        if mode not in (BOARD, BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def getmode(self) -> int | None:
        return self._mode

    def setwarnings(self, wanted: bool) -> None:
        self._warnings = bool(wanted)

    def setup(self, channel: Any, direction: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
        if direction not in (IN, OUT):
            raise ValueError("An invalid direction was passed to setup()")
        if direction == OUT and pull_up_down != PUD_OFF:
            raise ValueError("pull_up_down parameter is not valid for outputs")
        if direction == IN and initial != -1:
            raise ValueError("initial parameter is not valid for inputs")
        for each in _listed(channel):
            pin = self._bcm(each)
            if pin in self._pins and self._warnings and self._pins[pin].direction != direction:
                warnings.warn(_IN_USE, RuntimeWarning, stacklevel=3)
            if initial != -1:
                self._latches[pin] = initial == HIGH
            level = self._latches.get(pin, False) if direction == OUT else pull_up_down == PUD_UP
            self._pins[pin] = _Pin(each, direction, level)
            if direction == OUT:
                self._raspberry.drive(pin, level)

    def output(self, channel: Any, value: Any) -> None:
        channels = _listed(channel)
        values = _listed(value)
        if len(values) == 1:
            values = values * len(channels)
        if len(values) != len(channels):
            raise RuntimeError("Number of channels != number of values")
        for each, level in zip(channels, values, strict=True):
            pin = self._bcm(each)
            if pin not in self._pins or self._pins[pin].direction != OUT:
                raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
            self._pins[pin].level = self._latches[pin] = bool(level)
            self._raspberry.drive(pin, bool(level))

    def input(self, channel: int) -> int:
        pin = self._bcm(channel)
        if pin not in self._pins:
            raise RuntimeError("You must setup() the GPIO channel first")
        wired = self._raspberry.level(pin)
        return int(self._pins[pin].level if wired is None else wired)

    def cleanup(self, channel: Any = None) -> None:
        """Turn outputs into inputs again, which releases a reset line. Without a channel the mode is forgotten, too."""
        if channel is None and not self._pins and self._warnings:
            warnings.warn(_NOTHING_TO_CLEAN, RuntimeWarning, stacklevel=3)
        pins = list(self._pins) if channel is None else [self._bcm(each) for each in _listed(channel)]
        for pin in pins:
            known = self._pins.pop(pin, None)
            if known is not None and known.direction == OUT:
                self._raspberry.drive(pin, True)
        if channel is None:
            self._mode = None

    def gpio_function(self, channel: int) -> int:
        pin = self._bcm(channel)
        if pin in (7, 8, 9, 10, 11):
            return SPI
        return self._pins[pin].direction if pin in self._pins else IN

    # Events

    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], object] | None = None, bouncetime: int = -666
    ) -> None:
        pin = self._input(channel)
        if edge not in (RISING, FALLING, BOTH):
            raise ValueError("The edge must be set to RISING, FALLING or BOTH")
        if bouncetime <= 0 and bouncetime != -666:
            raise ValueError("Bouncetime must be greater than 0")
        if pin.edge is not None:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        self._raspberry.watch(self._level_changed)
        pin.edge = edge
        pin.bounce_s = max(0, bouncetime) / 1000
        if callback is not None:
            self.add_event_callback(channel, callback)

    def remove_event_detect(self, channel: int) -> None:
        pin = self._pins.get(self._bcm(channel))
        if pin is not None:
            pin.edge = None
            pin.callbacks.clear()
            pin.seen = False

    def add_event_callback(self, channel: int, callback: Callable[[int], object]) -> None:
        pin = self._input(channel)
        if pin.edge is None:
            raise RuntimeError("Add event detection using add_event_detect first before adding a callback")
        if not callable(callback):
            raise TypeError("Parameter must be callable")
        pin.callbacks.append(callback)

    def event_detected(self, channel: int) -> bool:
        self._raspberry.settle()
        pin = self._pins.get(self._bcm(channel))
        seen = pin is not None and pin.seen
        if pin is not None:
            pin.seen = False
        return seen

    def wait_for_edge(self, channel: int, edge: int, bouncetime: int = -666, timeout: int = -1) -> int | None:
        """Return the channel, or None after `timeout` milliseconds."""
        pin = self._input(channel)
        was = pin.edge
        if was is None:
            self.add_event_detect(channel, edge, bouncetime=bouncetime)
        pin.seen = False
        happened = self._raspberry.wait(lambda: pin.seen, None if timeout < 0 else timeout / 1000)
        if was is None:
            self.remove_event_detect(channel)
        return channel if happened else None

    def _level_changed(self, number: int, level: bool) -> None:
        """Report an edge of this pin to its detectors."""
        pin = self._pins.get(number)
        if pin is None or pin.edge not in (BOTH, RISING if level else FALLING):
            return
        now_s = self._raspberry.now_s
        if now_s - pin.last_s < pin.bounce_s:
            return
        pin.last_s = now_s
        pin.seen = True
        for callback in tuple(pin.callbacks):
            callback(pin.channel)

    def _input(self, channel: int) -> _Pin:
        pin = self._pins.get(self._bcm(channel))
        if pin is None or pin.direction != IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        return pin

    def _bcm(self, channel: int) -> int:
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)")
        number = _BOARD.get(channel) if self._mode == BOARD else channel
        if number is None or not 0 <= number <= 27:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return number


class PWM:
    """A PWM that drives nothing. Its arguments are checked."""

    def __init__(self, channel: int, frequency: float) -> None:
        self.ChangeFrequency(frequency)
        self.duty = 0.0

    def start(self, dutycycle: float) -> None:
        self.ChangeDutyCycle(dutycycle)

    def ChangeDutyCycle(self, dutycycle: float) -> None:  # noqa: N802 (RPi.GPIO's own name)
        if not 0.0 <= dutycycle <= 100.0:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self.duty = dutycycle

    def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802 (RPi.GPIO's own name)
        if frequency <= 0.0:
            raise ValueError("frequency must be greater than 0.0")
        self.frequency = frequency

    def stop(self) -> None:
        self.duty = 0.0


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, Iterable) else [value]
