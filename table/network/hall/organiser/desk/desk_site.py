"""The desk's page and its acts over HTTP: by TLS or on this machine, after a login, and from this page alone."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from table.config.addresses import is_loopback
from table.network.hall.organiser.desk.desk import RefusedActError
from table.network.hall.organiser.desk.desk_lock import LONGEST_S, MOST_LETTERS, DeskLock, DeskSession
from table.network.hall.organiser.desk.desk_questions import Question
from table.network.hall.organiser.tournament.acts import Act, DeskClosed, DeskOpened, HallStarted
from table.network.hall.wire.decoding import decoded
from table.network.web.doorkeeper import Rates
from table.network.web.page_maker import PageMaker
from table.rules.errors import InputError

log = logging.getLogger(__name__)

PATH = "/desk"
TOKEN = "x-desk-token"
"""The header with the page's token."""
MOST_BODY = 2 * 1024 * 1024
"""The most bytes of an act. The longest has a file of pairings."""
LOGINS, LOGINS_PER_S = 5.0, 0.1
ACTS, ACTS_PER_S = 60.0, 5.0
"""The times at once, and a second on end, for each address."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""The headers of a proxy, for which a request may come from anywhere."""
OWN_HOSTS = ("localhost", "127.0.0.1", "::1")
"""The names under which a browser on this machine asks for it."""
CarryOut = Callable[[Act, str], Awaitable[None]]
"""Logs an act of an address and carries it out. Raises RefusedActError, and OSError if the disk takes nothing."""
Answers = Callable[[Question], Awaitable[Struct]]
"""Answers a question. Raises RefusedActError."""


class DeskLogin(Struct, frozen=True, forbid_unknown_fields=True):
    password: Annotated[str, Meta(max_length=MOST_LETTERS)]


class RefusedPostError(InputError, ValueError):
    """A request that is refused, with its status and the end of the key of the words for it."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class DeskSite:
    """The desk's part of the hall's site, which belongs to the event loop's thread."""

    def __init__(
        self,
        maker: PageMaker,
        lock: DeskLock,
        carry_out: CarryOut,
        answers: Answers,
        now_s: Callable[[], float],
        *,
        tls: bool,
    ) -> None:
        """`tls`: every connection is encrypted. `now_s` counts steadily."""
        self._maker, self._lock, self._carry_out, self._answers, self._tls = maker, lock, carry_out, answers, tls
        self._logins, self._acts = Rates(LOGINS, LOGINS_PER_S, now_s), Rates(ACTS, ACTS_PER_S, now_s)
        self._one_login = asyncio.Lock()
        self._cookie = "__Host-desk" if tls else "desk"

    def routes(self) -> list[BaseRoute]:
        return [
            Route(PATH, self._page),
            Route(f"{PATH}/login", self._answering(self._login), methods=["POST"]),
            Route(f"{PATH}/logout", self._answering(self._logout), methods=["POST"]),
            Route(f"{PATH}/act", self._answering(self._act), methods=["POST"]),
            Route(f"{PATH}/ask", self._answering(self._ask), methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        if not self._is_safe(request):
            sentences = self._maker.words[self._maker.language(request)].sentences
            return PlainTextResponse(sentences["hall.desk.refused.tls"] + "\n", 403)
        session = self._session(request)
        state = "open" if session is not None else "none" if self._lock.password is None else "locked"
        return self._maker.page("desk", request, token="" if session is None else session.token, state=state)

    def _answering(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint for requests of the desk's own page. It refuses all others."""

        async def answered(request: Request) -> Response:
            try:
                if not self._is_safe(request):
                    raise RefusedPostError(403, "tls")
                # The doorkeeper compares an origin with the host. Here one has to be there.
                if len(request.headers.getlist("origin")) != 1:
                    raise RefusedPostError(403, "origin")
                if request.headers.get("content-type") != "application/json":
                    raise RefusedPostError(415, "nonsense")
                return await answer(request)
            except RefusedPostError as refused:
                return JSONResponse({"why": refused.why}, refused.status)
            except RefusedActError as refused:
                return JSONResponse({"why": refused.why, "values": refused.values}, 409)
            except OSError as error:
                log.error("the desk cannot write: %s", error)
                return JSONResponse({"why": "disk"}, 507)

        return answered

    async def _login(self, request: Request) -> Response:
        address = _address(request)
        if not self._logins.allow(address):
            log.warning("desk: too many logins from %s", address)
            raise RefusedPostError(429, "often")
        asked, password = await _posted(request, DeskLogin), self._lock.password
        async with self._one_login:  # each takes 32 MiB
            fits = password is not None and await asyncio.to_thread(password.fits, asked.password)
        if not fits or password is not self._lock.password:
            log.warning("desk: a wrong password from %s", address)
            raise RefusedPostError(403, "password")
        await self._carry_out(DeskOpened(), address)
        log.info("desk: login from %s", address)
        answer = _done()
        answer.set_cookie(
            self._cookie, self._lock.opens().cookie, int(LONGEST_S), secure=self._tls, httponly=True, samesite="strict"
        )
        return answer

    async def _logout(self, request: Request) -> Response:
        address = _address(request)
        self._lock.closes(self._open(request))
        log.info("desk: logout from %s", address)
        await self._carry_out(DeskClosed(), address)
        answer = _done()
        answer.delete_cookie(self._cookie, secure=self._tls, httponly=True, samesite="strict")
        return answer

    async def _act(self, request: Request) -> Response:
        self._open(request)
        act: Act = await _posted(request, Act)
        if isinstance(act, HallStarted | DeskOpened | DeskClosed):
            raise RefusedPostError(400, "nonsense")
        await self._carry_out(act, _address(request))
        return _done()

    async def _ask(self, request: Request) -> Response:
        self._open(request)
        question: Question = await _posted(request, Question)
        return Response(msgspec.json.encode(await self._answers(question)), media_type="application/json")

    def _open(self, request: Request) -> DeskSession:
        """Return the session of a request with its cookie and its token. Raises RefusedPostError."""
        if (session := self._session(request)) is None:
            raise RefusedPostError(401, "session")
        if not hmac.compare_digest(request.headers.get(TOKEN, "").encode(), session.token.encode()):
            raise RefusedPostError(403, "token")
        if not self._acts.allow(_address(request)):
            raise RefusedPostError(429, "often")
        return session

    def _session(self, request: Request) -> DeskSession | None:
        return self._lock.session(request.cookies.get(self._cookie, ""))

    def _is_safe(self, request: Request) -> bool:
        """True by TLS, and from this machine by a name of its own.

        A proxy on this machine passes on the name that its browser asked for, or says that it asks for somebody else.
        """
        if self._tls:
            return True
        forwarded = any(each in request.headers for each in FORWARDED)
        return is_loopback(_address(request)) and request.url.hostname in OWN_HOSTS and not forwarded


async def _posted(request: Request, kind: Any) -> Any:
    """Return the body of a request. Raises RefusedPostError for any other body."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BODY:
                raise RefusedPostError(413, "large")
        return decoded(bytes(body), kind)
    except (ClientDisconnect, msgspec.MsgspecError):
        raise RefusedPostError(400, "nonsense") from None


def _done() -> Response:
    return JSONResponse({"done": True})


def _address(request: Request) -> str:
    return "" if request.client is None else request.client.host
