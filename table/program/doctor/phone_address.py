"""Examine the addresses that phones open, and the certificate of the pages, as far as this machine can know them."""

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

from hal.computer.confinement import landlock_version
from hal.computer.networks import own_addresses
from table.config.addresses import is_loopback, is_unspecified
from table.config.schema import TlsConfig, WebConfig
from table.program.doctor.finding import Finding, mend, named, note, well


def phone_address(web: WebConfig) -> Iterator[Finding]:
    """Report the address in the code, and whether only this machine can open it; nothing if phones are not allowed."""
    if not web.phones:
        return
    part, machine = named("phones"), socket.gethostname()
    address, host = web.address(machine), web.host(machine)
    if is_loopback(host) or is_unspecified(host):
        yield mend(part, "phones.own", address=address)
    else:
        yield well(part, "phones.well", address=address)


def evening() -> Iterator[Finding]:
    """Report the addresses of `command-table evening`, and whether its web program can be confined."""
    part, addresses = named("evening"), own_addresses()
    if not addresses:
        yield note(part, "evening.no_network")
    elif landlock_version():
        yield well(part, "evening.well", addresses=", ".join(addresses))
    else:
        yield note(part, "evening.unconfined", addresses=", ".join(addresses))


def tls_files(tls: TlsConfig) -> Iterator[Finding]:
    """Yield a finding about certificate and key, which only the owner may read; none without a certificate."""
    if not tls.cert:
        return
    part = named("tls")
    modes = {}
    for file in (tls.cert, tls.key):
        try:
            modes[file] = os.stat(Path(file).expanduser()).st_mode
        except PermissionError:
            yield note(part, "tls.hidden", file=file)
            return
        except OSError as error:
            yield mend(part, "tls.missing", file=file, why=error.strerror or str(error))
            return
    if modes[tls.key] & stat.S_IRWXO:
        yield mend(part, "tls.exposed", file=tls.key)
    else:
        yield well(part, "tls.well")
