"""A computer's `/sys`, `/proc` and `/dev` in a folder, as a Pi with USB parts shows them."""

from pathlib import Path

NUMBER_PAD = """\
I: Bus=0003 Vendor=1a2c Product=2d43 Version=0110
N: Name="SEM USB Keyboard"
P: Phys=usb-0000:01:00.0-1.{port}/input0
S: Sysfs=/devices/platform/scb/fd500000.pcie/usb1/1-1/1-1.{port}/1-1.{port}:1.0/input/input{event}
U: Uniq=
H: Handlers=sysrq kbd leds event{event}
B: PROP=0
B: EV=120013
B: KEY=7f80 0 0 10000000 0 100000000000000 380000ffcf01c0 4000
B: MSC=10
B: LED=7
"""
KEYBOARD = """\
I: Bus=0011 Vendor=0001 Product=0001 Version=ab41
N: Name="AT Translated Set 2 keyboard"
P: Phys=isa0060/serio0/input0
S: Sysfs=/devices/platform/i8042/serio0/input/input2
U: Uniq=
H: Handlers=sysrq kbd leds event2
B: PROP=0
B: EV=120013
B: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe
B: MSC=10
B: LED=7
"""
POWER_BUTTON = """\
I: Bus=0019 Vendor=0000 Product=0001 Version=0000
N: Name="Power Button"
P: Phys=PNP0C0C/button/input0
S: Sysfs=/devices/LNXSYSTM:00/LNXSYBUS:00/PNP0C0C:00/input/input0
U: Uniq=
H: Handlers=kbd event0
B: PROP=0
B: EV=3
B: KEY=8000 10000000000000 0
"""


class Tree:
    """Build such a folder part by part."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "sys/class/tty").mkdir(parents=True)

    def node(self, path: str) -> Path:
        """Make a device file, as an empty file, and return it."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        return file

    def link(self, name: str, target: Path) -> None:
        link = self.root / name.lstrip("/")
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)

    def serial(
        self, tty: str, place: str, usb: str, number: str = "", *, product: str = "", by_id: str = "", by_path: str = ""
    ) -> None:
        """Plug a serial device into the USB socket `place`."""
        device = self.root / "sys/devices/usb1" / place
        port = device / f"{place}:1.0" / tty
        port.mkdir(parents=True)
        names = ("idVendor", "idProduct", "serial", "product")
        for name, text in zip(names, (*usb.split(":"), number, product), strict=True):
            if text:
                (device / name).write_text(f"{text}\n", "utf-8")
        driver = self.root / "sys/bus/usb-serial/drivers/usb"
        driver.mkdir(parents=True, exist_ok=True)
        (port / "driver").symlink_to(driver)
        self.link(f"sys/class/tty/{tty}/device", port)
        node = self.node(f"dev/{tty}")
        for folder, name in (("by-id", by_id), ("by-path", by_path)):
            if name:
                self.link(f"dev/serial/{folder}/{name}", node)

    def chipset_port(self, tty: str) -> None:
        """Add a port of a PC's chipset, which the kernel lists though nothing is wired to it."""
        port = self.root / "sys/devices/platform/serial8250"
        port.mkdir(parents=True, exist_ok=True)
        driver = self.root / "sys/bus/platform/drivers/serial8250"
        driver.mkdir(parents=True, exist_ok=True)
        if not (port / "driver").exists():
            (port / "driver").symlink_to(driver)
        self.link(f"sys/class/tty/{tty}/device", port)
        self.node(f"dev/{tty}")

    def inputs(self, *blocks: str) -> None:
        file = self.node("proc/bus/input/devices")
        file.write_text("\n".join(blocks) + "\n", "utf-8")

    def display(self, socket: str, status: str, *modes: str) -> None:
        folder = self.root / "sys/class/drm" / socket
        folder.mkdir(parents=True)
        (folder / "status").write_text(f"{status}\n", "utf-8")
        (folder / "modes").write_text("".join(f"{mode}\n" for mode in modes), "utf-8")
