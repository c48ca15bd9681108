"""The files that are served as they were shipped, read once from the package: no other file is ever opened."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from importlib import resources
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

TYPES = MappingProxyType(
    {
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "ts": "text/plain; charset=utf-8",
        "woff2": "font/woff2",
    }
)
SHIPPED = MappingProxyType({"/schema.json": "schema.json", "/frames.d.ts": "frames.d.ts"})
"""The files by their addresses."""


def shipped(name: str) -> bytes:
    """Return a file of this package."""
    return resources.files(__package__).joinpath("shipped", name).read_bytes()


def file_routes() -> list[BaseRoute]:
    """Return the routes that serve the files."""
    return [Route(path, serving(name)) for path, name in SHIPPED.items()]


def serving(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint that answers with a file, or with 304 if the client has it."""
    content, kind = shipped(name), TYPES[name.rpartition(".")[2]]
    head = {"cache-control": "no-cache", "etag": f'"{sha256(content).hexdigest()[:20]}"'}

    async def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == head["etag"]:
            return Response(None, 304, head)
        return Response(content, 200, head, kind)

    return serve
