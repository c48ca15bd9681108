"""The devices on USB, by vendor and product."""

from pathlib import Path

from hal.sysfs import value


def usb_ids(root: Path = Path("/")) -> frozenset[str]:
    """Return the id of each device, such as `2e8a:0005`."""
    devices = (root / "sys/bus/usb/devices").glob("*/idVendor")
    return frozenset(f"{value(vendor)}:{value(vendor.with_name('idProduct'))}" for vendor in devices)
