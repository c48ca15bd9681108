"""The socket `seats`, at which the web program passes on the frames of phones. It can neither read nor make one.

Each connection is one phone. One that floods, does not read, or says what no phone says is let go.
"""

import logging
import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from hal.closing import close_each
from table.devices.owner_socket import OWNER, at_the_door, owner_socket
from table.devices.phones.host import PhoneHost
from table.devices.phones.line import PhoneLine
from table.rules.errors import InputError
from table.view.seat_frames import DOWN_BYTES, MOST_PHONES, SOCKET, UP_BYTES

log = logging.getLogger(__name__)

MOST_UNREAD = 16 * DOWN_BYTES
"""The most bytes that wait for a phone that does not read: the frames of two seconds."""
MOST_AT_ONCE = 8 * UP_BYTES
"""The most bytes of one connection that are read before the others have their turn."""
LONGEST_WAIT_S = 1.0


class _Phone:
    """A connection with its line, and the bytes that have come or still have to go."""

    def __init__(self, client: socket.socket, line: PhoneLine) -> None:
        self.client, self.line = client, line
        self.come, self.unread = bytearray(), bytearray()


class PhoneServer:
    """The socket of the phones. One thread calls `step`; any thread may call `wake`."""

    def __init__(
        self, folder: Path, host: PhoneHost, now_s: Callable[[], float] = time.monotonic, mode: int = OWNER
    ) -> None:
        """Make the socket. Raises OSError if it cannot be made."""
        self._host, self._now_s = host, now_s
        self._path = folder / SOCKET
        self._door = owner_socket(self._path, MOST_PHONES, mode)
        self._ready = selectors.DefaultSelector()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._ready.register(self._ear, selectors.EVENT_READ)
        self._ready.register(self._door, selectors.EVENT_READ, self._door)
        self._phones: list[_Phone] = []

    def wake(self) -> None:
        """Have `step` look at what the session said. It waits for nothing."""
        with suppress(OSError):  # it rings already, or the server is closed
            self._bell.send(b"\0")

    def step(self) -> None:
        """Serve whoever is there, and send what is due; wait for 1 s at most. Raises OSError if the socket fails."""
        for key, _ in self._ready.select(self._patience_s()):
            if isinstance(key.data, _Phone):
                self._attend(key.data)
            elif key.data is self._door:
                self._let_in()
            else:
                self._ear.recv(65536)
        for line, frame in self._host.step():
            for phone in [each for each in self._phones if each.line is line]:
                self._send(phone, frame)
        over = self._host.over()
        for phone in [each for each in self._phones if each.line in over]:
            self._let_go(phone)

    def close(self) -> None:
        """Close the socket and remove its file. Call it once `step` is called no more."""
        phones = (partial(self._let_go, phone) for phone in tuple(self._phones))
        gone = partial(self._path.unlink, missing_ok=True)
        close_each((*phones, self._ready.close, self._door.close, gone, self._bell.close, self._ear.close))

    def _patience_s(self) -> float:
        due_s = self._host.next_s()
        return LONGEST_WAIT_S if due_s is None else min(max(due_s - self._now_s(), 0.0), LONGEST_WAIT_S)

    def _let_in(self) -> None:
        for client in at_the_door(self._door):
            if len(self._phones) >= MOST_PHONES:
                log.info("a phone was sent away: %s are there already", MOST_PHONES)
                client.close()
                continue
            phone = _Phone(client, self._host.joined())
            self._phones.append(phone)
            self._ready.register(client, selectors.EVENT_READ, phone)

    def _attend(self, phone: _Phone) -> None:
        try:
            came = phone.client.recv(MOST_AT_ONCE)
        except BlockingIOError:
            self._send(phone, b"")
            return
        except OSError as error:
            self._let_go(phone, str(error))
            return
        if not came:
            self._let_go(phone)
            return
        phone.come += came
        try:
            while len(phone.come) >= UP_BYTES and phone in self._phones:
                frame = bytes(phone.come[:UP_BYTES])
                del phone.come[:UP_BYTES]
                self._send(phone, self._host.take(phone.line, frame))
        except InputError as error:
            self._let_go(phone, str(error))

    def _send(self, phone: _Phone, frame: bytes) -> None:
        phone.unread += frame
        try:
            while phone.unread:
                del phone.unread[: phone.client.send(phone.unread)]
        except BlockingIOError:
            pass  # the rest comes later
        except OSError as error:
            self._let_go(phone, str(error))
            return
        if len(phone.unread) > MOST_UNREAD:
            self._let_go(phone, f"it left {len(phone.unread)} bytes unread")
            return
        write = selectors.EVENT_WRITE if phone.unread else 0
        self._ready.modify(phone.client, selectors.EVENT_READ | write, phone)

    def _let_go(self, phone: _Phone, why: str = "") -> None:
        if phone not in self._phones:
            return
        if why:
            log.info("a phone was let go: %s", why)
        self._phones.remove(phone)
        self._ready.unregister(phone.client)
        phone.client.close()
        self._host.left(phone.line)
