"""Overlays of one's own read the spectators' stream and nothing else; no other page reads anything."""

import asyncio
import json
import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from lab.virtual_loop import now_s, run
from table.network.web.access.access_tokens import ValidTokens, hash_of
from table.network.web.access.other_pages import LOOK_S, OtherPages
from table.network.web.doorkeeper import BURST, Doorkeeper
from table.network.web.hub import Hub
from table.network.web.pages import Pages
from table.network.web.site import site
from table.network.web.streams import REVOKED, TOO_SLOW, stream_routes
from table.network.web.viewers import MOST_MESSAGES
from table.view.streams.stream_frames import OPERATIONS, FeedFrame, OperationsFrame
from table.words import Words
from tests.network.web.asgi import Answer, Socket, asked
from tests.network.web.frames import FrameSource

OWN = "https://good.example:8443"
TOKEN, OTHER = "A" * 22, "B" * 22
STREAM = ("/api/v1/state", "/api/v1/events")
CLOSED = (
    "/api/v1/operations/state", "/api/v1/operations/events", "/api/v1/matches", "/phone", "/table", "/desk", "/watch",
    "/overlay/score", "/", "/api/v1/state/", "//api/v1/state", "/api/v1/../v1/state", "/API/v1/state", "/schema.json",
)  # fmt: skip
"""Every way in but the stream's; also its address in other spellings."""
SOCKETS_CLOSED = ("/api/v1/seat", "/api/v1/operations/frames")
TRICKS = (
    "https://good.example", "https://good.example:8443/", "https://good.example:8443.evil.example",
    "https://good.example:84430", "https://good.example:844", "http://good.example:8443", "https://GOOD.example:8443",
    "https://evil.good.example:8443", "https://good.example.evil.example:8443", "https://evilgood.example:8443",
    "https://good.example:8443 https://evil.example", "https://good.example:8443, https://evil.example",
    "https://evil.example#https://good.example:8443", "https://user@good.example:8443", " https://good.example:8443",
    "https://good.example.:8443", "null", "file://", "", "*",
)  # fmt: skip


@cache
def pages() -> tuple[BaseRoute, ...]:
    """The table's own pages, which are the same for every test."""
    return tuple(Pages({"en": Words("en")}, phones=True, screen=True, origins=[OWN]).routes())


class Served:
    """A table with one origin of its own and one token, and everything that a page from elsewhere may not read."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "overlays.json"
        self.keeps(obs=TOKEN)
        self.hub = Hub("feed", FeedFrame, now_s)
        self._table = FrameSource()
        self.others = OtherPages(self.hub, "/api/v1", [OWN], ValidTokens(self.file))
        closed: list[BaseRoute] = [Route(path, _hello) for path in ("/desk", "/api/v1/matches")]
        closed += [WebSocketRoute("/api/v1/seat", _greets)]
        closed += stream_routes(Hub(OPERATIONS, OperationsFrame, now_s), "/api/v1/operations")
        routes = [*stream_routes(self.hub, "/api/v1"), *closed, *pages()]
        keeper = Doorkeeper(("table.local",), now_s)
        self.app: ASGIApp = site(routes, keeper, lambda why, _: why, other_pages=self.others)

    def keeps(self, **tokens: str) -> None:
        """Write these tokens, by their names, in place of those that there were."""
        kept = [{"name": name, "hash": hash_of(token)} for name, token in tokens.items()]
        self.file.write_text(json.dumps({"tokens": kept}), "utf-8")

    def begins(self) -> "Served":
        self.hub.receive(self._table.joined())
        return self

    def publishes(self, match: str) -> None:
        assert self.hub.receive(self._table.publishes(match))


async def _hello(_: Request) -> Response:
    return PlainTextResponse("hello")


async def _greets(socket: WebSocket) -> None:
    await socket.accept()


def got(tmp_path: Path, path: str, origin: str) -> Answer:
    async def once() -> Answer:
        return await asked(Served(tmp_path).begins().app, path, listens_s=0.1, origin=origin)

    return run(once())


def opened(tmp_path: Path, path: str, headers: Mapping[str, str]) -> int | str:
    """Return what becomes of a WebSocket."""

    async def once() -> int | str:
        socket = Socket(Served(tmp_path).begins().app, path, **headers)
        await asyncio.sleep(0.1)
        status = socket.status
        await socket.goes()
        return status

    return run(once())


@pytest.mark.parametrize("path", STREAM)
def test_it_reads_the_stream_and_is_named_alone(tmp_path: Path, path: str) -> None:
    answer = got(tmp_path, path, OWN)
    assert (answer.status, answer.headers["access-control-allow-origin"]) == (200, OWN)
    assert "origin" in answer.headers["vary"].lower()
    assert "access-control-allow-credentials" not in answer.headers


def test_it_opens_the_websocket_of_the_stream(tmp_path: Path) -> None:
    assert opened(tmp_path, "/api/v1/frames", {"origin": OWN}) == "accepted"


@pytest.mark.parametrize("path", CLOSED)
def test_it_reads_nothing_else(tmp_path: Path, path: str) -> None:
    answer = got(tmp_path, path, OWN)
    assert answer.status == 403
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", SOCKETS_CLOSED)
def test_it_opens_no_seat_and_no_other_websocket(tmp_path: Path, path: str) -> None:
    assert opened(tmp_path, path, {"origin": OWN}) != "accepted"


@pytest.mark.parametrize("origin", TRICKS)
def test_an_origin_that_resembles_it_reads_nothing(tmp_path: Path, origin: str) -> None:
    if origin:  # the test's client sends no empty header
        assert got(tmp_path, "/api/v1/state", origin).status == 403
        assert opened(tmp_path, "/api/v1/frames", {"origin": origin}) != "accepted"
    assert OtherPages(Hub("feed", FeedFrame, lambda: 0.0), "/api/v1", [OWN]).allowed(STREAM[0], [origin], None) is None


def test_two_origins_are_none(tmp_path: Path) -> None:
    assert Served(tmp_path).others.allowed("/api/v1/state", [OWN, OWN], None) is None


def test_by_another_name_of_the_table_it_reads_nothing(tmp_path: Path) -> None:
    async def once() -> Answer:
        return await asked(Served(tmp_path).app, "/api/v1/state", origin=OWN, host="evil.example")

    assert run(once()).status == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_it_writes_nothing(tmp_path: Path, method: str) -> None:
    async def once() -> Answer:
        return await asked(Served(tmp_path).app, "/api/v1/state", method, origin=OWN)

    assert run(once()).status == 405


def test_too_many_of_its_requests_are_refused_as_all_are(tmp_path: Path) -> None:
    async def flood() -> Answer:
        served = Served(tmp_path).begins()
        for _ in range(int(BURST)):
            await asked(served.app, "/api/v1/state", origin=OWN)
        return await asked(served.app, "/api/v1/state", origin=OWN)

    assert run(flood()).status == 429


@pytest.mark.parametrize("path", ["/watch", "/overlay/score", "/overlay/scene"])
def test_overlays_and_watch_may_stand_in_a_frame_of_its_pages(tmp_path: Path, path: str) -> None:
    assert ancestors(tmp_path, path)[-1] == OWN


@pytest.mark.parametrize("path", ["/", "/phone", "/table", "/overlays", "/match", "/overlay/none", "/desk", *STREAM])
def test_nothing_else_may(tmp_path: Path, path: str) -> None:
    assert ancestors(tmp_path, path) == ["'none'"]


def test_without_an_origin_only_the_tables_own_page_frames_overlays() -> None:
    pages = Pages({"en": Words("en")})

    async def once(path: str) -> Answer:
        return await asked(site(pages.routes(), Doorkeeper((), now_s), lambda why, _: why), path)

    assert _ancestors(run(once("/watch"))) == ["'none'"]
    assert _ancestors(run(once("/overlay/score"))) == ["'self'"]


def ancestors(tmp_path: Path, path: str) -> list[str]:
    async def once() -> Answer:
        return await asked(Served(tmp_path).begins().app, path, listens_s=0.1)

    return _ancestors(run(once()))


def _ancestors(answer: Answer) -> list[str]:
    rules = answer.headers["content-security-policy"].split("; ")
    (found,) = [rule.split()[1:] for rule in rules if rule.startswith("frame-ancestors")]
    return found


@pytest.mark.parametrize("origin", ["null", "file://"])
@pytest.mark.parametrize("path", STREAM)
def test_with_a_token_it_reads_the_stream(tmp_path: Path, path: str, origin: str) -> None:
    answer = got(tmp_path, f"{path}?token={TOKEN}", origin)
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == "*", "never null, which others are too"


@pytest.mark.parametrize("origin", ["null", "file://"])
@pytest.mark.parametrize("query", ["", "?token=", f"?token={OTHER}", f"?token={TOKEN}&token={OTHER}",
                                   f"?token={TOKEN}&token={TOKEN}", f"?token={TOKEN}x", f"?Token={TOKEN}",
                                   f"?token={TOKEN.lower()}", f"?since=token={TOKEN}"])  # fmt: skip
def test_without_a_valid_one_it_reads_nothing(tmp_path: Path, query: str, origin: str) -> None:
    for path in STREAM:
        answer = got(tmp_path, path + query, origin)
        assert answer.status == 403
        assert "access-control-allow-origin" not in answer.headers
    assert opened(tmp_path, f"/api/v1/frames{query}", {"origin": origin}) != "accepted"


def test_the_hash_in_the_file_is_no_token(tmp_path: Path) -> None:
    assert got(tmp_path, f"/api/v1/state?token={hash_of(TOKEN)}", "null").status == 403
    assert TOKEN not in Served(tmp_path).file.read_text("utf-8")


@pytest.mark.parametrize("path", CLOSED)
def test_a_token_opens_no_other_path(tmp_path: Path, path: str) -> None:
    assert got(tmp_path, f"{path}?token={TOKEN}", "null").status == 403


@pytest.mark.parametrize("path", SOCKETS_CLOSED)
def test_a_token_opens_no_seat_and_no_other_websocket(tmp_path: Path, path: str) -> None:
    assert opened(tmp_path, f"{path}?token={TOKEN}", {"origin": "null"}) != "accepted"


@pytest.mark.parametrize("origin", ["https://evil.example", OWN])
def test_a_page_with_an_origin_cannot_use_one(tmp_path: Path, origin: str) -> None:
    """A token that is known to somebody still does not let a page of theirs read it in a visitor's browser."""
    assert got(tmp_path, f"/api/v1/state?token={TOKEN}", origin).status == 403


def test_a_program_that_gives_a_token_has_to_give_a_valid_one(tmp_path: Path) -> None:
    assert got(tmp_path, f"/api/v1/state?token={OTHER}", "").status == 403
    assert got(tmp_path, f"/api/v1/state?token={TOKEN}", "").status == 200


@pytest.mark.parametrize("content", [None, "", "{", '{"tokens":[{"name":"a","hash":"short"}]}', "[1]", " " * 20_000])
def test_from_a_file_that_cannot_be_read_none_is_valid(
    tmp_path: Path, content: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    async def once() -> Answer:
        served = Served(tmp_path).begins()
        served.file.unlink() if content is None else served.file.write_text(content, "utf-8")
        await asked(served.app, f"/api/v1/state?token={TOKEN}", origin="null")
        return await asked(served.app, f"/api/v1/state?token={TOKEN}", origin="null")

    with caplog.at_level(logging.WARNING):
        assert run(once()).status == 403
    assert len(caplog.records) == (content is not None), "it is logged once"


def test_open_streams_of_a_revoked_token_end_and_all_others_go_on(tmp_path: Path) -> None:
    async def revoked() -> None:
        served = Served(tmp_path).begins()
        served.keeps(obs=TOKEN, lamp=OTHER)
        watching = asyncio.ensure_future(served.others.run())
        socket = Socket(served.app, f"/api/v1/frames?token={TOKEN}", origin="null")
        other = Socket(served.app, f"/api/v1/frames?token={OTHER}", origin="null")
        page = Socket(served.app, "/api/v1/frames", origin=OWN)
        events = asyncio.ensure_future(asked(served.app, f"/api/v1/events?token={TOKEN}", origin="null"))
        await asyncio.sleep(10)
        assert (socket.status, events.done()) == ("accepted", False)
        served.keeps(lamp=OTHER)
        await asyncio.sleep(1.1 * LOOK_S)
        assert await socket.ended() == REVOKED
        assert (await events).body.count(b"snapshot") == 1
        served.publishes("after")
        await asyncio.sleep(1)
        for each in (other, page):
            assert "after" in each.sent[-1]
            await each.goes()
        assert not any("after" in each for each in socket.sent)
        again = Socket(served.app, f"/api/v1/frames?token={TOKEN}", origin="null")
        assert await again.ended() != "accepted"
        watching.cancel()

    run(revoked())


def test_a_token_that_is_revoked_while_it_is_let_in_ends_too(tmp_path: Path) -> None:
    async def between() -> None:
        served = Served(tmp_path).begins()
        socket = Socket(served.app, f"/api/v1/frames?token={TOKEN}", origin="null")
        while socket.status != "accepted":
            await asyncio.sleep(0)
        served.keeps()
        served.others.look()
        await asyncio.sleep(LOOK_S)
        served.others.look()
        assert await socket.ended() == REVOKED

    run(between())


def test_a_slow_viewer_with_a_token_may_come_again(tmp_path: Path) -> None:
    async def slow() -> None:
        served = Served(tmp_path).begins()
        socket = Socket(served.app, f"/api/v1/frames?token={TOKEN}", origin="null")
        await asyncio.sleep(1)
        for number in range(MOST_MESSAGES + 1):
            served.publishes(str(number))
        assert await socket.ended() == TOO_SLOW

    run(slow())
