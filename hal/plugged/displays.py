"""The display sockets of the graphics cards, and whether a display is connected."""

import re
from pathlib import Path

from msgspec import Struct

from hal.sysfs import value


class Display(Struct, frozen=True):
    card: int
    """The number of `/dev/dri/cardN`. It may change with each start of the computer."""
    socket: str
    """The name of the socket, such as `HDMI-A-1`."""
    connected: bool
    width: int = 0
    height: int = 0
    """The size of the preferred mode in pixels; 0 if it is not known."""


def displays(root: Path = Path("/")) -> tuple[Display, ...]:
    """Return every socket by card and name."""
    found = []
    for folder in sorted((root / "sys/class/drm").glob("card*-*")):
        if name := re.fullmatch(r"card(\d+)-(.+)", folder.name):
            modes = value(folder / "modes").splitlines()
            size = re.match(r"(\d+)x(\d+)", modes[0] if modes else "") or ("", "0", "0")
            connected = value(folder / "status") == "connected"
            found.append(Display(int(name[1]), name[2], connected, int(size[1]), int(size[2])))
    return tuple(found)
