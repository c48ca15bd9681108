"""A socket at which a client says one line, and reads one: an exchange a connection.

No client makes another one wait for its line, and none is served for longer than it needs.
"""

import logging
import selectors
import socket
import time
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from typing import Protocol

from hal.closing import close_each
from table.devices.owner_socket import OWNER, at_the_door, owner_socket
from table.devices.threads import Worker
from table.devices.watchdog import Pulse

log = logging.getLogger(__name__)

PATIENCE_S = 1.0
"""The seconds for a client to send its whole line, and to read the answer."""
GUESTS = 16
"""The clients that are served at once; where more come, the one that was there first goes."""
ACCEPT_S = 0.25
"""The longest wait for a client in one step, in seconds."""
LAST_CLIENT_S = ACCEPT_S + 0.05
"""The seconds that the last client may take at the end."""


class _Guest:
    """A client: what it has said so far, and what it is still to read."""

    def __init__(self, client: socket.socket, until_s: float) -> None:
        self.client, self.until_s = client, until_s
        self.heard = bytearray()
        self.answer: memoryview | None = None

    @property
    def whole(self) -> bool:
        return self.answer is not None

    def reads(self, longest: int) -> bool:
        """Read what is there, and return True once the line is whole. Raises BlockingIOError while it is not."""
        while not self.heard.endswith(b"\n") and len(self.heard) < longest:
            if not (more := self.client.recv(65536)):
                break
            self.heard += more
        return True

    def sends(self) -> bool:
        """Send what is taken, and return True once all is. Raises BlockingIOError while it is not."""
        while self.answer:
            self.answer = self.answer[self.client.send(self.answer) :]
        return True


class ExchangeServer:
    """The table's end. One thread calls `step`."""

    def __init__(self, path: Path, answered: Callable[[bytes], bytes], longest: int, mode: int = OWNER) -> None:
        """Make the socket. `answered` returns the answer to a line, which has some more bytes than `longest` at most.

        Raises OSError if it cannot be made.
        """
        self._path, self._answered, self._longest = path, answered, longest
        self._server = owner_socket(path, GUESTS, mode)
        self._guests: list[_Guest] = []
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._server, selectors.EVENT_READ)

    def step(self) -> None:
        """Serve whoever is there; wait for 0.25 s at most if nobody is.

        Raises OSError if the socket itself fails, and whatever `answered` raises.
        """
        for key, _ in self._ready.select(self._patience_s()):
            if key.fileobj is self._server:
                self._let_in()
            else:
                self._serve(key.data)
        now_s = time.monotonic()
        for guest in [guest for guest in self._guests if guest.until_s <= now_s]:
            self._let_go(guest, f"it did not speak or read for {PATIENCE_S:g} s")

    def close(self) -> None:
        """Close the socket and remove its file. Call it once `step` is called no more."""
        guests = (partial(self._let_go, guest) for guest in tuple(self._guests))
        close_each((*guests, self._ready.close, self._server.close, partial(self._path.unlink, missing_ok=True)))

    def _patience_s(self) -> float:
        soonest_s = min((guest.until_s for guest in self._guests), default=inf)
        return min(max(soonest_s - time.monotonic(), 0.0), ACCEPT_S)

    def _let_in(self) -> None:
        """Accept all who wait at the door."""
        for client in at_the_door(self._server):
            guest = _Guest(client, time.monotonic() + PATIENCE_S)
            self._guests.append(guest)
            self._ready.register(client, selectors.EVENT_READ, guest)
            if len(self._guests) > GUESTS:
                self._let_go(self._guests[0], f"more than {GUESTS} came at once")
            self._serve(guest)

    def _serve(self, guest: _Guest) -> None:
        """Read what is there; answer once the line is whole; send as much as is taken."""
        try:
            if not guest.whole and guest.reads(self._longest):
                guest.answer = memoryview(self._answered(bytes(guest.heard)))
                guest.until_s = time.monotonic() + PATIENCE_S
                self._ready.modify(guest.client, selectors.EVENT_WRITE, guest)
            if guest.whole and guest.sends():
                self._let_go(guest)
        except BlockingIOError:
            pass  # the rest comes later
        except OSError as error:
            self._let_go(guest, str(error))
        except Exception:
            self._let_go(guest, "the table failed over what it said")
            raise

    def _let_go(self, guest: _Guest, why: str = "") -> None:
        if why:
            log.info("a client of %s went away: %s", self._path.name, why)
        self._guests.remove(guest)
        self._ready.unregister(guest.client)
        guest.client.close()


class ServedExchanges(Protocol):
    """A server that one thread serves."""

    def step(self) -> None: ...

    def close(self) -> None: ...


class ExchangeListener:
    """The thread that listens at the socket. The main thread starts and stops it."""

    def __init__(self, server: ServedExchanges, failed: Callable[[str, BaseException], None], pulse: Pulse) -> None:
        """`failed` gets the errors of the thread, on the thread itself, which has the name of its pulse."""
        self._server = server
        self._worker = Worker(pulse.name, server.step, failed, pulse)

    def start(self) -> None:
        self._worker.start()

    def stop(self) -> None:
        """Accept no more clients. The current one may still get its answer."""
        self._worker.stop()

    def close(self, patience_s: float = LAST_CLIENT_S) -> None:
        """Close the socket, after `stop` and after the table.

        A client that is still there after `patience_s` seconds is left.
        """
        self._worker.join(patience_s)
        self._server.close()
