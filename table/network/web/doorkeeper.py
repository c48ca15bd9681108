"""Whom the web program answers: by the name that is asked for, by the page that asks, and by how often.

Any page of the internet can have the name of its own site lead to this table (DNS rebinding), so the name is checked.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterable
from enum import StrEnum

BURST, PER_S = 240.0, 20.0
"""The requests that an address may make at once, and a second on end. Many people may be behind one address."""
FILES, FILE = "/page/", 0.05
"""The beginning of the paths of files that lie ready in memory, and the share of a request that one counts.

A page without its program stays empty for good, so a page that was answered must get its files.
"""
MOST_ADDRESSES = 1024


class Refused(StrEnum):
    """The reason why nothing is answered."""

    HOST = "host"
    """The requested name is not a name of the table."""
    ORIGIN = "origin"
    """A page from elsewhere asks."""
    OFTEN = "often"


class Doorkeeper:
    """The one at the door, who belongs to the event loop's thread."""

    def __init__(self, names: Iterable[str], now_s: Callable[[], float], *, tls: bool = False) -> None:
        """`names` are those that the table has in its network, without a port. `tls`: its own pages come by https."""
        # Without a certificate of its own a proxy before it may have one.
        self._schemes = ("https",) if tls else ("http", "https")
        self._names = frozenset(name.lower().rstrip(".") for name in (*names, "localhost"))
        self._now_s = now_s
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def refuses(self, address: str, hosts: list[str], origins: list[str], path: str = "") -> Refused | None:
        """Return why a request of this address with these headers is not answered, or None."""
        if not self._lets_in(address, FILE if path.startswith(FILES) else 1.0):
            return Refused.OFTEN
        if len(hosts) != 1 or not self._known(hosts[0]):
            return Refused.HOST
        own = [f"{scheme}://{hosts[0].lower()}" for scheme in self._schemes]
        if any(origin.lower() not in own for origin in origins):
            return Refused.ORIGIN
        return None

    def _known(self, host: str) -> bool:
        """True for a name of the table, and for an address: no page can have its site called so."""
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

    def _lets_in(self, address: str, cost: float) -> bool:
        now_s = self._now_s()
        left, at_s = self._left.pop(address, (BURST, now_s))
        left = min(BURST, left + (now_s - at_s) * PER_S)
        if len(self._left) >= MOST_ADDRESSES:
            self._left.popitem(last=False)
        self._left[address] = (left - cost if left >= cost else left, now_s)
        return left >= cost


def without_port(host: str) -> str:
    """Return the name or address of a Host header, without its port and without brackets; empty for nonsense."""
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        return name if closed and (not rest or _port(rest)) else ""
    name, colon, _ = host.partition(":")
    return name if not colon or _port(host[len(name) :]) else ""


def _port(rest: str) -> bool:
    return rest.startswith(":") and rest[1:].isascii() and rest[1:].isdigit() and len(rest) <= 6
