"""The assembled web program: the sockets that it follows, and the routes that it serves."""

import socket
import ssl
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic

from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from table.config.schema import WebConfig
from table.network.web.access.access_tokens import ValidTokens
from table.network.web.access.other_pages import OtherPages
from table.network.web.addresses import Proxies
from table.network.web.connections import Connections
from table.network.web.doorkeeper import Doorkeeper, Refused
from table.network.web.files import file_routes
from table.network.web.follower import Follower
from table.network.web.hub import Hub
from table.network.web.languages import preferred
from table.network.web.pages import Pages
from table.network.web.results_kept import Results
from table.network.web.seats import SeatFrames
from table.network.web.serving import listening, serve
from table.network.web.site import site
from table.network.web.streams import stream_routes
from table.network.web.until_ended import run_until_ended
from table.view.streams.stream_frames import FEED, OPERATIONS, FeedFrame, OperationsFrame
from table.words import Words

API = "/api/v1"


class WebProgram:
    """The web program of one table: it listens from its creation on, and one thread runs it."""

    def __init__(
        self,
        config: WebConfig,
        state: Path,
        words: Mapping[str, Words],
        name: str,
        now_s: Callable[[], float] = monotonic,
        context: ssl.SSLContext | None = None,
        *,
        screen: bool = False,
        tokens: Path | None = None,
    ) -> None:
        """`state` is the table's state folder, `name` that of this machine. Raises OSError if it cannot listen.

        `context` encrypts every connection; None: plain http. `screen`: a browser may be the table's screen, but never
        through a `public_url`. `tokens` is the file of the access tokens.
        """
        self._words, self._context = words, context
        self._connections = Connections(config.connections, now_s)
        self._hubs = [Hub(FEED, FeedFrame, now_s)]
        routes: list[BaseRoute] = stream_routes(self._hubs[0], API)
        if config.show_operations:
            self._hubs.append(Hub(OPERATIONS, OperationsFrame, now_s))
            routes += stream_routes(self._hubs[1], f"{API}/operations")
        results = Results()
        routes += results.routes(API)
        folder = config.folder(state)
        if config.phones:
            routes += SeatFrames(config.phones_folder(state), now_s, self._connections.is_phone).routes(API)
        self._followers = [Follower(folder / hub.name, hub) for hub in self._hubs]
        self._followers.append(Follower(folder / results.name, results))
        names = (*config.hosts, *config.public_host(), name, f"{name}.local")
        doorkeeper = Doorkeeper(names, now_s, tls=context is not None)
        routes += [
            *file_routes(),
            *Pages(
                words, phones=config.phones, screen=screen and not config.public_url, origins=config.origins
            ).routes(),
        ]
        self._other_pages = OtherPages(self._hubs[0], API, config.origins, ValidTokens(tokens))
        proxies = Proxies(config.proxies)
        self._site: ASGIApp = site(routes, doorkeeper, self._refusal, proxies, self._connections, self._other_pages)
        self._door: socket.socket = listening(config.listen, config.port)

    @property
    def port(self) -> int:
        """Return the port at which it listens."""
        return int(self._door.getsockname()[1])

    async def serve(self) -> None:
        """Serve until it is cancelled."""
        await serve(
            self._site, (*self._followers, self._other_pages), self._door, self._connections, self._ends, self._context
        )

    def run(self, ends: Iterable[int] = ()) -> None:
        """Serve until one of these signals comes; the main thread only."""

        with self._door:
            run_until_ended(self.serve, ends)

    def _ends(self) -> None:
        for hub in self._hubs:
            hub.end()

    def _refusal(self, why: Refused, accepted: str) -> str:
        return self._words[preferred(accepted, tuple(self._words))].sentences[f"web.refused.{why.value}"]
