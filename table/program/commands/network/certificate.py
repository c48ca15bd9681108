"""The certificate of the web pages, read when a web program starts."""

import ssl
import sys
from typing import NamedTuple

from hal.computer.users import own_group
from table.config.schema import WebConfig
from table.network.web.certificate import TlsProblem, encrypting, refused
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_line


class TlsKeys(NamedTuple):
    """The names of the settings for certificate and key, for messages to the owner."""

    cert: str
    secret: str
    """That of the private key."""
    hosts: str


def encryption(web: WebConfig, machine: str, keys: TlsKeys, words: Words) -> ssl.SSLContext | None:
    """Return the TLS context for a machine of this name, or None for plain http.

    If that is impossible, print why and end the program with status 1. If browsers will reject the certificate, print a
    warning.
    """
    if not web.tls.cert:
        return None
    found = encrypting(web.tls)
    problem = found if isinstance(found, TlsProblem) else refused(found, web.tls, web.host(machine))
    if problem is not None:
        args = {**keys._asdict(), "group": own_group(), "address": web.address(machine)}
        print_line(words.say(text(f"web.tls.{problem.fault}", file=problem.file, why=problem.why, **args)), error=True)
    if isinstance(found, TlsProblem):
        sys.exit(1)
    return found
