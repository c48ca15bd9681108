"""Examine the surroundings of the parts: the interpreter, programs that hold a port, and leads without a port."""

import os
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from hal.ground import system_python
from hal.holders import holders
from hal.plugged import Plugged, without_port
from table.program.doctor.finding import Finding, mend, named, note, well

SUPPORTED = range(11, 15)
"""The minor versions of Python 3 that the table is tested with."""


def interpreter(
    root: Path, version: tuple[int, int] = sys.version_info[:2], base: str = sys.base_prefix
) -> Iterator[Finding]:
    """Examine the Python that runs this program. `base` is the folder in which it is installed."""
    part, shown, system = named("python"), f"{version[0]}.{version[1]}", system_python(root)
    if version[0] != 3 or version[1] not in SUPPORTED:
        yield mend(part, "python.unsupported", version=shown)
    elif base == "/usr" and system not in ("", shown):
        yield mend(part, "python.older", version=shown, system=system)
    else:
        yield well(part, "python.well", version=platform.python_version(), path=sys.executable)


def port_holders(ports: Iterable[str], root: Path, proc: Path = Path("/proc")) -> Iterator[Finding]:
    """Yield a finding for each of these ports that another program has open. Root sees programs of all users."""
    for path in ports:
        if found := [each for each in holders(str(root / path.lstrip("/")), proc) if each.pid != os.getpid()]:
            yield mend(named("port"), "device.held", path=path, holders=", ".join(map(str, found)))


def leads_without_port(root: Path) -> Iterator[Finding]:
    yield from (note(named("usb"), "usb.no_port", device=device) for device in without_port(root))


def unused(there: Plugged) -> Iterator[Finding]:
    """Yield a finding about the parts that are plugged in while an emulated table is examined."""
    readers = (f"{each.model} (USB {each.usb})" if each.usb else each.candidates[0] for each in there.pcsc.usable)
    ports = (
        f"{port.path} ({port.lead or port.product or 'Pico'})" for port in there.ports if port.lead or port.is_pico
    )
    if parts := ", ".join((*readers, *ports)):
        yield note(named("usb"), "usb.unused", parts=parts)
