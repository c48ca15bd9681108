"""A hub over HTTP: its state, its frames as Server-Sent Events, and its frames over a WebSocket."""

from collections.abc import AsyncIterator
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from table.network.web.access.other_pages import ACCESS
from table.network.web.hub import Hub
from table.network.web.until_ended import until_one_ends
from table.network.web.viewers import Message, Viewer

SILENCE_S = 15.0
"""The longest silence of a stream of events: proxies and phones treat a longer one as the end."""
SIGN_S = 3.0
"""The longest silence of a WebSocket whose viewer asked for signs. A sign is a frame of two bytes."""
LONGEST_WORD = 64
"""The most characters of a message of a viewer. Its only message is RESYNC."""
RESYNC = '{"resync":true}'
MOST_RESYNCS = 10
"""The number of times that a viewer may request the whole state on one connection, on which frames cannot get lost."""
JSON, EVENTS = "application/json", "text/event-stream"
TOO_SLOW, SPOKE, REVOKED = 1013, 1008, 4003
"""The codes with which a WebSocket is closed: try again later; the message is not allowed; the token was revoked."""


def stream_routes(hub: Hub, path: str) -> list[BaseRoute]:
    """Return the routes that serve a stream at this path."""

    async def state(request: Request) -> Response:
        return state_of(hub, request)

    async def events(request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type=EVENTS)
        mark = request.headers.get("last-event-id") or request.query_params.get("since", "")
        return StreamingResponse(events_of(hub, mark, request.scope.get(ACCESS)), media_type=EVENTS)

    async def frames(socket: WebSocket) -> None:
        await serve_frames(hub, socket)

    return [
        Route(f"{path}/state", state),
        Route(f"{path}/events", events),
        WebSocketRoute(f"{path}/frames", frames),
    ]


def state_of(hub: Hub, request: Request) -> Response:
    """Return the whole state, 503 without a table, or 304 if the client knows the state."""
    if (message := hub.snapshot()) is None:
        return Response('{"error":"no table"}', 503, {"retry-after": "5"}, JSON)
    tag = {"etag": f'"{message.mark}"'}
    if request.headers.get("if-none-match") == tag["etag"]:
        return Response(None, 304, tag)
    return Response(message.data, 200, tag, JSON)


async def events_of(hub: Hub, mark: str, access: str | None = None) -> AsyncIterator[bytes]:
    """Yield the events since this mark, and then new ones, until the viewer is too slow."""
    viewer = hub.joins(mark, access)
    try:
        yield b"retry: 1000\n\n"
        while True:
            try:
                message = await viewer.next(SILENCE_S)
            except TimeoutError:
                yield b":\n\n"
                continue
            if message is None:
                return
            yield event(message)
    finally:
        hub.leaves(viewer)


def event(message: Message) -> bytes:
    """Return a message as an event. JSON has no line feed in it."""
    mark = f"id: {message.mark}\n".encode() if message.mark else b""
    return b"%sdata: %s\n\n" % (mark, message.data)


async def serve_frames(hub: Hub, socket: WebSocket) -> None:
    """Send the frames since the mark in the address, and then new ones, until the viewer disconnects or is too slow.

    A viewer that asks for signs gets an empty message during a silence, so it notices a lost network.
    """
    await socket.accept()
    viewer = hub.joins(socket.query_params.get("since", ""), socket.scope.get(ACCESS))
    silence_s = SIGN_S if socket.query_params.get("signs") == "1" else None
    try:
        codes = await until_one_ends(_sends(viewer, socket, silence_s), _receive(hub, viewer, socket))
    finally:
        hub.leaves(viewer)
    for code in codes:
        if code is not None:
            with suppress(WebSocketDisconnect, RuntimeError):  # it has gone meanwhile
                await socket.close(code)


async def _sends(viewer: Viewer, socket: WebSocket, silence_s: float | None) -> int | None:
    """Send new frames; return the code to close with, or None if the viewer has gone."""
    try:
        while True:
            try:
                message = await viewer.next(silence_s)
            except TimeoutError:
                await socket.send_text("")
                continue
            if message is None:
                break
            await socket.send_text(message.data.decode())
    except (WebSocketDisconnect, RuntimeError, OSError):
        return None
    return REVOKED if viewer.revoked else TOO_SLOW


async def _receive(hub: Hub, viewer: Viewer, socket: WebSocket) -> int | None:
    """Read from the viewer. Return the code to close with, or None if it has gone."""
    for _ in range(MOST_RESYNCS):
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return None
        word = received.get("text")
        if not isinstance(word, str) or len(word) > LONGEST_WORD or "".join(word.split()) != RESYNC:
            return SPOKE
        hub.restart(viewer)
    return SPOKE
