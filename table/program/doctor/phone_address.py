"""Examine the address in the code that a phone reads, as far as this machine can know it."""

import socket
from collections.abc import Iterator
from ipaddress import ip_address

from table.config.schema import WebConfig
from table.program.doctor.finding import Finding, mend, named, well


def phone_address(web: WebConfig) -> Iterator[Finding]:
    """Say where the code leads, and whether only this machine can open that; nothing where no phone is allowed."""
    if not web.phones:
        return
    part, machine = named("phones"), socket.gethostname()
    address = web.address(machine)
    if _is_own(web.host(machine)):
        yield mend(part, "phones.own", address=address)
    else:
        yield well(part, "phones.well", address=address)


def _is_own(host: str) -> bool:
    """True if this name or address means the machine itself, wherever it is opened."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.rstrip(".").lower() == "localhost"
