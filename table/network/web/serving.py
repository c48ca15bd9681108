"""The web program's server: it serves HTTP until a signal ends it."""

import asyncio
import logging
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hal.computer.local_sockets import own_port
from table.network.web.connections import IDLE_S, Connections, tightened

log = logging.getLogger(__name__)

LOOK_S = 1.0
"""The time between two checks of the connections."""
WAITING = 64
"""The most connections that wait to be accepted."""
LARGEST_HEAD = 16 * 1024
"""The most bytes of a request's head."""
PIECE = 1024
"""The bytes that are read of a head before its size is checked again: h11 accepts a head of any size that arrives in
one piece.
"""
INVALID = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
MOST_AT_ONCE = 32 * 1024
"""The most bytes that are decrypted at once. asyncio allocates this buffer for each connection; its default is 256
KiB.
"""
LAST_S = 2
"""The seconds in which answers may finish when the program ends."""


class RunsBeside(Protocol):
    """A task that runs beside the server, until it is cancelled."""

    async def run(self) -> None: ...


def listening(address: str, port: int) -> socket.socket:
    """Return a socket that listens at this address. Raises OSError."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # With the protocol named asyncio lets the kernel send each frame at once, not once the last one is confirmed.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        own_port(made)
        made.bind((address, port))
        made.listen(WAITING)
    except OSError:
        made.close()
        raise
    made.setblocking(False)
    return made


async def serve(
    app: ASGIApp,
    beside: Sequence[RunsBeside],
    door: socket.socket,
    connections: Connections,
    farewell: Callable[[], object] = lambda: None,
    context: ssl.SSLContext | None = None,
) -> None:
    """Serve the application on this socket until it is cancelled.

    Then it calls `farewell`, lets answers finish, and closes all connections. With a TLS `context`, only encrypted
    connections are answered.
    """
    SSLProtocol.max_size = MOST_AT_ONCE
    logging.getLogger("uvicorn.error").addFilter(_is_no_nonsense)
    server = _Server(_settings(app, connections, context))
    around = [asyncio.ensure_future(each.run()) for each in beside]
    around.append(asyncio.ensure_future(_looking(connections)))
    serving = asyncio.ensure_future(server.serve([door]))
    try:
        await asyncio.shield(serving)
    finally:
        for task in around:
            task.cancel()
        farewell()
        server.should_exit = True
        await asyncio.wait({serving}, timeout=LAST_S)
        connections.end()  # a handshake that did not end, and whoever reads nothing or confirms no end
        await asyncio.gather(serving, *around, return_exceptions=True)
        while len(connections):  # the event loop closes them when it comes round
            await asyncio.sleep(0)


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing, because the program itself handles signals."""
        yield


def _settings(app: ASGIApp, connections: Connections, context: ssl.SSLContext | None) -> uvicorn.Config:
    def connection(*args: Any, **settings: Any) -> asyncio.Protocol:
        if context is None:
            return _Plain(connections, *args, **settings)
        return _Encrypted(connections, context, _Answering(connections, *args, **settings))

    def upgraded(*args: Any, **settings: Any) -> WebSocketsSansIOProtocol:
        return _Upgraded(connections, *args, **settings)

    return uvicorn.Config(
        app,
        http=connection,  # type: ignore[arg-type]  # it makes one, as a class does
        ws=upgraded,  # type: ignore[arg-type]
        ws_max_size=1024,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,  # each viewer would cost a compression of its own
        lifespan="off",
        log_config=None,
        log_level="error",  # nonsense that somebody sends is no line of the log each time
        access_log=False,
        server_header=False,
        date_header=False,  # nothing is kept by it
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2 * LAST_S,  # in between all that is left is closed
        h11_max_incomplete_event_size=LARGEST_HEAD - 1,  # of so many bytes at least one more is missing
    )


def _is_no_nonsense(record: logging.LogRecord) -> bool:
    """False for log records about a client's errors: a frame that is not UTF-8, or a rejected WebSocket."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, UnicodeDecodeError) or "without completing handshake" in record.getMessage())


async def _looking(connections: Connections) -> None:
    while True:
        await asyncio.sleep(LOOK_S)
        connections.look()


class _Answering(H11Protocol):
    """A uvicorn connection that counts against the limits, and is watched while a response is sent."""

    def __init__(self, connections: Connections, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._all = connections
        self._end: Hashable = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._end = _end(transport)
        self._all.answered(self._end, self._busy)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.closed(self._end)

    def data_received(self, data: bytes) -> None:
        """Parse received data in pieces, so that the size limit also applies to a head that arrives at once."""
        at = 0
        while at < len(data):
            if self.transport.is_closing():
                return
            reads = self.transport.get_protocol()  # it is another one once the connection has become a WebSocket
            if reads is not self and isinstance(reads, asyncio.Protocol):
                reads.data_received(data[at:])
                return
            room = LARGEST_HEAD - len(self.conn.trailing_data[0])
            end = at + min(PIECE, max(1, room))
            super().data_received(data[at:end])
            at = end
            if len(self.conn.trailing_data[0]) > LARGEST_HEAD:
                self.transport.close()  # another request waits: h11 would take any head of it once this one is answered
                return

    def send_400_response(self, msg: str) -> None:
        """Answer invalid data without h11, which refuses to: another answer may have begun, or be one to HEAD."""
        begun = False
        if self.cycle is not None and self._busy():
            begun = self.cycle.response_started
            self.cycle.disconnected = True  # so that the other answer ends here
        if not begun:
            self.transport.write(INVALID if len(self.conn.trailing_data[0]) < LARGEST_HEAD else TOO_LARGE)
        self.transport.close()

    def _busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete


class _Plain(_Answering):
    """An unencrypted HTTP connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        tightened(transport.get_extra_info("socket"))
        self._all.opened(_end(transport), _address(transport), transport)
        super().connection_made(transport)


class _Upgraded(WebSocketsSansIOProtocol):
    """A counted connection that has become a WebSocket."""

    def __init__(self, connections: Connections, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._all = connections
        self._end: Hashable = None
        self._asked = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._end = _end(transport)
        self._all.streams(self._end)

    def data_received(self, data: bytes) -> None:
        """Take the request, and frames once it is answered. A client that sends frames before that is not valid."""
        if self._asked and not self.handshake_complete:
            self.transport.abort()
        else:
            self._asked = True
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.closed(self._end)


class _Encrypted(asyncio.Protocol):
    """A connection that has to be encrypted first.

    It counts from its beginning, because a silent client uses a place, too.
    """

    def __init__(self, connections: Connections, context: ssl.SSLContext, within: _Answering) -> None:
        self._all, self._context, self._within = connections, context, within
        self._early = bytearray()
        self._given = self._lost = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._end = _end(transport)
        tightened(transport.get_extra_info("socket"))
        self._wire = _TwoWires(transport)
        if self._all.opened(self._end, _address(transport), self._wire):
            self._task = asyncio.ensure_future(self._encrypts(transport))

    def data_received(self, data: bytes) -> None:
        """Buffer data that arrives before the encryption is set up."""
        self._early += data

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        if self._given:
            self._within.connection_lost(exc)
        self._all.closed(self._end)

    async def _encrypts(self, plain: asyncio.Transport) -> None:
        loop = asyncio.get_running_loop()
        try:
            sealed = await loop.start_tls(
                plain, self, self._context, server_side=True, ssl_handshake_timeout=IDLE_S, ssl_shutdown_timeout=LAST_S
            )
        except BaseException as error:
            plain.abort()
            self._all.closed(self._end)
            if isinstance(error, OSError):  # whatever spoke here does not speak TLS, or has gone
                return
            raise
        if sealed is None or self._lost:  # asyncio returns none where the wire was aborted in mid-handshake
            self._all.closed(self._end)
            return
        self._wire.within = sealed
        self._given = True
        self._within.connection_made(sealed)
        sealed.set_protocol(self._within)
        if self._early:
            self._within.data_received(bytes(self._early))


class _TwoWires:
    """The buffers of an encrypted connection: bytes to encrypt, and bytes to send."""

    def __init__(self, plain: asyncio.Transport) -> None:
        self._plain = plain
        self.within: asyncio.Transport | None = None

    def get_write_buffer_size(self) -> int:
        waits = 0 if self.within is None else self.within.get_write_buffer_size()
        return waits + self._plain.get_write_buffer_size()

    def abort(self) -> None:
        self._plain.abort()


def _end(transport: asyncio.BaseTransport) -> Hashable:
    """Return the key of a connection: the client's address and port, as in a request's scope."""
    peer = transport.get_extra_info("peername")
    return (peer[0], peer[1]) if peer else id(transport.get_extra_info("socket"))


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
