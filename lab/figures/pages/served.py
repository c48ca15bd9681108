"""A table that a browser can watch: its frames, and the web program over a real port of this machine."""

import asyncio
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path

from msgspec import Struct
from starlette.routing import BaseRoute

from lab.chromium import TABLE_NAME
from lab.figure import NotMeasuredError
from table.config.schema import WebConfig
from table.network.hall.organiser.desk.desk import DeskActs, RefusedActError
from table.network.hall.organiser.desk.desk_lock import DeskLock, made_password
from table.network.hall.organiser.desk.desk_questions import Question
from table.network.hall.organiser.desk.desk_site import DeskSite
from table.network.hall.organiser.folder import MatchFiles
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_site import HallSite
from table.network.hall.organiser.tournament.acts import Act
from table.network.web.access.access_tokens import ValidTokens
from table.network.web.access.other_pages import OtherPages
from table.network.web.connections import Connections
from table.network.web.doorkeeper import Doorkeeper
from table.network.web.files import file_routes
from table.network.web.hub import Hub
from table.network.web.pages import Pages
from table.network.web.seats import SeatFrames
from table.network.web.serving import listening, serve
from table.network.web.site import NOBODY, site
from table.network.web.streams import stream_routes
from table.records.verify.file import links_of
from table.view.hall import HallTable
from table.view.streams.stream_frames import FeedFrame, HallFrame
from table.words import Words, languages

PATIENCE_S = 10.0


class ServedSite:
    """A site on a thread of its own. Another thread sends frames to its hub."""

    name = TABLE_NAME
    """The name under which a browser asks for it."""

    def __init__(
        self,
        hub: Hub,
        routes: Iterable[BaseRoute],
        frames: Sequence[bytes] = (),
        context: ssl.SSLContext | None = None,
        now_s: Callable[[], float] = lambda: 1000 * time.monotonic(),
        other_pages: OtherPages = NOBODY,
    ) -> None:
        """`context` encrypts it. A page of a test is opened more often than somebody opens one, so `now_s` is fast."""
        self.hub, self._context, self._other_pages = hub, context, other_pages
        doorkeeper = Doorkeeper((self.name,), now_s, tls=context is not None)
        self._site = site(routes, doorkeeper, lambda why, _: why, other_pages=other_pages)
        self._door = listening("127.0.0.1", 0)
        self.port: int = self._door.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._runs)
        self._begun: Future[asyncio.Task[None]] = Future()
        self._thread.start()
        self.sends(*frames)

    def _runs(self) -> None:
        async def serves() -> None:
            connections = Connections(WebConfig().connections, time.monotonic)
            task = asyncio.ensure_future(
                serve(self._site, (self._other_pages,), self._door, connections, self.hub.end, self._context)
            )
            self._begun.set_result(task)
            await asyncio.gather(task, return_exceptions=True)

        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(serves())
        self._loop.close()

    def address(self, path: str) -> str:
        return f"{'http' if self._context is None else 'https'}://{self.name}:{self.port}{path}"

    def sends(self, *frames: bytes) -> None:
        """Send frames, one after the other, and wait until they are sent."""

        async def heard() -> bool:
            return all(self.hub.receive(frame) for frame in frames)

        if not asyncio.run_coroutine_threadsafe(heard(), self._loop).result(PATIENCE_S):
            raise NotMeasuredError("a frame was not taken")

    def goes(self) -> None:
        """Let the table be switched off."""
        self._loop.call_soon_threadsafe(self.hub.lost)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._begun.result(PATIENCE_S).cancel)
        self._thread.join(PATIENCE_S)
        self._door.close()


class ServedTable(ServedSite):
    """The web program of a table."""

    def __init__(
        self,
        frames: Sequence[bytes] = (),
        seats: Path | None = None,
        context: ssl.SSLContext | None = None,
        now_s: Callable[[], float] = lambda: 1000 * time.monotonic(),
        origins: Sequence[str] = (),
        tokens: Path | None = None,
    ) -> None:
        """`seats`: the folder of the socket at which phones play. `context` encrypts it.

        Pages of these `origins`, and local files with a token in the file `tokens`, may read its stream.
        """
        hub = Hub("feed", FeedFrame, time.monotonic)
        routes = [
            *stream_routes(hub, "/api/v1"),
            *file_routes(),
            *Pages(words(), phones=True, screen=True, origins=origins).routes(),
        ]
        routes += () if seats is None else SeatFrames(seats, lambda: 1000 * time.monotonic()).routes("/api/v1")
        others = OtherPages(hub, "/api/v1", origins, ValidTokens(tokens))
        super().__init__(hub, routes, frames, context, now_s, others)


class ServedHall(ServedSite):
    """The page of a hall, with its desk. It keeps the acts of the desk, and carries out none."""

    name = "localhost"
    """The desk only opens without TLS under a name of this machine."""

    def __init__(self, folder: Path, view: Callable[[], HallTable]) -> None:
        hub = Hub("hall", HallFrame, time.monotonic)
        self.acts: list[Act] = []
        self.refuses: RefusedActError | None = None
        """The refusal of the next acts."""
        self.password, hashed = made_password()
        lock = DeskLock(time.monotonic)
        lock.takes(hashed)

        async def keep(act: Act, _address: str) -> None:
            if self.refuses is not None:
                raise self.refuses
            self.acts.append(act)

        async def answer(question: Question) -> Struct:
            return DeskActs(Hall(links_of), folder, time.time).asked(question)()

        pages = HallSite(words(), hub, MatchFiles(folder), view)
        desk = DeskSite(pages.maker, lock, keep, answer, lambda: 1000 * time.monotonic(), tls=False)
        super().__init__(hub, [*desk.routes(), *pages.routes()])


def words() -> dict[str, Words]:
    return {language: Words(language) for language in languages()}
