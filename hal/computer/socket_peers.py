"""The sockets at the other end of a Unix socket's connections, as Linux reports them to every user (sock_diag(7))."""

import os
import socket
import struct
import sys
from collections.abc import Iterator

SOCK_DIAG, BY_FAMILY, DUMP = 4, 20, 0x301
"""NETLINK_SOCK_DIAG, SOCK_DIAG_BY_FAMILY, and NLM_F_REQUEST with NLM_F_DUMP."""
LAST = (2, 3)
"""NLMSG_ERROR and NLMSG_DONE."""
EVERY_STATE, SHOWN = 0xFFFFFFFF, 0x05
"""UDIAG_SHOW_NAME and UDIAG_SHOW_PEER."""
NAME, PEER = 0, 2
HEAD, MESSAGE = struct.Struct("=IHHII"), struct.Struct("=BBBBIII")
QUESTION, ATTRIBUTE = struct.Struct("=BBHIIIII"), struct.Struct("=HH")
PATIENCE_S = 0.5
NETLINK: int | None = getattr(socket, "AF_NETLINK", None)
UNIX = 1


def peers_of(path: str) -> frozenset[int]:
    """Return the inodes of the sockets that are connected to this Unix socket.

    The result is empty if the system does not report them.
    """
    wanted = os.path.realpath(path)
    if NETLINK is None:
        return frozenset()
    try:
        return frozenset(peer for name, peer in _connections(NETLINK) if peer and os.path.realpath(name) == wanted)
    except OSError:
        return frozenset()


def _connections(netlink: int) -> Iterator[tuple[str, int]]:
    """Yield the name of each named Unix socket, and its peer, or 0. Raises OSError."""
    with socket.socket(netlink, socket.SOCK_RAW, SOCK_DIAG) as asked:
        asked.settimeout(PATIENCE_S)
        question = QUESTION.pack(UNIX, 0, 0, EVERY_STATE, 0, SHOWN, 0, 0)
        asked.send(HEAD.pack(HEAD.size + len(question), BY_FAMILY, DUMP, 1, 0) + question)
        while True:
            data = asked.recv(1 << 16)
            while data:
                size, kind, *_ = HEAD.unpack_from(data)
                if kind in LAST or size < HEAD.size:
                    return
                found = dict(_attributes(data[HEAD.size + MESSAGE.size : size]))
                name = found.get(NAME, b"")
                if name and name[0]:  # a name that begins with 0 is no file's
                    yield os.fsdecode(name.rstrip(b"\0")), int.from_bytes(found.get(PEER, b""), sys.byteorder)
                data = data[_aligned(size) :]


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= ATTRIBUTE.size:
        size, kind = ATTRIBUTE.unpack_from(data)
        yield kind, data[ATTRIBUTE.size : size]
        data = data[_aligned(max(size, ATTRIBUTE.size)) :]


def _aligned(size: int) -> int:
    return (size + 3) & ~3
