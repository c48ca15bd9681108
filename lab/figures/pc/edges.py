"""The third-party edges of a real table, over emulated electronics: each can refuse, at the start or later.

The shipping drivers run over what they import on a Raspberry Pi: `spidev`, gpiozero's factory over lgpio, pyserial,
the kernel's I2C device and its input devices, and the library of PC/SC.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from types import ModuleType
from typing import Any
from unittest.mock import patch

from serial import SerialException

from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.keypads import EmulatedInputs
from sim_hardware.nfc import ReaderWorld


class Trouble(StrEnum):
    ABSENT = "absent"
    BUSY = "busy"
    FORBIDDEN = "forbidden"

    def error(self, place: str) -> OSError:
        """Return the kernel's error for a device file."""
        number = {Trouble.ABSENT: errno.ENOENT, Trouble.BUSY: errno.EBUSY, Trouble.FORBIDDEN: errno.EACCES}[self]
        return OSError(number, os.strerror(number), place)

    @property
    def of_pin(self) -> str:
        """Return lgpio's words for a pin."""
        return {Trouble.ABSENT: "bad GPIO number", Trouble.BUSY: "GPIO busy", Trouble.FORBIDDEN: "no permission"}[self]


HOLDER = "spi1 CS2"
"""The user of each busy pin, as the kernel names it."""


class Edges:
    """The edges of one table. `refused` has the trouble of each device file; pins have their own."""

    def __init__(
        self, readers: ReaderWorld, dispenser: EmulatedDispenser, port: str, pins: Any, inputs: EmulatedInputs
    ) -> None:
        """`port` is the path of the dispenser's serial port, and `pins` gpiozero's mock factory."""
        self.inputs = inputs
        self._readers, self._dispenser, self._port, self._pins = readers, dispenser, port, pins
        self.refused: dict[str, Trouble] = {}
        self.chip: Trouble | None = None
        """The trouble of the GPIO chip. It counts when the chip is opened."""

    def check(self, place: str) -> None:
        """Raise the error of this device file, if it has a trouble."""
        if place in self.refused:
            raise self.refused[place].error(place)

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Put these edges in the place of this computer's."""
        lgpio = ModuleType("gpiozero.pins.lgpio")
        lgpio.LGPIOFactory = self._factory  # type: ignore[attr-defined]
        modules = {"spidev": self._spidev(), "gpiozero.pins.lgpio": lgpio}
        with ExitStack() as stack:
            for each in (
                patch.dict(sys.modules, modules),
                patch.dict(os.environ),
                patch("serial.Serial", self._serial),
                patch("ctypes.CDLL", self._library),
                patch("table.devices.configured.device_settings.I2cDevice", self._i2c),
                patch("table.devices.configured.device_settings.kernel_holds_reader", self._stolen),
                patch("hal.panels.claims.pin_holder", lambda _: HOLDER),
                patch("hal.panels.keypads.input_device.LinuxInputs", lambda: self.inputs),
            ):
                stack.enter_context(each)
            yield

    def _factory(self) -> Any:
        if self.chip is not None:
            raise OSError("can not open gpiochip")
        return self._pins

    def _spidev(self) -> ModuleType:
        edges, emulated = self, self._readers.spidev

        class SpiDev(emulated.SpiDev):  # type: ignore[misc, name-defined]
            place = ""

            def open(self, bus: int, device: int) -> None:
                self.place = f"/dev/spidev{bus}.{device}"
                edges.check(self.place)
                super().open(bus, device)

            def xfer2(self, *frame: Any) -> Any:
                edges.check(self.place)
                return super().xfer2(*frame)

        module = ModuleType("spidev")
        module.SpiDev = SpiDev  # type: ignore[attr-defined]
        return module

    def _serial(self, path: str, **_: object) -> "SerialEdge":
        self._check_port(path)
        opened = self._dispenser.port() if path == self._port else self._readers.serial(path)
        return SerialEdge(opened, lambda: self._check_port(path))

    def _check_port(self, path: str) -> None:
        try:
            self.check(path)
        except OSError as error:
            raise SerialException(error.errno, f"could not open port {path}: {error}") from error

    def _i2c(self, bus: int) -> "I2cEdge":
        place = f"/dev/i2c-{bus}"
        self.check(place)
        return I2cEdge(self._readers.i2c(bus), lambda: self.check(place))

    def _library(self, _name: str) -> Any:
        return self._readers.pcsc

    def _stolen(self) -> bool:
        return self.refused.get("pcsc") is Trouble.BUSY


class SerialEdge:
    """An emulated port with the methods of `serial.Serial`."""

    is_open = True
    in_waiting = 0

    def __init__(self, opened: Any, check: Callable[[], None]) -> None:
        self._opened, self._check = opened, check
        self._read = b""
        self.baudrate = 115_200
        self.timeout: float | None = 0

    def read(self, size: int) -> bytes:
        self._check()
        self._read += self._opened.read(self.timeout or 0.0)
        taken, self._read = self._read[:size], self._read[size:]
        self.in_waiting = len(self._read)
        return taken

    def write(self, data: bytes) -> None:
        self._check()
        self._opened.write(data)

    def flush(self) -> None:
        self._check()

    def fileno(self) -> int:
        """Raises OSError: it is no file, and has only its first speed."""
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

    def cancel_read(self) -> None:
        """Do nothing: in virtual time no read waits."""

    def close(self) -> None:
        self._opened.close()


class I2cEdge:
    """An emulated I2C device with the methods of the kernel's."""

    def __init__(self, opened: Any, check: Callable[[], None]) -> None:
        self._opened, self._check = opened, check

    def read(self, size: int) -> bytes:
        self._check()
        data: bytes = self._opened.read(size)
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._opened.write(data)

    def pause(self, seconds: float) -> None:
        self._opened.pause(seconds)

    def close(self) -> None:
        self._opened.close()
