"""An overlay of one's own, as `examples/own_overlay.html` is: on a web server, and as a local file."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lab.figures.pages.served import ServedTable
from table.network.web.access.access_tokens import AccessToken, TokenFile, hash_of
from tests.network.web.browser.test_pages import until

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

EXAMPLE = Path(__file__).parents[4] / "examples/own_overlay.html"
STREAM = "http://table.local:7500/api/v1/events"
TOKEN = "A" * 22
SEEN = "document.querySelectorAll('#score p').length === 2"
EMPTY = "document.querySelectorAll('#score p').length === 0"
FRAMED = "<!doctype html><iframe src='{address}'></iframe>"


def is_the_stream(request: Any) -> bool:
    return bool(request.url.endswith("/api/v1/events"))


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Site:
    """Somebody's own web server, with the pages in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.close()


@pytest.fixture
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("strange"))
    yield site
    site.close()


@pytest.fixture
def served(match: tuple[bytes, ...], own: Site) -> Iterator[ServedTable]:
    """A table in the middle of a match, with one origin of its owner's."""
    keeps(own, TOKEN)
    table = ServedTable(match[: len(match) // 2], origins=[own.origin], tokens=own.folder / "overlays.json")
    yield table
    table.close()


def keeps(site: Site, *tokens: str) -> None:
    valid = TokenFile(tuple(AccessToken(f"t{number}", hash_of(each)) for number, each in enumerate(tokens)))
    (site.folder / "overlays.json").write_bytes(msgspec.json.encode(valid))


def example(site: Site, table: ServedTable, query: str = "") -> Path:
    """Write the example for this table, and return its place."""
    source = EXAMPLE.read_text("utf-8")
    assert STREAM in source
    place = site.folder / "own_overlay.html"
    place.write_text(source.replace(STREAM, table.address(f"/api/v1/events{query}")), "utf-8")
    return place


def test_on_a_web_server_of_its_own_it_shows_the_score(browser: Any, served: ServedTable, own: Site) -> None:
    example(own, served)
    page = browser.new_page()
    page.goto(f"{own.origin}/own_overlay.html")
    until(page, SEEN)
    served.goes()
    until(page, EMPTY)
    page.close()


def test_the_same_page_at_another_origin_shows_nothing(browser: Any, served: ServedTable, strange: Site) -> None:
    example(strange, served)
    page = browser.new_page()
    with page.expect_event("requestfailed", is_the_stream):
        page.goto(f"{strange.origin}/own_overlay.html")
    assert page.evaluate(EMPTY)
    page.close()


def test_as_a_local_file_it_needs_a_token_and_loses_the_table_with_it(
    browser: Any, served: ServedTable, own: Site
) -> None:
    page = browser.new_page()
    with page.expect_event("requestfailed", is_the_stream):
        page.goto(example(own, served).as_uri())
    assert page.evaluate(EMPTY)
    page.goto(example(own, served, f"?token={TOKEN}").as_uri())
    until(page, SEEN)
    keeps(own)
    until(page, EMPTY)
    page.close()


def test_a_local_file_opens_the_websocket_with_a_token_alone(browser: Any, served: ServedTable, own: Site) -> None:
    page = browser.new_page()
    (own.folder / "empty.html").write_text("<!doctype html>", "utf-8")
    page.goto((own.folder / "empty.html").as_uri())
    opens = """address => new Promise(ends => {
        const socket = new WebSocket(address);
        socket.onmessage = () => ends("read");
        socket.onclose = () => ends("closed");
    })"""
    address = served.address("/api/v1/frames").replace("http", "ws", 1)
    assert page.evaluate(opens, address) == "closed"
    assert page.evaluate(opens, f"{address}?token={TOKEN}") == "read"
    seat = address.replace("/frames", f"/seat?token={TOKEN}")
    assert page.evaluate(opens, seat) == "closed"
    page.close()


@pytest.mark.parametrize(
    ("path", "shown"), [("/watch", True), ("/overlay/score", True), ("/phone", False), ("/", False)]
)
def test_its_pages_frame_overlays_and_watch_alone(
    path: str, shown: bool, browser: Any, served: ServedTable, own: Site
) -> None:
    (own.folder / "framed.html").write_text(FRAMED.format(address=served.address(path)), "utf-8")
    page = browser.new_page()
    page.goto(f"{own.origin}/framed.html")
    assert (page.frames[1].query_selector("main") is not None) is shown
    page.close()


@pytest.mark.parametrize("path", ["/watch", "/overlay/score"])
def test_another_origin_frames_nothing(path: str, browser: Any, served: ServedTable, strange: Site) -> None:
    (strange.folder / "framed.html").write_text(FRAMED.format(address=served.address(path)), "utf-8")
    page = browser.new_page()
    page.goto(f"{strange.origin}/framed.html")
    assert page.frames[1].query_selector("main") is None
    page.close()
