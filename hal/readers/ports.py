"""The connections of a world to its readers: SPI, serial ports, I2C, PC/SC. The real ones are opened here."""

import os
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from hal.computer.ports import open_i2c
from hal.dispenser.port import PortError, open_serial

if TYPE_CHECKING:
    from hal.readers.pn532.links import I2cLine, SerialLine

THIEVES = frozenset({"pn533_usb", "pn533"})
FAULTS = {
    "dispenser.no_permission": "reader.port_denied",
    "dispenser.busy": "reader.port_busy",
}
"""The fault of a reader for each fault of a dispenser's port. All others count as a missing lead."""


class ReaderPorts(Protocol):
    """The connections to the readers of one world."""

    @property
    def spidev(self) -> ModuleType:
        """Return the module `spidev`. Raises OSError with a message that says what to do."""
        ...

    def serial(self, path: str) -> "SerialLine":
        """Open a serial port at 115,200 baud. Raises OSError; a PortError has the code of its fault."""
        ...

    def i2c(self, bus: int) -> "I2cLine":
        """Open the PN532 on an I2C bus. Raises OSError."""
        ...

    @property
    def pcsc(self) -> Any:
        """Return the library of PC/SC, with the functions of winscard.h. Raises OSError if it is not installed."""
        ...


def serial_line(path: str) -> "SerialLine":
    """Open a real serial port. Raises PortError."""
    try:
        return open_serial(path)
    except PortError as error:
        raise PortError(FAULTS.get(error.code, "reader.no_port"), error.detail) from error


def kernel_holds_reader(modules: Path = Path("/proc/modules")) -> bool:
    """True if the kernel's own driver has taken the chip of a reader away from the daemon."""
    try:
        return any(line.split()[0] in THIEVES for line in modules.read_text("utf-8").splitlines())
    except OSError:
        return False


class I2cDevice:
    """The PN532 on a real I2C bus, through the kernel's i2c-dev: no package is needed."""

    def __init__(self, bus: int) -> None:
        """Raises OSError."""
        from hal.readers.pn532.links import I2C_ADDRESS

        self._file = open_i2c(f"/dev/i2c-{bus}", I2C_ADDRESS)

    def read(self, size: int) -> bytes:
        return os.read(self._file, size)

    def write(self, data: bytes) -> None:
        os.write(self._file, data)

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        os.close(self._file)
