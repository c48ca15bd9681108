"""The connections of the web program: how many there may be, and the end of those that keep one without using it."""

import socket
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Protocol

MOST_OF_ONE = 240
"""The most connections of one address. Thirty viewers behind one router have it, with up to seven connections each."""
IDLE_S = 15.0
"""The seconds in which a request has to come."""
SPARE_S = 1.0
"""The seconds without a request after which a connection is closed early, if another one needs its place."""
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
        self.address, self.wire = address, wire
        self.busy: Callable[[], bool] = _never
        self._used_s = now_s
        self._unread = 0
        self._unread_s: float | None = None

    def over(self, now_s: float) -> bool:
        """True if nothing was asked, or nothing was read, for too long."""
        if self.busy():
            self._used_s = now_s
        unread = self.wire.get_write_buffer_size()
        if not unread or unread < self._unread:
            self._unread_s = None
        elif self._unread_s is None:
            self._unread_s = now_s
        self._unread = unread
        stuck = self._unread_s is not None and now_s - self._unread_s > PATIENCE_S
        return stuck or now_s - self._used_s > IDLE_S

    def spare(self, now_s: float) -> bool:
        """True if nothing is asked or sent on it now. A browser opens another one without a word."""
        return not self.busy() and not self.wire.get_write_buffer_size() and now_s - self._used_s > SPARE_S


class Connections:
    """All connections, by their keys. They belong to the event loop's thread."""

    def __init__(self, most: int, now_s: Callable[[], float]) -> None:
        self._most, self._now_s = most, now_s
        self._open: dict[Hashable, _Connection] = {}
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, end: Hashable, address: str, wire: WatchedWire) -> bool:
        """Take a new connection and return True, or close it at once if there are too many that are in use."""
        if self._of[address] >= MOST_OF_ONE or len(self._open) >= self._most:
            own = [one for one in self._open.items() if one[1].address == address]
            others = self._open.items() if self._of[address] < MOST_OF_ONE else ()
            now_s = self._now_s()
            spare = next((end for end, one in (*own, *others) if one.spare(now_s)), None)
            if spare is None:
                wire.abort()
                return False
            self._open[spare].wire.abort()
            self.closed(spare)
        self._open[end] = _Connection(address, wire, self._now_s())
        self._of[address] += 1
        return True

    def answered(self, end: Hashable, busy: Callable[[], bool]) -> None:
        """Note that a connection has come to whoever answers; `busy` is true while it is answered."""
        if end in self._open:
            self._open[end].busy = busy

    def streams(self, end: Hashable) -> None:
        """Note that a connection is a WebSocket from now on, which need not ask for anything."""
        self.answered(end, _always)

    def closed(self, end: Hashable) -> None:
        """Forget a connection. One that was turned away is not known."""
        connection = self._open.pop(end, None)
        if connection is not None:
            self._of[connection.address] -= 1
            self._of += Counter()  # none is kept for an address without a connection

    def look(self) -> None:
        """End the connections that are over, and what waits to be sent on them. Call it about once a second."""
        now_s = self._now_s()
        for each in [each for each in self._open.values() if each.over(now_s)]:
            each.wire.abort()

    def end(self) -> None:
        """End all that are left, and what waits to be sent on them."""
        for each in list(self._open.values()):
            each.wire.abort()


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
