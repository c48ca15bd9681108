"""Host names and addresses that other devices cannot reach. Pure: no name is resolved."""

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

OWN_NAMES = frozenset({"ip6-localhost", "ip6-loopback", "localhost4", "localhost6", "loopback"})
"""Names for the machine itself in the /etc/hosts of Debian, Fedora and macOS, beside `localhost`."""

LABEL = "[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?"
ORIGIN = re.compile(rf"(https?)://({LABEL}(?:\.{LABEL})*)(?::([1-9][0-9]{{0,4}}))?")
USUAL_PORTS = MappingProxyType({"http": 80, "https": 443})
BROKER_PORTS = MappingProxyType({"mqtt": 1883, "mqtts": 8883})
BROKER_HOST = re.compile(r"[A-Za-z0-9:](?:[A-Za-z0-9.:_-]{0,251}[A-Za-z0-9:])?")


class BrokerPlace(NamedTuple):
    """The place of an MQTT broker."""

    host: str
    port: int
    tls: bool


def broker_place(url: str) -> BrokerPlace | None:
    """Return the place in an address like `mqtts://broker.example.org:8883`; None for any other."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    plain = parts.path in ("", "/") and not (parts.query or parts.fragment) and "@" not in url and url == url.strip()
    if parts.scheme not in BROKER_PORTS or not plain or not BROKER_HOST.fullmatch(host) or port == 0:
        return None
    return BrokerPlace(host, port or BROKER_PORTS[parts.scheme], parts.scheme == "mqtts")


def is_loopback(host: str) -> bool:
    """True for a loopback host: a device that opens it reaches itself."""
    if (address := _address(host)) is not None:
        return address.is_loopback
    name = host.rstrip(".").lower()
    labels = name.split(".")
    return name in OWN_NAMES or "localhost" in (labels[0], labels[-1])  # RFC 6761, 6.3; /etc/hosts


def is_unspecified(host: str) -> bool:
    """True for `0.0.0.0` and `::`: a program listens there, and no browser opens them. True for an empty text, too."""
    address = _address(host)
    return not host.strip() if address is None else address.is_unspecified


def public_host(url: str) -> str:
    """Return the name in an address like `https://table.example.org`; empty for an invalid one, or one with a path."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # it is checked when it is read
    except ValueError:
        return ""
    plain = parts.scheme == "https" and parts.path in ("", "/") and not (parts.query or parts.fragment)
    host = parts.hostname or ""
    known = host.isascii() and all(each.isalnum() or each in "-.:" for each in host)
    return host if plain and known and "@" not in url and url == url.strip() else ""


def is_origin(named: str) -> bool:
    """True for the exact origin of pages as browsers send it: `https://overlay.example.org`, `http://10.0.0.9:8080`.

    False for `null`, for a path, a wildcard, capital letters, the scheme's usual port, and an IPv6 address, which a
    page's policy on frames cannot name.
    """
    if (found := ORIGIN.fullmatch(named)) is None:
        return False
    scheme, host, port = found.groups()
    if port is not None and not (0 < int(port) < 65536 and int(port) != USUAL_PORTS[scheme]):
        return False
    address = _address(host)
    return str(address) == host if address is not None else not host.rpartition(".")[2].isdigit()


def is_proxy(named: str) -> bool:
    """True for an address or network that may be trusted as a proxy. A network that contains every address may not."""
    try:
        network = ip_network(named)
    except ValueError:
        return False
    return network.prefixlen >= (8 if network.version == 4 else 16)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a browser reads here: `127.1` and `::ffff:127.0.0.1` are 127.0.0.1. None for a name."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        try:
            return IPv4Address(socket.inet_aton(host))
        except OSError:
            return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
