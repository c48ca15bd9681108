"""Find the programs that hold a device file, a socket or a pin, as far as the kernel reports them to this user.

Nothing is changed.
"""

import os
import struct
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from hal.computer.ports import ask_driver
from hal.computer.socket_peers import peers_of
from hal.overlays import claimed_pins

CHIP_INFO, CHIP_INFO_SIZE = 0x8044B401, 68
"""GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: name and label of 32 bytes each, and the number of lines."""
LINE_INFO, LINE_INFO_SIZE = 0xC100B405, 256
"""GPIO_V2_GET_LINEINFO_IOCTL: name and consumer of 32 bytes each, offset, number of attributes, flags."""
USED = 1
"""GPIO_V2_LINE_FLAG_USED: the line is not free."""
HEADER_CHIPS = "pinctrl-"
"""The prefixes of the labels of the header's chip: `pinctrl-bcm2835`, `pinctrl-bcm2711`, `pinctrl-rp1`."""
HEADER_PINS = range(28)
MOST_NAMED = 3

Ask = Callable[[int, int, bytearray], object]
"""Pass a request to the driver of an open device file, which fills the bytes. Raises OSError."""


class Holder(Struct, frozen=True):
    """A program that has a file open."""

    pid: int
    program: str
    """The program's name in the kernel, at most 15 letters."""

    def __str__(self) -> str:
        return f"{self.program} (process {self.pid})"


class PinLine(Struct, frozen=True):
    """A line of the header's GPIO chip."""

    pin: int
    """The BCM number."""
    used: bool
    consumer: str
    """The name that its user gave, such as `spi0 CS1`, or `lg` for a program with lgpio; empty if it gave none."""


def holders(path: str, proc: Path = Path("/proc")) -> tuple[Holder, ...]:
    """Return the programs that have this file open, by process number.

    A link, such as a name in `/dev/serial/by-id`, stands for its file. Only root sees programs of other users.
    """
    return _with_open({os.path.realpath(path)}, proc)


def socket_users(path: str, proc: Path = Path("/proc")) -> tuple[Holder, ...]:
    """Return the programs that are connected to this Unix socket, as `holders` does."""
    sockets = {f"socket:[{inode}]" for inode in peers_of(path)}
    return _with_open(sockets, proc) if sockets else ()


def held(path: str) -> str:
    """Return a file with the first other programs that have it open: `/dev/ttyACM0: ModemManager (process 812)`."""
    return with_others(path, holders(path))


def with_others(thing: str, found: Iterable[Holder]) -> str:
    """Return the name of a device, with the first of the other programs that hold it."""
    others = [holder for holder in found if holder.pid != os.getpid()][:MOST_NAMED]
    return f"{thing}: {', '.join(map(str, others))}" if others else thing


def header_lines(dev: Path = Path("/dev"), ask: Ask | None = None) -> tuple[PinLine, ...]:
    """Return the lines of the header's pins; none on a computer without such a chip, or if it cannot be opened."""
    ask = ask_driver if ask is None else ask
    for chip in sorted(dev.glob("gpiochip*")):
        try:
            file = os.open(chip, os.O_RDONLY)
        except OSError:
            continue
        try:
            label = _chip_label(file, ask)
            if label.startswith(HEADER_CHIPS):
                return tuple(_line(file, pin, ask) for pin in HEADER_PINS)
        except OSError:
            continue
        finally:
            os.close(file)
    return ()


def pin_holder(pin: int, root: Path = Path("/"), ask: Ask | None = None) -> str:
    """Return the holder of a pin of the header: the line's user, or the entry of `config.txt`; empty if unknown."""
    line = next((each for each in header_lines(root / "dev", ask) if each.pin == pin), None)
    if line is not None and line.used and line.consumer:
        return line.consumer
    return claimed_pins(root).get(pin, "")


def _chip_label(file: int, ask: Ask) -> str:
    info = bytearray(CHIP_INFO_SIZE)
    ask(file, CHIP_INFO, info)
    return _name(info[32:64])


def _line(file: int, pin: int, ask: Ask) -> PinLine:
    info = bytearray(LINE_INFO_SIZE)
    struct.pack_into("=I", info, 64, pin)
    ask(file, LINE_INFO, info)
    (flags,) = struct.unpack_from("=Q", info, 72)
    return PinLine(pin, bool(flags & USED), _name(info[32:64]))


def _with_open(files: set[str], proc: Path) -> tuple[Holder, ...]:
    found = []
    for process in sorted(int(name) for name in _inside(f"{proc}") if name.isdecimal()):
        folder = f"{proc}/{process}/fd"
        if any(_target(f"{folder}/{number}") in files for number in _inside(folder)):
            found.append(Holder(process, _text(proc / str(process) / "comm")))
    return tuple(found)


def _name(data: bytearray) -> str:
    return data.split(b"\0", 1)[0].decode("utf-8", "replace")


def _inside(folder: str) -> list[str]:
    """Return the names in a folder; empty if it cannot be read, or was removed meanwhile."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _target(link: str) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return "?"
