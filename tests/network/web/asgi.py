"""A client of an application without any network: requests and WebSockets as ASGI has them."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.types import ASGIApp

ADDRESS = "192.168.1.20"


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def scope(path: str, headers: Mapping[str, str], kind: str = "http", method: str = "GET") -> dict[str, Any]:
    path, _, query = path.partition("?")
    sent = {"host": "192.168.1.5:7500", **headers}
    made: dict[str, Any] = {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value],
        "client": (ADDRESS, 50000),
        "server": ("192.168.1.5", 7500),
    }
    more: dict[str, Any] = {"method": method} if kind == "http" else {"subprotocols": []}
    return made | more


async def asked(
    app: ASGIApp,
    path: str,
    method: str = "GET",
    *,
    listens_s: float = 0.0,
    body: bytes = b"",
    address: str = ADDRESS,
    **headers: Any,
) -> Answer:
    """Return what is answered; of an answer without an end, what came in so many seconds."""
    status, answered = 0, bytearray()
    sent = iter([body] if method == "POST" else [])
    head: dict[str, str] = {}
    over = asyncio.Event()

    async def receive() -> Any:
        for each in sent:
            return {"type": "http.request", "body": each, "more_body": False}
        await over.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, head
        if message["type"] == "http.response.start":
            status = message["status"]
            head = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            answered.extend(message.get("body", b""))

    names = {name.replace("_", "-"): value for name, value in headers.items()}
    asking = {**scope(path, names, method=method), "client": (address, 50000)}
    serving = asyncio.ensure_future(app(asking, receive, send))
    if listens_s:
        await asyncio.sleep(listens_s)
        over.set()
    await serving
    return Answer(status, head, bytes(answered))


class Socket:
    """A WebSocket that a test holds."""

    def __init__(self, app: ASGIApp, path: str, **headers: str) -> None:
        self.status: int | str = ""
        """`accepted`, or the code with which it was closed."""
        self.sent: list[str] = []
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        self._task = asyncio.ensure_future(app(scope(path, names, "websocket"), self._in.get, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.sent.append(message["text"])
        elif message["type"] == "websocket.accept":
            self.status = "accepted"
        else:
            self.status = message.get("code", 0)

    def sends(self, **message: Any) -> None:
        self._in.put_nowait({"type": "websocket.receive", **message})

    async def goes(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task

    async def ended(self) -> int | str:
        """Return the code with which it was closed."""
        await self._task
        return self.status
