"""Strangers at the desk of a hall while its organiser is logged in: from other machines and pages, with old cookies."""

import json
import random
from collections.abc import Hashable
from typing import Any

from msgspec import Struct

from lab.adversaries.attackers.asgi_client import HttpAnswer, HttpRequest, whole_answer
from lab.adversaries.attackers.search import AttackedWorld, BrokenPromiseError, acts_of
from table.network.hall.organiser.desk.desk_lock import KEY_BYTES, SALT_BYTES, DeskLock, PasswordHash
from table.network.hall.organiser.desk.desk_questions import Question
from table.network.hall.organiser.desk.desk_site import DeskSite
from table.network.hall.organiser.tournament.acts import Act, DeskClosed, DeskOpened
from table.network.web.doorkeeper import Doorkeeper
from table.network.web.page_maker import PageMaker
from table.network.web.site import site
from table.words import Words

PASSWORD = "the organiser's"
HOST = "127.0.0.1:7600"
ORIGIN = f"http://{HOST}"
HERE, ELSEWHERE = ("127.0.0.1", "::1", "::ffff:127.0.0.1"), ("192.168.1.20", "10.0.0.9", "fd00::9", "128.0.0.1")
TRIES, TRIES_PER_S = 5, 0.1
SESSION_S = 16 * 3600.0
ACT = json.dumps({"type": "RoundClockSet", "minutes": 90}).encode()
PAGES = ("hall", "desk", "sheet")


class QuickHash(PasswordHash, frozen=True):
    """A fast hash in place of the slow one: only the code around it is attacked here."""

    def fits(self, password: str) -> bool:
        return password == PASSWORD


class Answers(Struct, frozen=True):
    """The answer to any question."""


class StrangersDesk(AttackedWorld):
    """The desk of a hall. It must only carry out the organiser's acts."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._lock = DeskLock(lambda: self.now_s)
        self._lock.password = QuickHash(bytes(SALT_BYTES), bytes(KEY_BYTES))
        self._may = False
        """True while a request of the organiser is answered."""
        self._guessed: dict[str, list[float]] = {address: [] for address in HERE[:2]}
        """The times of guesses that were looked at, by address."""
        maker = PageMaker({"en": Words("en")}, dict.fromkeys(PAGES, ("hall.",)))
        desk = DeskSite(maker, self._lock, self._carries_out, self._answers, lambda: self.now_s, tls=False)
        keeper = Doorkeeper(("hall.local",), lambda: self.now_s)
        self._app = site(desk.routes(), keeper, lambda why, _: why)
        self._cookie = self._token = ""
        self._until_s = 0.0
        self._old: list[str] = []
        """Cookies that are no longer good."""
        self._last = (0, "")
        self.organiser_logs_in(random.Random(0))

    @property
    def position(self) -> Hashable:
        return (*self._last, bool(self._cookie), len(self._old) > 1)

    async def _carries_out(self, act: Act, address: str) -> None:
        if not self._may:
            raise BrokenPromiseError(f"an act of a stranger was carried out: {type(act).__name__}")
        if not isinstance(act, DeskOpened | DeskClosed) and self.now_s >= self._until_s:
            raise BrokenPromiseError("a session acts after 16 hours")

    async def _answers(self, _: Question) -> Struct:
        if not self._may:
            raise BrokenPromiseError("a question of a stranger was answered")
        return Answers()

    # -- the organiser -------------------------------------------------------------------------------------------------

    def organiser_logs_in(self, _: random.Random) -> None:
        self._may = True
        try:
            got = self._asks("/desk/login", json.dumps({"password": PASSWORD}).encode(), HERE[0])
        finally:
            self._may = False
        if got.status == 200:
            self._old.append(self._cookie)
            self._cookie = got.headers["set-cookie"].partition(";")[0]
            session = self._lock.session(self._cookie.partition("=")[2])
            self._token, self._until_s = "" if session is None else session.token, self.now_s + SESSION_S

    def organiser_acts(self, _: random.Random) -> None:
        """Act with the cookie and the token. It must work, until the session's end."""
        self._may = True
        try:
            got = self._asks("/desk/act", ACT, HERE[0], cookie=self._cookie, token=self._token)
        finally:
            self._may = False
        if self._cookie and self.now_s < self._until_s and got.status not in (200, 429):
            raise BrokenPromiseError(f"the organiser was refused with {got.status}: the search would show nothing")
        if self.now_s >= self._until_s and got.status == 200:
            raise BrokenPromiseError("a session acts after 16 hours")

    def organiser_logs_out(self, _: random.Random) -> None:
        self._may = True
        try:
            got = self._asks("/desk/logout", b"{}", HERE[0], cookie=self._cookie, token=self._token)
        finally:
            self._may = False
        if got.status == 200:
            self._old.append(self._cookie)
            self._cookie = self._token = ""

    def time_passes(self, rng: random.Random) -> None:
        self.now_s += rng.choice((0.2, 5.0, 10.0, 60.0, 3600.0, SESSION_S + 1))

    # -- strangers -----------------------------------------------------------------------------------------------------

    def stranger_acts(self, rng: random.Random) -> None:
        """Act with all that the organiser's browser has, but for one thing at least."""
        right: dict[str, Any] = {
            "peer": HERE[0], "cookie": self._cookie, "token": self._token, "origin": ORIGIN, "host": HOST,
            "more": (), "kind": "application/json",
        }  # fmt: skip
        wrong: dict[str, tuple[Any, ...]] = {
            "peer": ELSEWHERE,
            "cookie": ("", "desk=", "desk=x", *(each for each in self._old if each != self._cookie)),
            "token": ("", "x" * 43, *_close_to(self._token)),
            "origin": ("", "null", "http://evil.example", "http://127.0.0.1:7601", "http://127.0.0.1", "https://evil"),
            "host": ("evil.example", "hall.local:7600", "192.168.1.5:7600", "evil.example:7600"),
            "more": (
                (("x-forwarded-for", "203.0.113.9"),), (("forwarded", "for=1.2.3.4"),), (("x-real-ip", "1.2.3.4"),),
                (("origin", "http://evil.example"),), (("host", "evil.example"),),
            ),
            "kind": ("text/plain", "application/x-www-form-urlencoded", "", "application/json; charset=utf-8"),
        }  # fmt: skip
        sent = right | {name: rng.choice(wrong[name]) for name in rng.sample(sorted(wrong), rng.choice((1, 1, 2, 3)))}
        path = rng.choice(("/desk/act", "/desk/act", "/desk/ask", "/desk/logout"))
        got = self._asks(path, rng.choice((ACT, ACT, b"{}", b"[" * 3000)), **sent)
        self._last = (got.status, path)
        if got.status == 200:
            raise BrokenPromiseError(f"{path} of a stranger was answered")

    def stranger_looks(self, rng: random.Random) -> None:
        """Open the desk's page without the cookie, or from elsewhere: it must have no token."""
        peer = rng.choice((*HERE, *ELSEWHERE))
        got = whole_answer(
            self._app, HttpRequest("/desk", peer, (("host", HOST), ("cookie", rng.choice(("", *self._old)))))
        )
        if self._token and self._token.encode() in got.body:
            raise BrokenPromiseError("the page of a stranger has the organiser's token")
        if peer in ELSEWHERE and got.status == 200:
            raise BrokenPromiseError("the desk is open without TLS from another machine")

    def stranger_guesses(self, rng: random.Random) -> None:
        """Try the password from this machine, by either of its addresses, as often as possible."""
        peer = rng.choice(HERE[:2])
        guessed = self._guessed[peer]
        for number in range(rng.choice((1, 12))):
            got = self._asks("/desk/login", json.dumps({"password": f"guess {number}"}).encode(), peer)
            if got.status == 403:
                guessed.append(self.now_s)
        for at in range(len(guessed)):
            since = guessed[at:]
            if len(since) > TRIES + TRIES_PER_S * (since[-1] - since[0]) + 1:
                raise BrokenPromiseError(f"{len(since)} guesses at the password in {since[-1] - since[0]:g} s")
        self._guessed[peer] = guessed[-40:]

    def _asks(
        self, path: str, body: bytes, peer: str, cookie: str = "", token: str = "", origin: str = ORIGIN,
        host: str = HOST, more: tuple[tuple[str, str], ...] = (), kind: str = "application/json",
    ) -> HttpAnswer:  # fmt: skip
        named = (
            ("host", host),
            ("origin", origin),
            ("cookie", cookie),
            ("x-desk-token", token),
            ("content-type", kind),
        )
        headers = (*(each for each in named if each[1]), *more)
        return whole_answer(self._app, HttpRequest(path, peer, headers, "POST", body))


def _close_to(token: str) -> tuple[str, ...]:
    """Return texts that resemble a token."""
    return (token[:-1], token + "x", token.swapcase()) if token else ()


NAMES = (*acts_of(StrangersDesk), "organiser_acts", "time_passes", *["stranger_acts"] * 4)
