"""Examine the address in the code that a phone reads, as far as this machine can know it."""

import socket
from collections.abc import Iterator

from table.config.addresses import is_loopback, is_unspecified
from table.config.schema import WebConfig
from table.program.doctor.finding import Finding, mend, named, well


def phone_address(web: WebConfig) -> Iterator[Finding]:
    """Say where the code leads, and whether only this machine can open that; nothing where no phone is allowed."""
    if not web.phones:
        return
    part, machine = named("phones"), socket.gethostname()
    address, host = web.address(machine), web.host(machine)
    if is_loopback(host) or is_unspecified(host):
        yield mend(part, "phones.own", address=address)
    else:
        yield well(part, "phones.well", address=address)
