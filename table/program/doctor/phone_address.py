"""Examine the addresses that phones open, as far as this machine can know them."""

import socket
from collections.abc import Iterator

from hal.computer.confinement import landlock_version
from hal.computer.networks import own_addresses
from table.config.addresses import is_loopback, is_unspecified
from table.config.schema import WebConfig
from table.program.doctor.finding import Finding, mend, named, note, well


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


def evening() -> Iterator[Finding]:
    """Say at which addresses `command-table evening` is reached, and whether its web program can be confined."""
    part, addresses = named("evening"), own_addresses()
    if not addresses:
        yield note(part, "evening.no_network")
    elif landlock_version():
        yield well(part, "evening.well", addresses=", ".join(addresses))
    else:
        yield note(part, "evening.unconfined", addresses=", ".join(addresses))
