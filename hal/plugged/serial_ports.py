"""The serial ports of this computer with their USB ids and their lasting names. None is opened."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct
from serial.tools.list_ports import comports

from hal.plugged.usb_ids import usb_ids
from hal.sysfs import link_to, value

PICO = "2e8a:0005"
"""A Raspberry Pi Pico with MicroPython, as the dispenser has it."""
LEADS = {
    "10c4:ea60": "CP2102",
    "1a86:7523": "CH340",
    "1a86:55d4": "CH9102",
    "0403:6001": "FT232",
    "067b:2303": "PL2303",
}
"""The chips of USB-serial leads.

A lead may belong to a reader, or to an unknown board, which may reset when the port is opened.
"""


COM = re.compile(r"COM[1-9]\d{0,2}", re.IGNORECASE)
"""The name of a port on Windows, which ignores case."""


class PluggedPort(Struct, frozen=True):
    path: str
    """`/dev/ttyACM0`, or `COM3` on Windows."""
    usb: str = ""
    """The USB id, such as `2e8a:0005`; empty if the port is not on USB."""
    number: str = ""
    """The serial number; empty if the device has none, as most leads."""
    product: str = ""
    by_id: str = ""
    """The name in `/dev/serial/by-id`, or empty. It is not a lasting name for a device without a serial number."""
    by_path: str = ""
    """The name in `/dev/serial/by-path`, or empty: that of the USB socket."""

    def has_name(self, name: str) -> bool:
        """True if this is the port's name. For a path, only this very path counts."""
        return self.path == name or (bool(COM.fullmatch(name)) and self.path.upper() == name.upper())

    @property
    def is_pico(self) -> bool:
        return self.usb == PICO

    @property
    def lead(self) -> str:
        """Return the chip of a USB-serial lead, such as `CP2102`; empty for another port."""
        return LEADS.get(self.usb, "")


def serial_ports(root: Path = Path("/"), listed: Callable[[], Iterable[Any]] = comports) -> tuple[PluggedPort, ...]:
    """Return the ports by path. `listed` lists them on a system without `/sys/class/tty`, as pyserial does."""
    folder = root / "sys/class/tty"
    found = map(_of_pyserial, listed()) if not folder.is_dir() else _of_kernel(folder, root)
    return tuple(sorted(found, key=lambda port: port.path))


def without_port(root: Path = Path("/")) -> tuple[str, ...]:
    """Return the makes of the devices on USB that should have a serial port and have none."""
    names = {PICO: "Pico", **LEADS}
    return tuple(names[usb] for usb in sorted(usb_ids(root) & names.keys() - {port.usb for port in serial_ports(root)}))


def lasting_name(port: PluggedPort, every: Iterable[PluggedPort]) -> str:
    """Return the name of a port that stays the same after the computer starts again, or else its path.

    Devices of one make with the same serial number, or with none, differ by their USB sockets.
    """
    twins = [other for other in every if (other.usb, other.number) == (port.usb, port.number)]
    unique = bool(port.number) and len(twins) <= 1
    return (port.by_id if unique else "") or port.by_path or port.by_id or port.path


def _of_kernel(folder: Path, root: Path) -> Iterable[PluggedPort]:
    for tty in sorted(folder.iterdir()):
        device = tty / "device"
        # The ports of a PC's chipset that lead nowhere are listed as well: `serial8250` drives them.
        if not (device / "driver").exists() or (device / "driver").resolve().name in ("serial8250", "port"):
            continue
        usb = next((each for each in device.resolve().parents if (each / "idVendor").exists()), None)
        node = root / "dev" / tty.name
        yield PluggedPort(
            f"/dev/{tty.name}",
            f"{value(usb / 'idVendor')}:{value(usb / 'idProduct')}" if usb else "",
            value(usb / "serial") if usb else "",
            value(usb / "product") if usb else "",
            link_to(node, root, "dev/serial/by-id"),
            link_to(node, root, "dev/serial/by-path"),
        )


def _of_pyserial(port: Any) -> PluggedPort:
    usb = "" if port.vid is None else f"{port.vid:04x}:{port.pid:04x}"
    return PluggedPort(port.device, usb, port.serial_number or "", port.product or "")
