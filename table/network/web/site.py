"""The whole application: the doorkeeper before everything, the headers that each answer has, and the routes."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.network.web.doorkeeper import Doorkeeper, Refused

STATUS: Mapping[Refused, int] = MappingProxyType({Refused.HOST: 421, Refused.ORIGIN: 403, Refused.OFTEN: 429})
AGAIN_S = "5"
"""The seconds after which a page asks again that came too often."""
OVERLAYS = "/overlay/"
NEVER = "default-src 'none'"
"""The content policy of what is no page: nothing of it is ever run."""


def site(routes: Iterable[BaseRoute], doorkeeper: Doorkeeper, refusal: Callable[[Refused, str], str]) -> ASGIApp:
    """Return the whole application. `refusal` tells people in the languages that they read why nothing is answered."""
    return _Guarded(Starlette(routes=list(routes)), doorkeeper, refusal)


class _Guarded:
    def __init__(self, app: ASGIApp, doorkeeper: Doorkeeper, refusal: Callable[[Refused, str], str]) -> None:
        self._app, self._doorkeeper, self._refusal = app, doorkeeper, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def sends(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                safe(MutableHeaders(scope=message))
            await send(message)

        refused = self._refused(scope)
        await (self._app if refused is None else refused)(scope, receive, sends)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        address = (scope.get("client") or ("",))[0]
        path = scope["path"]
        why = self._doorkeeper.refuses(address, headers.getlist("host"), headers.getlist("origin"), path)
        if why is None:
            return None
        words = self._refusal(why, headers.get("accept-language", "")) + "\n"
        if why is not Refused.OFTEN:
            return PlainTextResponse(words, STATUS[why])
        # A page asks again by itself, and an overlay shows nothing meanwhile: it lies over a stream's picture.
        again = {"retry-after": AGAIN_S, "refresh": AGAIN_S}
        return PlainTextResponse("" if path.startswith(OVERLAYS) else words, STATUS[why], again)


def safe(headers: MutableHeaders) -> None:
    """Add what each answer says of itself: it is what it is called, stays out of frames, and is nobody else's."""
    headers.setdefault("content-security-policy", f"{NEVER}; frame-ancestors 'none'")
    headers.setdefault("cache-control", "no-store")
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "no-referrer"
    headers["cross-origin-resource-policy"] = "same-origin"
