"""The parts that are plugged into this computer, as frozen values. No port, bus or device is opened to find them."""

from hal.panels.keypads.listed import Keypad, keypads, listed_keypads
from hal.plugged.displays import Display, displays
from hal.plugged.nodes import i2c_buses, spi_devices
from hal.plugged.pcsc_readers import PcscReaders, pcsc_readers
from hal.plugged.plugged import Plugged, plugged
from hal.plugged.serial_ports import COM, LEADS, PICO, PluggedPort, lasting_name, serial_ports, without_port
from hal.plugged.usb_ids import usb_ids

__all__ = [
    "COM",
    "LEADS",
    "PICO",
    "Display",
    "Keypad",
    "PcscReaders",
    "Plugged",
    "PluggedPort",
    "displays",
    "i2c_buses",
    "keypads",
    "lasting_name",
    "listed_keypads",
    "pcsc_readers",
    "plugged",
    "serial_ports",
    "spi_devices",
    "usb_ids",
    "without_port",
]
