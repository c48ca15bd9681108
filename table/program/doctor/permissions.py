"""Examine whether this user may open the devices of a real table, and name the group that may."""

import getpass
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from hal.computer.users import group_name
from hal.plugged import COM, PluggedPort, displays
from table.config.schema import ReaderConfig
from table.program.doctor.elsewhere import DISPENSER
from table.program.doctor.finding import Finding, mend, named, well
from table.rules.text import Text

PINS = ("gpiochip0", "gpiochip4")
"""The header's GPIO chips; the second one is that of a Pi 5 with an early kernel."""


def permissions(
    readers: Mapping[str, ReaderConfig],
    port: str,
    root: Path,
    *,
    header: bool,
    fullscreen: bool,
    elsewhere: Mapping[str, Finding] = MappingProxyType({}),
    ports: tuple[PluggedPort, ...] = (),
) -> Iterator[Finding]:
    """Yield a finding for each device file. `header` is True if the table uses pins of the Pi's header.

    `elsewhere` has the findings about parts under another name, and `ports` the serial ports that are plugged in.
    """
    for name, reader in readers.items():
        if name in elsewhere:
            yield elsewhere[name]
        elif reader.kind != "pcsc":  # the daemon opens those
            yield _reader(name, reader, root, ports)
    if header:
        pins = next((root / "dev" / name for name in PINS if (root / "dev" / name).exists()), root / "dev" / PINS[0])
        yield _device(pins, named("pins"), "pins.missing")
    if DISPENSER in elsewhere:
        yield elsewhere[DISPENSER]
    elif port not in ("none", "emulated"):
        yield _port(port, root, ports, named("port"), "port")
    if fullscreen and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        yield _device(_with_display(root), named("display"), "display.missing")


def _reader(name: str, reader: ReaderConfig, root: Path, ports: tuple[PluggedPort, ...]) -> Finding:
    if reader.on_spi:
        path = root / f"dev/spidev{reader.bus}.{reader.device}"
        return _device(path, named("spi", reader=name), "spi.missing")
    if reader.link == "i2c":
        return _device(root / f"dev/i2c-{reader.i2c}", named("i2c", reader=name), "i2c.missing")
    return _port(reader.port, root, ports, named("reader_port", reader=name), "reader_port")


def _port(path: str, root: Path, ports: tuple[PluggedPort, ...], part: Text, kind: str) -> Finding:
    if not COM.fullmatch(path):
        return _device(root / path.lstrip("/"), part, f"{kind}.missing")
    if any(port.has_name(path) for port in ports):
        return well(part, "port.listed", path=path)
    return mend(part, f"{kind}.com", path=path)


def _with_display(root: Path) -> Path:
    """Return the graphics card to which a display is connected. A Pi 4 and a Pi 5 have a card that only computes."""
    sockets = displays(root)
    worth = {socket.card: 1 + any(each.connected for each in sockets if each.card == socket.card) for socket in sockets}
    cards = sorted((root / "dev/dri").glob("card*")) or [root / "dev/dri/card0"]
    return max(cards, key=lambda card: worth.get(int(card.name.removeprefix("card")), 0))


def _device(path: Path, part: Text, missing: str) -> Finding:
    if not path.exists():
        return mend(part, missing, path=str(path))
    if os.access(path, os.R_OK | os.W_OK):
        return well(part, "device.well", path=str(path))
    try:
        group = group_name(path.stat().st_gid)
    except OSError:
        group = "?"
    return mend(part, "device.forbidden", path=str(path), group=group, user=getpass.getuser())
