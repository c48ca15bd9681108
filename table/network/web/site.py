"""The whole application: the doorkeeper before everything, the headers that each answer has, and the routes."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.network.web.access.other_pages import ACCESS, OtherPages
from table.network.web.addresses import Proxies
from table.network.web.connections import Connections
from table.network.web.doorkeeper import Doorkeeper, Refused

STATUS: Mapping[Refused, int] = MappingProxyType(
    {Refused.HOST: 421, Refused.ORIGIN: 403, Refused.TOKEN: 403, Refused.OFTEN: 429}
)
NO_PROXIES = Proxies()
NOBODY = OtherPages()
NEVER = "default-src 'none'"
"""The content policy of answers that are not pages: nothing in them may run."""


CONNECTION = "table.connection"
"""The key of a request's connection in its scope, as `Connections` knows it."""
AGAIN_S = "5"
"""The seconds after which a refused client may ask again. A browser does so by itself with the error page."""


def site(
    routes: Iterable[BaseRoute],
    doorkeeper: Doorkeeper,
    refusal: Callable[[Refused, str], str],
    proxies: Proxies = NO_PROXIES,
    connections: Connections | None = None,
    other_pages: OtherPages = NOBODY,
) -> ASGIApp:
    """Return the whole application. `refusal` returns the reason for a rejection in the reader's languages.

    `connections` get the client for which a proxy of `proxies` has opened each. `other_pages` may read the spectators'
    stream.
    """
    return _Guarded(Starlette(routes=list(routes)), doorkeeper, refusal, proxies, connections, other_pages)


class _Guarded:
    def __init__(
        self,
        app: ASGIApp,
        doorkeeper: Doorkeeper,
        refusal: Callable[[Refused, str], str],
        proxies: Proxies,
        connections: Connections | None,
        other_pages: OtherPages,
    ) -> None:
        self._app, self._doorkeeper, self._refusal = app, doorkeeper, refusal
        self._proxies, self._connections, self._other_pages = proxies, connections, other_pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        headers = Headers(scope=scope)
        origins = headers.getlist("origin")
        access = self._other_pages.access(scope["path"], scope["query_string"])
        allowed = self._other_pages.allowed(scope["path"], origins, access)

        async def sends(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                safe(answer := MutableHeaders(scope=message))
                if allowed is not None and refused is None:
                    answer["access-control-allow-origin"] = allowed
                    answer.add_vary_header("origin")
            await send(message)

        peer = scope.get("client") or ("", 0)
        address = self._proxies.asker(peer[0], headers.getlist("x-forwarded-for"))
        if self._connections is not None and address != peer[0]:
            self._connections.asked_by(peer, address)
        why = self._doorkeeper.refuses(address, headers.getlist("host"), [] if allowed is not None else origins)
        if why is None and access is not None and not self._other_pages.is_valid(access):
            why = Refused.TOKEN
        refused = None if why is None else self._refused(why, scope["path"], headers)
        asked = {**scope, "client": (address, peer[1]), CONNECTION: peer, ACCESS: access}
        await (self._app if refused is None else refused)(asked, receive, sends)

    def _refused(self, why: Refused, path: str, headers: Headers) -> Response:
        more = {"retry-after": AGAIN_S, "refresh": AGAIN_S} if why is Refused.OFTEN else {}
        # An overlay lies over a stream: nobody there needs to read why it comes a few seconds later. But an answer with
        # nothing in it would be replaced by a page of the browser, which does not ask again.
        shown = "" if path.startswith("/overlay/") else self._refusal(why, headers.get("accept-language", ""))
        return PlainTextResponse(shown + "\n", STATUS[why], more)


def safe(headers: MutableHeaders) -> None:
    """Add the security headers of every answer: no type sniffing, no framing, no use by other origins."""
    headers.setdefault("content-security-policy", f"{NEVER}; frame-ancestors 'none'")
    headers.setdefault("cache-control", "no-store")
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "no-referrer"
    headers["cross-origin-resource-policy"] = "same-origin"
