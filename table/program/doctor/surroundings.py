"""Examine the surroundings of the parts: the interpreter, programs that hold a port, and leads without a port."""

import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from hal.holders import holders
from hal.plugged import LEADS, PICO, serial_ports, usb_ids
from table.config import Config
from table.program.doctor.finding import Finding, mend, named, note, well
from table.rules.text import Text

SUPPORTED = range(11, 15)
"""The minor versions of Python 3 that the table is tested with."""
DEVICES = {PICO: "Pico", **LEADS}


def interpreter(
    root: Path, version: tuple[int, int] = sys.version_info[:2], base: str = sys.base_prefix
) -> Iterator[Finding]:
    """Examine the Python that runs this program. `base` is the folder in which it is installed."""
    part, shown = named("python"), ".".join(map(str, version))
    system = _system_python(root)
    if version[0] != 3 or version[1] not in SUPPORTED:
        yield mend(part, "python.unsupported", version=shown)
    elif base == "/usr" and system not in ("", shown):
        yield mend(part, "python.older", version=shown, system=system)
    else:
        yield well(part, "python.well", version=platform.python_version(), path=sys.executable)


def port_holders(config: Config, root: Path, proc: Path = Path("/proc")) -> Iterator[Finding]:
    """Yield a finding for each configured port that another program has open. Root sees programs of all users."""
    for path, part in _ports(config).items():
        found = [each for each in holders(str(root / path.lstrip("/")), proc) if each.pid != os.getpid()]
        if found:
            yield mend(part, "device.held", path=path, holders=", ".join(map(str, found)))


def leads_without_port(root: Path) -> Iterator[Finding]:
    """Yield a finding for each device of a known make that is on USB and has no serial port."""
    served = {port.usb for port in serial_ports(root)}
    for usb in sorted(usb_ids(root) & DEVICES.keys() - served):
        yield note(named("usb"), "usb.no_port", device=DEVICES[usb])


def _ports(config: Config) -> Mapping[str, Text]:
    """Return the configured serial ports, each with the name of its part."""
    ports = {
        reader.port: named("reader_port", reader=name)
        for name, reader in config.readers.items()
        if reader.kind == "pn532" and reader.link == "hsu" and reader.port
    }
    if config.dispenser_port not in ("none", "emulated"):
        ports[config.dispenser_port] = named("port")
    return ports


def _system_python(root: Path) -> str:
    """Return the version of the system's Python, such as `3.13`; empty if its name does not say it."""
    try:
        named_so = os.readlink(root / "usr/bin/python3")
    except OSError:
        return ""
    found = re.search(r"python(3\.\d+)$", named_so)
    return found[1] if found else ""
