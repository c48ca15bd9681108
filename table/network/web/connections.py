"""The connections of the web program: who gets a place if there are too few, and the end of those that use none.

No address has a limit of its own: a household, a hall's router and a streamer's machine may have as many as are free.
If all places are taken, the address with the most gives one up for an address that has fewer. Streams never take the
last places, so that pages and phones always find one. A phone that the table has answered is never closed for others.
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
"""The seconds after which an answer that goes on is a stream."""
IDLE_S = 15.0
"""The seconds in which a request has to come."""
PATIENCE_S = 10.0
"""The seconds in which some of what was sent has to be read."""
SEND_BUFFER = 64 * 1024
"""The bytes that the kernel keeps for a connection."""
LOST_MS = 30_000
"""The milliseconds after which the kernel gives a viewer up that confirms nothing: its phone is out of reach."""


class WatchedWire(Protocol):
    """The event loop's transport, as far as it is watched."""

    def get_write_buffer_size(self) -> int: ...

    def abort(self) -> None: ...


class _Connection:
    def __init__(self, address: str, wire: WatchedWire, now_s: float) -> None:
        self.household, self.wire = household(address), wire
        self.busy: Callable[[], bool] = _never
        self.is_phone = False
        self._begun_s: float | None = None
        self.used_s = now_s
        self._unread = 0
        self._unread_s: float | None = None

    def over(self, now_s: float) -> bool:
        """True if nothing was asked, or nothing was read, for too long."""
        if self.busy():
            self.used_s = now_s
            self._begun_s = now_s if self._begun_s is None else self._begun_s
        else:
            self._begun_s = None
        unread = self.wire.get_write_buffer_size()
        if not unread or unread < self._unread:
            self._unread_s = None
        elif self._unread_s is None:
            self._unread_s = now_s
        self._unread = unread
        stuck = self._unread_s is not None and now_s - self._unread_s > PATIENCE_S
        return stuck or now_s - self.used_s > IDLE_S

    def streams(self, now_s: float) -> bool:
        """True if it is answered without an end."""
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
        """Take a new connection and return True, or close it at once if no other one has to make room for it."""
        new = _Connection(address, wire, self._now_s())
        if len(self._open) >= self._most and not self._make_room(new.household):
            wire.abort()
            return False
        self._open[end] = new
        self._of[new.household] += 1
        return True

    def answered(self, end: Hashable, busy: Callable[[], bool]) -> None:
        """Note that a connection has come to whoever answers; `busy` is true while it is answered."""
        if end in self._open:
            self._open[end].busy = busy

    def streams(self, end: Hashable) -> None:
        """Note that a connection is a WebSocket from now on, which need not ask for anything."""
        self.answered(end, _always)

    def asked_by(self, end: Hashable, address: str) -> None:
        """Note for whom a trusted proxy has opened a connection."""
        connection = self._open.get(end)
        if connection is not None and connection.household != household(address):
            self._forget(connection)
            connection.household = household(address)
            self._of[connection.household] += 1

    def is_phone(self, end: Hashable) -> None:
        """Note that the table has answered a phone on this connection: nobody else takes its place."""
        if end in self._open:
            self._open[end].is_phone = True

    def closed(self, end: Hashable) -> None:
        """Forget a connection. One that was turned away is not known."""
        connection = self._open.pop(end, None)
        if connection is not None:
            self._forget(connection)

    def look(self) -> None:
        """End the connections that are over, and what waits to be sent on them. Call it about once a second."""
        now_s = self._now_s()
        for each in [each for each in self._open.values() if each.over(now_s)]:
            each.wire.abort()
        streams = [end for end, each in self._open.items() if each.streams(now_s)][::-1]
        while len(streams) > self._most_streams:
            streams.remove(self._end_one_of(streams))

    def end(self) -> None:
        """End all that are left, and what waits to be sent on them."""
        for each in list(self._open.values()):
            each.wire.abort()

    def _make_room(self, newcomer: str) -> bool:
        """Close a connection on which nothing is answered, or one of an address with at least two more than this."""
        idle = sorted((end for end, each in self._open.items() if not each.busy()), key=self._used_s)
        if idle:
            self._end_one_of(idle)
            return True
        others = [end for end, each in self._open.items() if not each.is_phone]
        if not others or max(map(self._beside, others)) < self._of[newcomer] + 2:
            return False
        self._end_one_of(others[::-1])
        return True

    def _end_one_of(self, ends: Sequence[Hashable]) -> Hashable:
        """Close the first one of the address that has most connections, and return its key."""
        first = max(ends, key=self._beside)
        wire = self._open[first].wire
        self.closed(first)
        wire.abort()
        return first

    def _beside(self, end: Hashable) -> int:
        """Return how many connections its address has."""
        return self._of[self._open[end].household]

    def _used_s(self, end: Hashable) -> float:
        return self._open[end].used_s

    def _forget(self, connection: _Connection) -> None:
        self._of[connection.household] -= 1
        self._of += Counter()  # none is kept for an address without a connection


def _always() -> bool:
    return True


def _never() -> bool:
    return False


def tightened(end: socket.socket | None) -> None:
    """Let the kernel keep little for this connection, and give it up soon once nobody is there."""
    if end is None:
        return
    with suppress(OSError):  # it is closed already
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_MS)
