"""The connections of the web program: who gets a place if there are too few, and the end of idle connections.

There is no limit for an address: a household, a hall's router and a streamer's machine may use all free places. If all
places are taken, the address with the most connections loses one to an address that has fewer. Streams never take the
last places, which are left for pages and phones. A phone that the table has answered is never closed for others.
"""

import socket
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import Protocol

from table.network.web.addresses import household

SHORT = 16
"""The places that streams never take: for pages and their files, and for phones."""
LONG_S = 5.0
"""The seconds after which a running answer counts as a stream."""
IDLE_S = 15.0
"""The seconds in which a request has to come."""
PATIENCE_S = 10.0
"""The seconds within which a client has to read some of its data."""
SEND_BUFFER = 64 * 1024
"""The bytes that the kernel keeps for a connection."""
LOST_MS = 30_000
"""The milliseconds after which the kernel drops a viewer that confirms nothing, because its phone is out of reach."""


class WatchedWire(Protocol):
    """The watched part of the event loop's transport."""

    def get_write_buffer_size(self) -> int: ...

    def abort(self) -> None: ...


class _Connection:
    def __init__(self, address: str, wire: WatchedWire, now_s: float) -> None:
        self.household, self.wire = household(address), wire
        self.busy: Callable[[], bool] = lambda: False
        self.is_phone = False
        self._begun_s: float | None = None
        self.used_s = now_s
        self._unread = 0
        self._unread_s: float | None = None

    def over(self, now_s: float) -> bool:
        """True if the client has requested nothing, or read nothing, for too long."""
        if self.busy():
            self.used_s = now_s
            self._begun_s = now_s if self._begun_s is None else self._begun_s
        else:
            self._begun_s = None
        if not (unread := self.wire.get_write_buffer_size()) or unread < self._unread:
            self._unread_s = None
        elif self._unread_s is None:
            self._unread_s = now_s
        self._unread = unread
        stuck = self._unread_s is not None and now_s - self._unread_s > PATIENCE_S
        return stuck or now_s - self.used_s > IDLE_S

    def streams(self, now_s: float) -> bool:
        """True if the answer is an endless stream."""
        return not self.is_phone and self._begun_s is not None and now_s - self._begun_s > LONG_S


class Connections:
    """All connections, by their keys. They belong to the event loop's thread."""

    def __init__(self, most: int, now_s: Callable[[], float]) -> None:
        self._most, self._now_s = most, now_s
        self._most_streams = most - min(SHORT, most // 2)
        self._open: dict[Hashable, _Connection] = {}
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, end: Hashable, address: str, wire: WatchedWire) -> bool:
        """Register a new connection and return True, or close it if there is no room and none can be made."""
        new = _Connection(address, wire, self._now_s())
        if len(self._open) >= self._most and not self._make_room(new.household):
            wire.abort()
            return False
        self._open[end] = new
        self._of[new.household] += 1
        return True

    def answered(self, end: Hashable, busy: Callable[[], bool]) -> None:
        """Note the protocol that answers a connection; `busy` is true while it is answered."""
        if end in self._open:
            self._open[end].busy = busy

    def streams(self, end: Hashable) -> None:
        """Note that a connection has become a WebSocket, which need not send requests."""
        self.answered(end, lambda: True)

    def asked_by(self, end: Hashable, address: str) -> None:
        """Note the client for which a trusted proxy has opened a connection."""
        if (connection := self._open.get(end)) is not None and connection.household != household(address):
            self._forget(connection)
            connection.household = household(address)
            self._of[connection.household] += 1

    def is_phone(self, end: Hashable) -> None:
        """Note that the table has answered a phone on this connection, so that it keeps its place."""
        if end in self._open:
            self._open[end].is_phone = True

    def closed(self, end: Hashable) -> None:
        """Forget a connection. A rejected one is unknown, and ignored."""
        if (connection := self._open.pop(end, None)) is not None:
            self._forget(connection)

    def look(self) -> None:
        """Close the connections that are over, with their unsent data. Call it about once a second."""
        now_s = self._now_s()
        for each in [each for each in self._open.values() if each.over(now_s)]:
            each.wire.abort()
        streams = [end for end, each in self._open.items() if each.streams(now_s)][::-1]
        while len(streams) > self._most_streams:
            streams.remove(self._end_one_of(streams))

    def end(self) -> None:
        """Close all remaining connections, with their unsent data."""
        for each in list(self._open.values()):
            each.wire.abort()

    def _make_room(self, newcomer: str) -> bool:
        """Close an idle connection of an address with as many, or any of one that has at least two more."""
        least = self._of[newcomer]
        used_s = {
            end: each.used_s for end, each in self._open.items() if not each.busy() and self._beside(end) >= least
        }
        if used_s:
            self._end_one_of(sorted(used_s, key=used_s.__getitem__))
            return True
        others = [end for end, each in self._open.items() if not each.is_phone]
        if not others or max(map(self._beside, others)) < least + 2:
            return False
        self._end_one_of(others[::-1])
        return True

    def _end_one_of(self, ends: Sequence[Hashable]) -> Hashable:
        """Close the oldest connection of the address that has most, and return its key."""
        first = max(ends, key=self._beside)
        wire = self._open[first].wire
        self.closed(first)
        wire.abort()
        return first

    def _beside(self, end: Hashable) -> int:
        """Return the number of connections of its address."""
        return self._of[self._open[end].household]

    def _forget(self, connection: _Connection) -> None:
        self._of[connection.household] -= 1
        self._of += Counter()  # none is kept for an address without a connection


def tightened(end: socket.socket | None) -> None:
    """Set small kernel buffers for this connection, and a short timeout for a lost peer."""
    if end is None:
        return
    with suppress(OSError):  # it is closed already
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_MS)
