"""The addresses of this computer in its networks, under which other devices can reach it. No packet is sent."""

import ctypes
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from hal.computer.users import HAS_OWNERS

PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""An address of documentation for each family (RFC 5737, RFC 3849). Connecting a UDP socket to it picks a route."""
UP, RUNNING = 0x1, 0x40
"""Flags of an interface, on Linux and macOS alike (netdevice(7))."""


def own_addresses() -> tuple[str, ...]:
    """Return the addresses that other devices can open, best first: that of the default route, IPv4 before IPv6.

    Empty if the computer is in no network.
    """
    return usable((*_routed(), *_of_interfaces()))


def usable(found: Iterable[str]) -> tuple[str, ...]:
    """Return each address once, in this order, IPv4 first and self-assigned ones last. Leave unusable ones out.

    Browsers cannot open link-local IPv6 addresses, which need a zone.
    """
    addresses = [ip_address(each) for each in dict.fromkeys(found)]
    good = [
        each
        for each in addresses
        if not (
            each.is_loopback or each.is_unspecified or each.is_multicast or (each.version == 6 and each.is_link_local)
        )
    ]
    return tuple(str(each) for each in sorted(good, key=lambda each: (each.is_link_local, each.version)))


def _routed() -> Iterator[str]:
    """Yield the address of the default route of each family."""
    for family, target in PROBES:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _of_interfaces() -> Iterator[str]:
    """Yield the address of each interface that is up.

    If the system does not list them, yield those of the computer's own name.
    """
    if not HAS_OWNERS:  # Windows, whose C library has no `getifaddrs`
        with suppress(OSError):
            for each in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM):
                yield str(each[4][0]).partition("%")[0]
        return
    yield from _listed(ctypes.CDLL(None, use_errno=True))


class _AddressEntry(ctypes.Structure):
    """The first fields of `struct ifaddrs` (getifaddrs(3)), which Linux and macOS share."""


_AddressEntry._fields_ = [  # it points to its own kind
    ("next", ctypes.POINTER(_AddressEntry)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def _listed(library: Any) -> Iterator[str]:
    first = ctypes.POINTER(_AddressEntry)()
    if library.getifaddrs(ctypes.byref(first)) != 0:
        return
    try:
        at = first
        while at:
            interface = at.contents
            if interface.address and interface.flags & UP and interface.flags & RUNNING:
                yield from _address_at(interface.address)
            at = interface.next
    finally:
        library.freeifaddrs(first)


def _address_at(place: int) -> Iterator[str]:
    """Yield the address of a `struct sockaddr`. The family is its second byte on macOS, its first two on Linux."""
    head = ctypes.string_at(place, 2)
    family = head[1] if sys.platform == "darwin" else int.from_bytes(head, sys.byteorder)
    if family == socket.AF_INET:
        yield socket.inet_ntop(socket.AF_INET, ctypes.string_at(place + 4, 4))
    elif family == socket.AF_INET6:
        yield socket.inet_ntop(socket.AF_INET6, ctypes.string_at(place + 8, 16))
