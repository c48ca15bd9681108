"""Sockets in the state folder at which streams of lines are read, each client from its own beginning on.

A client only listens. One that speaks, or does not read, is dropped: nobody at the table waits for it.
"""

import logging
import selectors
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from hal.closing import close_each
from table.devices.owner_socket import OWNER, at_the_door, owner_socket
from table.devices.threads import Worker
from table.devices.watchdog import Pulse

log = logging.getLogger(__name__)

GUESTS = 16
"""The clients of one socket. Who comes then is sent away, so that a flood sends away nobody who listens."""
PATIENCE_S = 10.0
"""The seconds in which a client has to read what it was sent."""
MOST_UNREAD = 1024 * 1024
"""The most bytes that are kept for a client; a first line has some ten thousand."""
LONGEST_WAIT_S = 1.0


class LineStream(Protocol):
    """A stream of lines. Only the thread that serves it calls these. Times are seconds of `time.monotonic`."""

    @property
    def name(self) -> str:
        """Return the name of its socket."""
        ...

    def joined(self, now_s: float) -> bytes:
        """Return the lines with which a client begins, before those that `step` returns next."""
        ...

    def step(self, now_s: float) -> bytes:
        """Return the lines that are due."""
        ...

    def next_s(self) -> float | None:
        """Return when `step` has something to do, or None: not before the server is woken."""
        ...


class _Door(NamedTuple):
    path: Path
    server: socket.socket
    stream: LineStream


class _Listener:
    """A client with the lines that it is still to read."""

    def __init__(self, client: socket.socket, stream: LineStream) -> None:
        self.client, self.stream = client, stream
        self.unread = bytearray()
        self.since_s: float | None = None
        """The time since which something is unread."""


class StreamServer:
    """The sockets of some streams. One thread calls `step`; any thread may call `wake`."""

    def __init__(
        self,
        folder: Path,
        streams: Iterable[LineStream],
        now_s: Callable[[], float] = time.monotonic,
        mode: int = OWNER,
    ) -> None:
        """Make the sockets. Raises OSError if one cannot be made; then there is none of them."""
        self._now_s = now_s
        self._ready = selectors.DefaultSelector()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._ready.register(self._ear, selectors.EVENT_READ)
        self._doors: list[_Door] = []
        self._listeners: list[_Listener] = []
        self._streams = tuple(streams)
        try:
            for stream in self._streams:
                path = folder / stream.name
                door = _Door(path, owner_socket(path, GUESTS, mode), stream)
                self._doors.append(door)
                self._ready.register(door.server, selectors.EVENT_READ, door)
        except OSError:
            self.close()
            raise

    def wake(self) -> None:
        """Have `step` look at the streams now. It waits for nothing."""
        with suppress(OSError):  # it rings already, or the server is closed
            self._bell.send(b"\0")

    def step(self) -> None:
        """Serve whoever is there, and send what is due; wait for 1 s at most if there is nothing to do.

        Raises OSError if a socket itself fails, and what a stream raises.
        """
        for key, _ in self._ready.select(self._patience_s()):
            if isinstance(key.data, _Listener):
                self._attend(key.data)
            elif isinstance(key.data, _Door):
                self._let_in(key.data.server, key.data.stream)
            else:
                self._ear.recv(65536)
        now_s = self._now_s()
        for stream in self._streams:
            if lines := stream.step(now_s):
                for listener in [each for each in self._listeners if each.stream is stream]:
                    self._send(listener, lines)
        for listener in tuple(self._listeners):
            if listener.since_s is not None and now_s - listener.since_s > PATIENCE_S:
                self._let_go(listener, f"it did not read for {PATIENCE_S:g} s")

    def close(self) -> None:
        """Close the sockets and remove their files. Call it once `step` is called no more."""
        listeners = (partial(self._let_go, listener) for listener in tuple(self._listeners))
        doors = (door.server.close for door in self._doors)
        files = (partial(door.path.unlink, missing_ok=True) for door in self._doors)
        close_each((*listeners, self._ready.close, *doors, *files, self._bell.close, self._ear.close))

    def _patience_s(self) -> float:
        due = [at_s for stream in self._streams if (at_s := stream.next_s()) is not None]
        due += [listener.since_s + PATIENCE_S for listener in self._listeners if listener.since_s is not None]
        return min(max(min(due, default=self._now_s() + LONGEST_WAIT_S) - self._now_s(), 0.0), LONGEST_WAIT_S)

    def _let_in(self, door: socket.socket, stream: LineStream) -> None:
        for client in at_the_door(door):
            if sum(each.stream is stream for each in self._listeners) >= GUESTS:
                log.info("a client of %s was sent away: %s listen already", stream.name, GUESTS)
                client.close()
                continue
            listener = _Listener(client, stream)
            self._listeners.append(listener)
            self._ready.register(client, selectors.EVENT_READ, listener)
            self._send(listener, stream.joined(self._now_s()))

    def _attend(self, listener: _Listener) -> None:
        """Look whether the client has gone or spoken, and send it more of what it is to read."""
        try:
            if listener.client.recv(1):
                self._let_go(listener, "it spoke")
            else:
                self._let_go(listener)
        except BlockingIOError:
            self._send(listener, b"")
        except OSError as error:
            self._let_go(listener, str(error))

    def _send(self, listener: _Listener, lines: bytes) -> None:
        listener.unread += lines
        try:
            while listener.unread:
                del listener.unread[: listener.client.send(listener.unread)]
                listener.since_s = None
        except BlockingIOError:
            pass  # the rest comes later
        except OSError as error:
            self._let_go(listener, str(error))
            return
        if len(listener.unread) > MOST_UNREAD:
            self._let_go(listener, f"it left {len(listener.unread)} bytes unread")
            return
        if listener.unread and listener.since_s is None:
            listener.since_s = self._now_s()
        write = selectors.EVENT_WRITE if listener.unread else 0
        self._ready.modify(listener.client, selectors.EVENT_READ | write, listener)

    def _let_go(self, listener: _Listener, why: str = "") -> None:
        if why:
            log.info("a client of %s was dropped: %s", listener.stream.name, why)
        self._listeners.remove(listener)
        self._ready.unregister(listener.client)
        listener.client.close()


class ServedSockets(Protocol):
    """Sockets that one thread serves."""

    def step(self) -> None:
        """Serve whoever is there, for 1 s at most."""
        ...

    def wake(self) -> None:
        """Have `step` look again. Any thread; it waits for nothing."""
        ...

    def close(self) -> None:
        """Close them and remove their files."""
        ...


class StreamThread:
    """The thread that serves the sockets. The main thread starts and stops it."""

    def __init__(self, server: ServedSockets, failed: Callable[[str, BaseException], None], pulse: Pulse) -> None:
        """`failed` gets the errors of the thread, on the thread itself, which has the name of its pulse."""
        self._server = server
        self._worker = Worker(pulse.name, server.step, failed, pulse)

    def start(self) -> None:
        self._worker.start()

    def wake(self) -> None:
        """Let it look at the streams now. Any thread; it waits for nothing."""
        self._server.wake()

    def stop(self) -> None:
        """Let it end after the piece of work that it is at. Does not wait."""
        self._worker.stop()
        self._server.wake()

    def close(self, patience_s: float) -> None:
        """Close the sockets, after `stop` and after the table. A thread that is stuck is left after `patience_s`."""
        self._worker.join(patience_s)
        self._server.close()
