"""Many pages behind one address are whole, and a page that could not be had mends itself."""

import http.client
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lab.figures.pages.served import ServedTable
from table.network.web.doorkeeper import BURST
from table.network.web.pages import PARTS

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

OVERLAYS = 24
"""The overlays of a streamer's machine that all open with its program."""
PATIENCE_MS = 30_000
SHOWN = "#table:not([hidden]), #parts > :not([hidden])"
"""A page or an overlay that has its program and a first frame."""


class Clock:
    """The time by which requests are counted."""

    now_s = 0.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def counting(match: tuple[bytes, ...], clock: Clock) -> Iterator[ServedTable]:
    """A table in the middle of a match, for which no time passes: no request is forgotten."""
    served = ServedTable(match[: len(match) // 2], now_s=lambda: clock.now_s)
    yield served
    served.close()


def answer(table: ServedTable, path: str) -> tuple[int, bytes]:
    """Return the status and the body of an answer, without a browser."""
    with closing(http.client.HTTPConnection("127.0.0.1", table.port)) as connection:
        connection.request("GET", path)
        answered = connection.getresponse()
        return answered.status, answered.read()


def styled(page: Any) -> bool:
    from playwright.sync_api import Error

    try:
        return bool(page.evaluate("getComputedStyle(document.body).overflowWrap === 'anywhere'"))
    except Error:  # it loads again at this moment
        return False


def test_two_dozen_overlays_of_one_machine_are_all_whole(browser: Any, counting: ServedTable) -> None:
    pages = [browser.new_context().new_page() for _ in range(OVERLAYS)]
    for number, page in enumerate(pages):
        page.goto(counting.address(f"/overlay/{PARTS[number % len(PARTS)]}"), wait_until="commit")
    for number, page in enumerate(pages):
        if PARTS[number % len(PARTS)] in ("score", "story", "orders", "scene"):
            page.wait_for_selector(SHOWN, timeout=PATIENCE_MS)
        page.context.close()


@pytest.mark.parametrize("path", ["/watch", "/overlay/score"])
def test_a_page_that_was_asked_for_too_often_comes_by_itself(
    browser: Any, counting: ServedTable, clock: Clock, path: str
) -> None:
    while answer(counting, "/api/v1/state")[0] != 429:
        continue
    page = browser.new_page()
    assert page.goto(counting.address(path)).status == 429
    assert path == "/watch" or page.inner_text("body").strip() == ""
    clock.now_s += BURST
    page.wait_for_selector(SHOWN, timeout=PATIENCE_MS)
    page.close()


@pytest.mark.parametrize("part", ["js", "css"])
@pytest.mark.parametrize("status", [429, 503, None])
def test_a_page_without_a_part_of_it_loads_again(
    browser: Any, table: ServedTable, part: str, status: int | None
) -> None:
    """`None`: the connection is lost."""
    page = browser.new_page()
    page.route(
        f"**/page/*.{part}",
        lambda route: route.abort() if status is None else route.fulfill(status=status, body=""),
        times=1,
    )
    loads: list[str] = []
    page.on("domcontentloaded", lambda: loads.append(page.url))
    page.goto(table.address("/watch"), wait_until="commit")
    page.wait_for_selector("#table:not([hidden])", timeout=PATIENCE_MS)
    until_s = time.monotonic() + PATIENCE_MS / 1000
    while not styled(page):
        assert time.monotonic() < until_s
        page.wait_for_timeout(100)
    assert len(loads) <= 2
    page.close()


def test_without_the_script_that_stands_in_it_a_page_stays_broken(browser: Any, table: ServedTable) -> None:
    """The control."""
    page = browser.new_page()
    broken = answer(table, "/watch")[1].decode().replace("location.reload()", "0")
    page.route("**/page/*.js", lambda route: route.abort(), times=1)
    page.route("**/watch", lambda route: route.fulfill(content_type="text/html", body=broken))
    page.goto(table.address("/watch"), wait_until="commit")
    page.wait_for_timeout(7000)
    assert page.is_hidden("#table")
    page.close()
