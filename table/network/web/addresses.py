"""The addresses to which limits apply: a household, or the client behind a trusted proxy."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

HOME_BITS = 64
"""The bits of an IPv6 address that a household has in common; each of its devices has many addresses."""
MOST_NAMED = 16
"""The most addresses that are read from a proxy's header."""


def household(address: str) -> str:
    """Return the address to which limits apply: for IPv6, its network."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(IPv6Network((int(read), HOME_BITS), strict=False))


class Proxies:
    """The proxies that the configuration names. Only their `X-Forwarded-For` is trusted."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        """`trusted` are addresses and networks. Raises ValueError for anything else."""
        self._trusted: tuple[IPv4Network | IPv6Network, ...] = tuple(ip_network(each) for each in trusted)

    def asker(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return the address that asks, by the peer's address and the values of its X-Forwarded-For headers.

        It is the last one that is not a trusted proxy's. The client may have invented the addresses before it.
        """
        named = [each.strip() for value in forwarded for each in value.split(",")]
        asker = peer
        for before in reversed(named[-MOST_NAMED:]):
            if not self.trusts(asker):
                break
            if (address := _without_port(before)) is None:
                break
            asker = address
        return asker

    def trusts(self, address: str) -> bool:
        """True if this is the address of a trusted proxy."""
        try:
            read = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        own = read.ipv4_mapped or read if isinstance(read, IPv6Address) else read
        return any(own in each for each in self._trusted)


def _without_port(named: str) -> str | None:
    """Return the address in an entry of a proxy, which may have a port; None for anything else."""
    bare = named[1:].partition("]")[0] if named.startswith("[") else named
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return None
