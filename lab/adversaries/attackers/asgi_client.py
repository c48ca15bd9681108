"""A client of a web application without a network: requests and WebSockets of any shape, as ASGI has them."""

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

from starlette.types import ASGIApp

from lab.virtual_loop import run

LISTENS_S = 0.05
"""The seconds of virtual time after which a client goes away from an answer without an end."""


class HttpAnswer(NamedTuple):
    """An answer. The status of a WebSocket that was opened is 101."""

    status: int
    headers: dict[str, str]
    body: bytes


class HttpRequest(NamedTuple):
    """A request of a client."""

    path: str
    peer: str
    headers: tuple[tuple[str, str], ...]
    method: str = "GET"
    body: bytes = b""
    websocket: bool = False


def answer(app: ASGIApp, asked: HttpRequest) -> HttpAnswer:
    """Return the answer of an application."""
    return run(_answer(app, asked))


def whole_answer(app: ASGIApp, asked: HttpRequest) -> HttpAnswer:
    """Return the answer of an application that works in threads, and whose answers end."""
    return asyncio.run(_answer(app, asked, listens_s=0.0))


def answered(app: ASGIApp, all_asked: Iterable[HttpRequest]) -> int:
    """Send all of these one after the other without a pause, and return how many are answered with status 200."""

    async def count() -> int:
        return sum([(await _answer(app, each, listens_s=0.0)).status == 200 for each in all_asked])

    return run(count())


async def _answer(app: ASGIApp, asked: HttpRequest, listens_s: float = LISTENS_S) -> HttpAnswer:
    status, headers, body = 0, dict[str, str](), bytearray()
    over = asyncio.Event()
    first: list[Any] = [{"type": "websocket.connect"}] if asked.websocket else [
        {"type": "http.request", "body": asked.body, "more_body": False}
    ]  # fmt: skip

    async def receive() -> Any:
        if first:
            return first.pop()
        await over.wait()
        return {"type": "websocket.disconnect", "code": 1000} if asked.websocket else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            status = message["status"]
            headers.update((name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"])
        elif message["type"] == "websocket.accept":
            status = 101
        elif message["type"] == "websocket.close":
            status = status or 403
        else:
            body.extend(message.get("body", b"") or message.get("text", "").encode())

    serving = asyncio.ensure_future(app(_scope(asked), receive, send))
    await asyncio.sleep(listens_s)
    over.set()
    await serving
    return HttpAnswer(status, headers, bytes(body))


def _scope(asked: HttpRequest) -> dict[str, Any]:
    path, _, query = asked.path.partition("?")
    made: dict[str, Any] = {
        "type": "websocket" if asked.websocket else "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "ws" if asked.websocket else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [*_encoded(asked.headers)],
        "client": (asked.peer, 50000),
        "server": ("192.168.1.5", 7500),
    }
    more: dict[str, Any] = {"subprotocols": []} if asked.websocket else {"method": asked.method}
    return made | more


def _encoded(headers: Iterable[tuple[str, str]]) -> Iterable[tuple[bytes, bytes]]:
    return ((name.encode("latin-1"), value.encode("utf-8")) for name, value in headers)
