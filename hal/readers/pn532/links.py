"""The three ways to a PN532: a serial line (HSU), SPI and I2C. Each carries whole frames without interpreting them."""

from types import ModuleType
from typing import Any, Protocol

from hal.readers.pn532.frames import LONGEST, WAKE_UP

FIRST_BAUD = 115_200
"""The speed of a serial line after the chip's reset (UM0701-02, 7.2.8)."""
SPI_HZ = 1_000_000
"""The bus clock. The chip supports 5 MHz; wires do not."""
I2C_ADDRESS = 0x24
WAKE_S = 0.002
"""The seconds that the chip takes to start after it was woken."""
DATA_WRITE, STATUS_READ, DATA_READ = 0x01, 0x02, 0x03
READY = 0x01
OVERHEAD = 10
"""The bytes of a frame around its data, with a stray one."""


class ChipLink(Protocol):
    """A link to one chip. One thread calls it. Every call may raise OSError: the link itself is gone."""

    @property
    def name(self) -> str:
        """Return `hsu`, `spi` or `i2c`."""
        ...

    def wake(self) -> None:
        """Wake a chip that may sleep. Bytes that it sent before are lost."""
        ...

    def flush(self) -> None:
        """End a frame after a damaged length: the chip still expects the rest of it."""
        ...

    def write(self, frame: bytes) -> None: ...

    def read(self, size: int, wait_s: float) -> bytes:
        """Return bytes that the chip sent; empty if none arrived for `wait_s` seconds.

        `size` is the most data of the frame that is awaited. More or fewer bytes may be returned.
        """
        ...

    def pause(self, seconds: float) -> None:
        """Let time pass on the link."""
        ...

    def close(self) -> None:
        """Close the link. Never raises."""
        ...


class SerialLine(Protocol):
    """A serial port, opened at 115,200 baud: `hal.dispenser.port.SerialPort`, or an emulated one."""

    def read(self, wait_s: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def set_baud(self, baud: int) -> None:
        """Change the port's speed, after all written bytes are sent. Raises OSError if the port does not have it."""
        ...

    def close(self) -> None: ...


class I2cLine(Protocol):
    """A device on an I2C bus: each call is one transaction, from start to stop."""

    def read(self, size: int) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def pause(self, seconds: float) -> None: ...

    def close(self) -> None: ...


class HsuLink:
    name = "hsu"

    def __init__(self, line: SerialLine) -> None:
        self._line = line
        self.baud = FIRST_BAUD
        """The speed of the port. The chip's own is changed by `hal.readers.pn532.speed`."""

    def set_baud(self, baud: int) -> None:
        """Change the speed of the port. Raises OSError if the port does not have it."""
        self._line.set_baud(baud)
        self.baud = baud

    def wake(self) -> None:
        self._line.write(WAKE_UP)
        self.pause(WAKE_S)
        self.flush()

    def flush(self) -> None:
        self._line.write(bytes(LONGEST + OVERHEAD))

    def write(self, frame: bytes) -> None:
        self._line.write(frame)

    def read(self, size: int, wait_s: float) -> bytes:
        return self._line.read(wait_s)

    def pause(self, seconds: float) -> None:
        """Wait on the line, and drop the bytes that arrive meanwhile."""
        self._line.read(seconds)

    def close(self) -> None:
        self._line.close()


class SpiLink:
    """A PN532 on SPI.

    The chip sends the lowest bit first, and a Pi's controller the highest. So the bits of each byte are reversed here.
    """

    name = "spi"

    def __init__(self, spidev: ModuleType, bus: int, device: int, speed_hz: int = SPI_HZ) -> None:
        """Raises OSError if the device file cannot be opened."""
        self._spi: Any = spidev.SpiDev()
        self._spi.open(bus, device)
        self._spi.max_speed_hz = speed_hz
        self._poll_s = 16 / speed_hz
        """The seconds that one look at the status takes at least."""

    def wake(self) -> None:
        self._exchange(bytes([DATA_WRITE]))
        self.pause(WAKE_S)

    def flush(self) -> None:
        """Do nothing: each transfer begins a frame."""

    def write(self, frame: bytes) -> None:
        self._exchange(bytes([DATA_WRITE]) + frame)

    def read(self, size: int, wait_s: float) -> bytes:
        for _ in range(int(wait_s / self._poll_s) + 1):
            if self._exchange(bytes([STATUS_READ, 0]))[1] & READY:
                return self._exchange(bytes([DATA_READ]) + bytes(size + OVERHEAD))[1:]
        return b""

    def pause(self, seconds: float) -> None:
        for _ in range(int(seconds / self._poll_s) + 1):
            self._exchange(bytes([STATUS_READ, 0]))

    def close(self) -> None:
        self._spi.close()

    def _exchange(self, data: bytes) -> bytes:
        return bytes(self._spi.xfer2(list(data.translate(TURNED)))).translate(TURNED)


class I2cLink:
    name = "i2c"
    POLL_S = 0.0005

    def __init__(self, line: I2cLine) -> None:
        self._line = line

    def wake(self) -> None:
        """Wake the chip by its address. It does not acknowledge the first time, because it sleeps."""
        try:
            self._line.write(b"\x00")
        except OSError:
            self._line.pause(WAKE_S)

    def flush(self) -> None:
        """Do nothing: each transaction begins a frame."""

    def write(self, frame: bytes) -> None:
        self._line.write(frame)

    def read(self, size: int, wait_s: float) -> bytes:
        for _ in range(int(wait_s / self.POLL_S) + 1):
            found = self._line.read(1 + size + OVERHEAD)
            if found and found[0] & READY:
                return found[1:]
            self._line.pause(self.POLL_S)
        return b""

    def pause(self, seconds: float) -> None:
        self._line.pause(seconds)

    def close(self) -> None:
        self._line.close()


TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Every byte with its bits in the other order."""
