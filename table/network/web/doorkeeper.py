"""Checks whether a request is answered: by its host name, by its origin, and by its rate.

Any web site can point its own name at this table (DNS rebinding), so the name is checked.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterable
from enum import StrEnum

from table.network.web.addresses import household

BURST, PER_S = 600.0, 60.0
"""The requests of an address in one burst, and per second.

A page takes five and a stream, so a hundred people behind one router may open it together.
"""
MOST_ADDRESSES = 1024


class Refused(StrEnum):
    """The reason why a request is rejected."""

    HOST = "host"
    """The requested name is not a name of the table."""
    ORIGIN = "origin"
    """The request comes from a page of another site."""
    TOKEN = "token"
    """The access token is unknown, or was revoked."""
    OFTEN = "often"


class Doorkeeper:
    """The check of each request. It belongs to the event loop's thread."""

    def __init__(self, names: Iterable[str], now_s: Callable[[], float], *, tls: bool = False) -> None:
        """`names` are those that the table has in its network, without a port. `tls`: its own pages come by https."""
        # Without a certificate of its own a proxy before it may have one.
        self._schemes = ("https",) if tls else ("http", "https")
        self._names = frozenset(name.lower().rstrip(".") for name in (*names, "localhost"))
        self._requests = Rates(BURST, PER_S, now_s)

    def refuses(self, address: str, hosts: list[str], origins: list[str]) -> Refused | None:
        """Return why a request of this address with these headers is not answered, or None."""
        if not self._requests.allow(address):
            return Refused.OFTEN
        if len(hosts) != 1 or not self._known(hosts[0]):
            return Refused.HOST
        own = [f"{scheme}://{hosts[0].lower()}" for scheme in self._schemes]
        if any(origin.lower() not in own for origin in origins):
            return Refused.ORIGIN
        return None

    def _known(self, host: str) -> bool:
        """True for a name of the table, and for an IP address, because a web site cannot have one as its name."""
        name = without_port(host)
        if name.lower().rstrip(".") in self._names:
            return True
        if "%" in name:  # a zone, in which anything could stand
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class Rates:
    """A rate limit for each address: a burst, and a number per second."""

    def __init__(self, burst: float, per_s: float, now_s: Callable[[], float]) -> None:
        self._burst, self._per_s, self._now_s = burst, per_s, now_s
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Count a request of this address. Return False if it exceeds the limit."""
        now_s, address = self._now_s(), household(address)
        left, at_s = self._left.pop(address, (self._burst, now_s))
        left = min(self._burst, left + (now_s - at_s) * self._per_s)
        if len(self._left) >= MOST_ADDRESSES:
            self._left.popitem(last=False)
        self._left[address] = (left - 1 if left >= 1 else left, now_s)
        return left >= 1


def without_port(host: str) -> str:
    """Return the name or address of a Host header, without its port and without brackets; empty if it is invalid."""
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        return name if closed and (not rest or _port(rest)) else ""
    name, colon, _ = host.partition(":")
    return name if not colon or _port(host[len(name) :]) else ""


def _port(rest: str) -> bool:
    return rest.startswith(":") and rest[1:].isascii() and rest[1:].isdigit() and len(rest) <= 6
