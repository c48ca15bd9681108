"""The places at which a reader's wires end: chip-selects, serial ports, I2C buses, USB."""

from typing import TypeAlias

from msgspec import Struct


class Place(Struct, frozen=True):
    """A chip-select on SPI: /dev/spidev<bus>.<device>."""

    bus: int
    device: int
    pn532: bool = False
    """True if the chip there is a PN532, not an MFRC522."""


class HsuPlace(Struct, frozen=True):
    """A serial port with a PN532 behind it."""

    path: str
    fastest_baud: int = 1_288_000
    """The highest speed of the port."""


class I2cPlace(Struct, frozen=True):
    """An I2C bus with a PN532 on it: /dev/i2c-<bus>."""

    bus: int


class PcscPlace(Struct, frozen=True):
    """A USB port with a reader behind PC/SC."""

    name: str
    """The name that the daemon gives it."""


AnyPlace: TypeAlias = Place | HsuPlace | I2cPlace | PcscPlace
