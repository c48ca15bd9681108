"""The places at which a reader's wires end: chip-selects, serial ports, I2C buses, USB."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Place:
    """A chip-select on SPI: /dev/spidev<bus>.<device>."""

    bus: int
    device: int
    pn532: bool = False
    """True if the chip there is a PN532, not an MFRC522."""


@dataclass(frozen=True, slots=True)
class HsuPlace:
    """A serial port with a PN532 behind it."""

    path: str
    fastest_baud: int = 1_288_000
    """The highest speed of the port."""


@dataclass(frozen=True, slots=True)
class I2cPlace:
    """An I2C bus with a PN532 on it: /dev/i2c-<bus>."""

    bus: int


@dataclass(frozen=True, slots=True)
class PcscPlace:
    """A USB port with a reader behind PC/SC."""

    name: str
    """The name that the daemon gives it."""


AnyPlace: TypeAlias = Place | HsuPlace | I2cPlace | PcscPlace
