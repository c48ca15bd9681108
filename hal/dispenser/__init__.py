"""The token dispenser: the serial port, and the link that talks to the Pico behind it."""

from hal.dispenser.link import Link
from hal.dispenser.port import Port, PortError, open_serial

__all__ = ["Link", "Port", "PortError", "open_serial"]
