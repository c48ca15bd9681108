"""Private data are never served, and each response names its type."""

from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from lab.virtual_loop import now_s, run
from table.network.web.doorkeeper import BURST, Doorkeeper
from table.network.web.site import site
from tests.network.web.asgi import Answer, Socket, asked


async def hello(_: Request) -> Response:
    return PlainTextResponse("hello")


async def greets(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")


def app() -> ASGIApp:
    routes = [Route("/", hello), WebSocketRoute("/frames", greets)]
    return site(routes, Doorkeeper(("table.local",), now_s), lambda why, accepted: f"{why} {accepted}")


def answer(path: str = "/", **headers: Any) -> Answer:
    async def once() -> Answer:
        return await asked(app(), path, **headers)

    return run(once())


@pytest.mark.parametrize("path", ["/", "/no-such-page"])
def test_each_answer_stays_out_of_frames_and_is_what_it_is_called(path: str) -> None:
    headers = answer(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in headers


def test_another_name_is_refused_with_words() -> None:
    refused = answer(host="evil.example", accept_language="de")
    assert (refused.status, refused.body) == (421, b"host de\n")
    assert refused.headers["x-content-type-options"] == "nosniff"


def test_another_page_is_refused() -> None:
    assert answer(origin="http://evil.example").status == 403
    assert answer(origin="http://192.168.1.5:7500").status == 200


def test_too_many_requests_are_shown_when_to_come_again() -> None:
    async def flood() -> Answer:
        flooded = app()
        for _ in range(int(BURST)):
            assert (await asked(flooded, "/")).status == 200
        return await asked(flooded, "/")

    refused = run(flood())
    assert (refused.status, refused.headers["retry-after"]) == (429, "5")
    assert refused.headers["refresh"] == "5", "a browser asks again by itself"
    assert refused.body == b"often \n"


def test_an_overlay_that_is_refused_shows_nothing_on_the_stream() -> None:
    async def flood() -> Answer:
        flooded = app()
        for _ in range(int(BURST)):
            await asked(flooded, "/")
        return await asked(flooded, "/overlay/score")

    refused = run(flood())
    assert (refused.status, refused.headers["refresh"], refused.body) == (429, "5", b"\n"), (
        "with no letter at all a browser shows a page of its own"
    )


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}])
def test_a_websocket_of_another_page_is_not_opened(headers: dict[str, str]) -> None:
    """A browser lets any page open one to anywhere: that it is not ours is seen by its origin alone."""

    async def opens() -> None:
        socket = Socket(app(), "/frames", **headers)
        assert await socket.ended() != "accepted"
        assert socket.sent == []
        own = Socket(app(), "/frames", origin="http://192.168.1.5:7500")
        await own.goes()
        assert own.sent == ["hello"]

    run(opens())
