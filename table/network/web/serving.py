"""The web program itself: it follows the table's sockets, and serves them until it is told to end."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from table.network.web.connections import Connections, tightened
from table.network.web.follower import Follower

log = logging.getLogger(__name__)

LOOK_S = 1.0
"""The time between two looks at the connections."""
WAITING = 64
"""The most connections that wait to be taken."""
LARGEST_HEAD = 16 * 1024
"""The most bytes of a request's head."""
LAST_S = 2
"""The seconds that answers get to their end when the program ends."""


def listening(address: str, port: int) -> socket.socket:
    """Return a socket that listens at this address. Raises OSError."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # With the protocol named asyncio lets the kernel send each frame at once, not once the last one is confirmed.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen(WAITING)
    except OSError:
        made.close()
        raise
    made.setblocking(False)
    return made


async def serve(
    app: ASGIApp,
    followers: Sequence[Follower],
    door: socket.socket,
    connections: Connections,
    farewell: Callable[[], object] = lambda: None,
) -> None:
    """Serve the application at this door until it is cancelled; then call `farewell`, and let answers end."""
    server = _Server(_settings(app, connections))
    around = [asyncio.ensure_future(each.run()) for each in followers]
    around.append(asyncio.ensure_future(_looking(connections)))
    serving = asyncio.ensure_future(server.serve([door]))
    try:
        await asyncio.shield(serving)
    finally:
        for task in around:
            task.cancel()
        farewell()
        server.should_exit = True
        await asyncio.gather(serving, *around, return_exceptions=True)


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the program, which heeds them for every command."""
        yield


def _settings(app: ASGIApp, connections: Connections) -> uvicorn.Config:
    def connection(*args: Any, **settings: Any) -> H11Protocol:
        return _Counted(connections, *args, **settings)

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
        timeout_graceful_shutdown=LAST_S,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )


async def _looking(connections: Connections) -> None:
    while True:
        await asyncio.sleep(LOOK_S)
        connections.look()


class _Counted(H11Protocol):
    """A connection of uvicorn that is counted, and watched."""

    def __init__(self, connections: Connections, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._all = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        tightened(transport.get_extra_info("socket"))
        self._all.opened(self.client[0] if self.client else "", transport, self._busy)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.closed(self.transport)

    def _busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete


class _Upgraded(WebSocketsSansIOProtocol):
    """A counted connection that has become a WebSocket."""

    def __init__(self, connections: Connections, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._all = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._all.streams(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.closed(self.transport)
