"""The devices on USB."""

from pathlib import Path

from hal.plugged.sysfs import value

DEVICES = Path("/sys/bus/usb/devices")


def usb_devices(folder: Path = DEVICES) -> frozenset[str]:
    """Return the ids of the devices, such as `2e8a:0005`."""
    found = ((value(device / "idVendor"), value(device / "idProduct")) for device in folder.glob("*"))
    return frozenset(f"{vendor}:{product}" for vendor, product in found if vendor and product)
