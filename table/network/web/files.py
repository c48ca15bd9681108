"""The files that are served as they were shipped, read once from the package: no other file is ever opened."""

from collections.abc import Awaitable, Callable
from importlib import resources
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

TYPES = MappingProxyType({"json": "application/json", "ts": "text/plain; charset=utf-8"})
SHIPPED = MappingProxyType({"/schema.json": "schema.json", "/frames.d.ts": "frames.d.ts"})
"""The files by their addresses."""


def shipped(name: str) -> bytes:
    """Return a file of this package."""
    return resources.files(__package__).joinpath("shipped", name).read_bytes()


def file_routes() -> list[BaseRoute]:
    """Return what serves the files."""
    return [Route(path, _serving(shipped(name), TYPES[name.rpartition(".")[2]])) for path, name in SHIPPED.items()]


def _serving(content: bytes, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def serve(_: Request) -> Response:
        return Response(content, 200, {"cache-control": "no-cache"}, kind)

    return serve
