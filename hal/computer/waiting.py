"""Wait for a signal of another thread, or until a file can be read."""

import selectors
import socket
from collections.abc import Sequence
from contextlib import suppress
from threading import Event


class Waiting:
    """A wait of one thread, which any thread may end."""

    def __init__(self, *, with_files: bool) -> None:
        """`with_files` selects the signal: a pair of sockets, which a selector can await, or else an event."""
        self._wake = Event()
        self._pair = socket.socketpair() if with_files else None
        for end in self._pair or ():
            end.setblocking(False)

    def wait(self, files: Sequence[int], timeout_s: float | None) -> None:
        """Sleep until `wake` is called or a file can be read, for at most `timeout_s` real seconds; None: no limit."""
        if self._pair is None or self._wake.is_set():
            self._wake.wait(timeout_s)
            return
        try:
            with selectors.DefaultSelector() as ready:
                for file in (self._pair[0].fileno(), *files):
                    ready.register(file, selectors.EVENT_READ)
                ready.select(timeout_s)
        except (OSError, ValueError, KeyError):  # a file was closed meanwhile: the next step finds that out
            self._wake.wait(timeout_s)

    def wake(self) -> None:
        """End a `wait`, or the next one."""
        self._wake.set()
        if self._pair is not None:
            with suppress(OSError):  # full of signals that nobody took yet, or closed
                self._pair[1].send(b"\0")

    def clear(self) -> None:
        """Clear the signal, before doing the work that it announces."""
        self._wake.clear()
        if self._pair is not None:
            with suppress(OSError):
                while self._pair[0].recv(4096):
                    pass

    def close(self) -> None:
        for end in self._pair or ():
            end.close()
