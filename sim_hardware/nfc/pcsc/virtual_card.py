"""A card in a virtual reader of the real daemon (Debian's vsmartcard-vpcd).

An emulated reader with a tag answers for it. The daemon's driver sends requests over TCP: a length in two bytes, then
an APDU, or one byte that switches the card or asks for its ATR.
"""

import socket
import sys
from contextlib import suppress
from threading import Thread

from sim_hardware.clock import Clock, S
from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.pcsc.acr122u import Acr122u

ASK_ATR = b"\x04"


class VirtualCard:
    """A card that lies in a virtual reader from `lay` to `lift`. Meanwhile it has its own thread."""

    def __init__(self, port: int, tag: Antenna) -> None:
        self._port, self.tag = port, tag
        self._clock = Clock()
        self._reader = Acr122u(self._clock, Field(self._clock))
        self._socket: socket.socket | None = None
        self._thread: Thread | None = None

    def lay(self) -> None:
        """Lay the card. Raises OSError if the daemon's driver does not listen."""
        self._reader.field.lay(self.tag)
        self._clock.advance(S)
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=5.0)
        self._socket.settimeout(None)
        self._thread = Thread(target=self._serve, args=(self._socket,), name="virtual card", daemon=True)
        self._thread.start()

    def lift(self) -> None:
        if self._socket is None or self._thread is None:
            return
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5.0)
        self._socket.close()
        self._socket = self._thread = None
        self._reader.field.lift(self.tag)
        self._clock.advance(S)

    def _serve(self, wire: socket.socket) -> None:
        with suppress(OSError):
            while (head := _exactly(wire, 2)) and (asked := _exactly(wire, int.from_bytes(head, "big"))):
                if asked == ASK_ATR:
                    _send(wire, self._reader.atr)
                elif len(asked) > 1:
                    _send(wire, self._reader.answer(asked))


def _exactly(wire: socket.socket, size: int) -> bytes:
    """Return exactly this many bytes; empty if the connection is closed."""
    came = b""
    while len(came) < size:
        # The driver sends a length and what follows in two packets, and waits for the first to be acknowledged.
        if sys.platform == "linux":
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        more = wire.recv(size - len(came))
        if not more:
            return b""
        came += more
    return came


def _send(wire: socket.socket, data: bytes) -> None:
    wire.sendall(len(data).to_bytes(2, "big") + data)
