"""A look-alike of py-spidev 3.8 over emulated buses, for programs that import `spidev`."""

import errno
import os
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from sim_hardware.nfc.spi_bus import SpiBus

MAX_BYTES = 4096
DEFAULT_SPEED_HZ = 125_000_000
"""The speed that the kernel reports for an untouched device on a Pi. The emulated bus then runs at the chip's limit."""
CHIP_LIMIT_HZ = 10_000_000


class SpiDev:
    """An SPI device with the attributes and errors of the extension module."""

    buses: ClassVar[Mapping[int, SpiBus]] = {}
    selects: ClassVar[Mapping[int, frozenset[int]]] = {}

    def __init__(self, bus: int | None = None, device: int | None = None) -> None:
        self.mode = 0
        self.cshigh = False
        self.threewire = False
        self.lsbfirst = False
        self.loop = False
        self.no_cs = False
        self.read0 = False
        self.bits_per_word = 8
        self.max_speed_hz = DEFAULT_SPEED_HZ
        self._bus: SpiBus | None = None
        self._device = 0
        if bus is not None and device is not None:
            self.open(bus, device)

    def __enter__(self) -> "SpiDev":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self, bus: int, device: int) -> None:
        if bus not in self.buses or device not in self.selects.get(bus, frozenset()):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._bus, self._device = self.buses[bus], device

    def open_path(self, path: str) -> None:
        try:
            bus, device = (int(part) for part in path.rsplit("spidev", 1)[1].split("."))
        except (IndexError, ValueError):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
        self.open(bus, device)

    def close(self) -> None:
        self._bus = None

    def fileno(self) -> int:
        return -1

    def xfer2(self, seq: Any, speed_hz: int = 0, delay_usecs: int = 0, bits: int = 0) -> Any:
        """Transfer one frame. A list is overwritten with the received bytes and returned."""
        received = self._transfer(self._checked(seq), speed_hz)
        if isinstance(seq, list):
            seq[:] = received
            return seq
        return tuple(received) if isinstance(seq, tuple) else received

    xfer = xfer2

    def xfer3(self, seq: Any, speed_hz: int = 0, delay_usecs: int = 0, bits: int = 0) -> Any:
        """Transfer any number of bytes in blocks, and return a tuple."""
        mosi = [self._byte(value) for value in seq]
        received: list[int] = []
        for start in range(0, len(mosi), MAX_BYTES):
            received += self._transfer(mosi[start : start + MAX_BYTES], speed_hz)
        return tuple(received)

    def readbytes(self, length: int) -> list[int]:
        return self._transfer([0] * length, 0)

    def writebytes(self, seq: Any) -> None:
        self._transfer(self._checked(seq), 0)

    def writebytes2(self, seq: Any) -> None:
        mosi = [self._byte(value) for value in seq]
        for start in range(0, len(mosi), MAX_BYTES):
            self._transfer(mosi[start : start + MAX_BYTES], 0)

    def _checked(self, seq: Any) -> Sequence[int]:
        if not isinstance(seq, tuple | list | Sequence) or not len(seq):
            raise TypeError("Non-Empty list is expected")
        if len(seq) > MAX_BYTES:
            raise OverflowError(f"Argument list size exceeds {MAX_BYTES} bytes.")
        try:
            return bytes(seq)
        except (TypeError, ValueError):  # a value is wider than a byte, or no number
            return [self._byte(value) for value in seq]

    @staticmethod
    def _byte(value: Any) -> int:
        if not isinstance(value, int):
            raise TypeError(f"Non-Int/Long value in arguments: {value!r}.")
        return value & 0xFF

    def _transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        if self._bus is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._bus.transfer(self._device, mosi, min(speed_hz or self.max_speed_hz, CHIP_LIMIT_HZ))


def spidev_module(buses: Mapping[int, SpiBus], selects: Mapping[int, frozenset[int]]) -> ModuleType:
    """Return a module whose SpiDev opens these buses. `selects` tells which device files each has."""
    module = ModuleType("spidev")
    module.SpiDev = type("SpiDev", (SpiDev,), {"buses": buses, "selects": selects})  # type: ignore[attr-defined]
    module.__version__ = "3.8"  # type: ignore[attr-defined]
    return module
