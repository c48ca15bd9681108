"""Pages, files and programs from elsewhere at the door of the web program: by any name, origin, token and address.

What they may read is worked out here once more, from the documents, with exact comparisons alone.
"""

import random
from collections.abc import Hashable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from lab.adversaries.attackers.asgi_client import HttpAnswer, HttpRequest, answer, answered
from lab.adversaries.attackers.search import AttackedWorld, BrokenPromiseError
from table.network.web.access.access_tokens import hash_of
from table.network.web.access.other_pages import OtherPages
from table.network.web.addresses import Proxies
from table.network.web.doorkeeper import BURST, PER_S, Doorkeeper
from table.network.web.hub import Hub
from table.network.web.site import site
from table.network.web.streams import stream_routes
from table.network.web.viewers import Viewer
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FEED, OPERATIONS, FeedFrame, FrameWriter, OperationsFrame

HOSTS = ("table.local:7500", "192.168.1.5:7500", "localhost:7500", "[::1]:7500", "TABLE.local.")
"""The host names under which the web program answers."""
FOREIGN_HOSTS = (
    "evil.example", "table.local.evil.example", "evil.example:7500", "table.local@evil.example", "192.168.1.5.evil",
    "1.2.3.4%evil.example", "", "table.local:7500:80", "[::1", "xn--tble-zra.local",
)  # fmt: skip
OWN = "https://good.example:8443"
ORIGINS = (
    OWN, "http://table.local:7500", "http://192.168.1.5:7500", "https://good.example", "https://good.example:8443.evil",
    "https://GOOD.example:8443", "null", "file://", "http://evil.example", "https://evil.example#" + OWN,
    "http://table.local", "https://good.example:8443/", "*",
)  # fmt: skip
STREAM = ("/api/v1/state", "/api/v1/events", "/api/v1/frames")
CLOSED = (
    "/", "/phone", "/table", "/desk", "/api/v1/matches", "/api/v1/operations/state", "/api/v1/operations/frames",
    "/api/v1/seat", "//api/v1/state", "/api/v1/state/", "/API/v1/state", "/api/v1/../v1/state", "/api/v1/state%00",
)  # fmt: skip
TOKENS = ("A" * 22, "B" * 22, "C" * 22)
PROXY = "10.9.9.9"
PEERS = ("192.168.1.20", "192.168.1.21", "fd00::5", PROXY)
LOCAL = ("null", "file://")


class DoorOfPages(AttackedWorld):
    """The web program's application, with everything behind it that nobody else may read."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._valid = {TOKENS[0]}
        self._hub = Hub(FEED, FeedFrame, lambda: self.now_s)
        self._hub.receive(FrameWriter("epoch", SpectatorTable()).snapshot(0))
        self._others = OtherPages(self._hub, "/api/v1", [OWN], lambda: [hash_of(each) for each in self._valid])
        private: list[BaseRoute] = [Route(path, _private) for path in ("/", "/phone", "/table", "/desk")]
        private += [Route("/api/v1/matches", _private), WebSocketRoute("/api/v1/seat", _greets)]
        private += stream_routes(Hub(OPERATIONS, OperationsFrame, lambda: self.now_s), "/api/v1/operations")
        keeper = Doorkeeper(("table.local",), lambda: self.now_s)
        routes = [*stream_routes(self._hub, "/api/v1"), *private]
        self._app = site(routes, keeper, lambda why, _: why, Proxies([PROXY]), None, self._others)
        self._viewers: list[tuple[str, Viewer]] = []
        self._last: tuple[object, ...] = ()

    @property
    def position(self) -> Hashable:
        return (*self._last, len(self._valid), len(self._viewers))

    def asks(self, rng: random.Random) -> None:
        """Send a request with any name, origins, token, address and path."""
        origins = rng.choices(ORIGINS, k=rng.choice((0, 1, 1, 1, 1, 2)))
        token = rng.choice((None, None, *TOKENS, "", "A" * 21))
        path = rng.choice((*STREAM, *STREAM, *CLOSED))
        hosts = [rng.choice((*HOSTS, *HOSTS, *FOREIGN_HOSTS)) for _ in range(rng.choice((1, 1, 1, 1, 1, 0, 2)))]
        headers = [("host", each) for each in hosts] + [("origin", each) for each in origins]
        if rng.random() < 0.3:
            headers.append(("x-forwarded-for", f"8.8.{rng.randrange(256)}.{rng.randrange(256)}"))
        websocket = path.endswith(("/frames", "/seat")) or rng.random() < 0.1
        asked = HttpRequest(
            path if token is None else f"{path}?token={token}", rng.choice(PEERS), tuple(headers), websocket=websocket
        )
        got = answer(self._app, asked)
        self._last = (got.status, path, len(origins), token in self._valid)
        self._check(got, path, hosts, origins, token)

    def _check(self, got: HttpAnswer, path: str, hosts: list[str], origins: list[str], token: str | None) -> None:
        """Compare an answer with what the documents allow. Raises BrokenPromiseError."""
        opened = got.status in (101, 200)
        if opened and (len(hosts) != 1 or hosts[0] not in HOSTS):
            raise BrokenPromiseError(f"answered as {hosts}")
        streams = path in STREAM
        if opened and streams and token is not None and token not in self._valid:
            raise BrokenPromiseError("a token that is not valid opened the stream")
        own = [f"{scheme}://{host.lower()}" for host in hosts for scheme in ("http", "https")]
        if all(each.lower() in own for each in origins):
            return
        may = streams and len(origins) == 1
        local = token is not None and token in self._valid and origins[0] in LOCAL
        named = token is None and origins[0] == OWN
        if opened and not (may and (local or named)):
            raise BrokenPromiseError(f"{path} was answered for the origins {origins}")
        shown = got.headers.get("access-control-allow-origin")
        if shown is not None and not (may and ((local and shown == "*") or (named and shown == OWN))):
            raise BrokenPromiseError(f"{path} may be read by {shown} for the origins {origins}")

    def floods(self, rng: random.Random) -> None:
        """Ask as often as possible from one machine, with another invented address each time."""
        peer = rng.choice(PEERS[:3])
        self.now_s += 3600.0
        many = [
            HttpRequest("/", peer, (("host", HOSTS[0]), ("x-forwarded-for", f"8.{n % 250}.{rng.randrange(250)}.7")))
            for n in range(int(BURST) + 40)
        ]
        if (count := answered(self._app, many)) > BURST + PER_S / 60:
            raise BrokenPromiseError(f"{count} requests of one machine were answered at once")

    def watches(self, rng: random.Random) -> None:
        """Open a stream with a valid token, as a local file does."""
        if self._valid and len(self._viewers) < 6:
            token = rng.choice(sorted(self._valid))
            self._viewers.append((token, self._hub.joins("", hash_of(token))))

    def owner_allows(self, rng: random.Random) -> None:
        self._valid.add(rng.choice(TOKENS))

    def owner_revokes(self, rng: random.Random) -> None:
        """Withdraw a token. Within a second its streams end, and all others continue."""
        self._valid.discard(rng.choice(TOKENS))
        self.now_s += 1.0
        self._others.look()
        for token, viewer in self._viewers:
            if viewer.dropped is (token in self._valid):
                raise BrokenPromiseError("a stream of a revoked token goes on, or another one has ended")
        for _, viewer in [each for each in self._viewers if each[0] not in self._valid]:
            self._hub.leaves(viewer)
        self._viewers = [each for each in self._viewers if each[0] in self._valid]


async def _private(_: Request) -> Response:
    return PlainTextResponse("private")


async def _greets(socket: WebSocket) -> None:
    await socket.accept()


NAMES = ("floods", "watches", "owner_allows", "owner_revokes", *["asks"] * 16)
