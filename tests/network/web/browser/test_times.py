"""An event at the table reaches a page beside thirty other viewers, and a question a phone. The times are printed."""

import math
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from lab.figures.web.watched import Crowd, FedTable, TimedFeed, served, web_program
from lab.figures.web.web_figures import EVENTS, FEW, PAUSE_S
from table.screen.painter import Painter
from table.words import Words
from tests.network.web.browser.phones import PlayedTable
from tests.network.web.browser.test_pages import until
from tests.program.commands.network.test_web import port

pytestmark = [pytest.mark.web, pytest.mark.campaign, pytest.mark.timeout(300)]

__all__ = ["port"]
SEED = 1
BURSTS, EVENTS_OF_BURST = 30, 4
WATCHES = """
window.changed = [];
new MutationObserver(() => window.changed.push(performance.timeOrigin + performance.now()))
    .observe(document.getElementById('table'), {subtree: true, childList: true, characterData: true, attributes: true});
"""


def test_an_event_is_on_the_page_before_the_next(
    browser: Any, tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    feed = TimedFeed()
    with served(tmp_path, feed) as server, web_program(tmp_path, port):
        table = FedTable(tmp_path, SEED, feed.publish, server.wake)
        table.start()
        crowd = Crowd(port, FEW)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/watch")
        table.turn()
        until(page, "!document.getElementById('table').hidden")
        page.evaluate(WATCHES)
        first = max(feed.published_s, default=0)
        for _ in range(EVENTS):
            table.turn()
            page.wait_for_timeout(1000 * PAUSE_S)
        for _ in range(BURSTS):
            for _ in range(EVENTS_OF_BURST):
                table.turn()
            page.wait_for_timeout(2000 * PAUSE_S)
        changed = page.evaluate("window.changed")
        page.close()
        crowd.leaves()
        table.session.close()
    ahead_ms = 1000 * (time.time() - time.monotonic())
    reported = [(rev, 1000 * at_s + ahead_ms) for rev, at_s in sorted(feed.published_s.items()) if rev > first]
    ends = [at_ms for _, at_ms in reported[1:]] + [math.inf]
    took_ms: dict[bool, list[float]] = {True: [], False: []}
    for (rev, at_ms), end_ms in zip(reported, ends, strict=True):
        if seen := [each for each in changed if at_ms <= each < end_ms]:
            took_ms[rev in feed.single].append(min(seen) - at_ms)
    for single, stated in ((True, "event to page"), (False, "the same in a burst")):
        ordered = sorted(took_ms[single])
        assert ordered, stated
        median, p99 = statistics.median(ordered), ordered[math.ceil(0.99 * len(ordered)) - 1]
        with capsys.disabled():
            print(f"\n{stated}: median {median:.1f} ms, p99 {p99:.1f} ms, n {len(ordered)}")  # noqa: T201
    assert len(took_ms[True]) > EVENTS / 3, "most events are seen on the page"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedTable]:
    table = PlayedTable(tmp_path)
    yield table
    table.close()


def code_on(picture: pygame.Surface) -> str:
    """What a phone's camera reads off a picture of the screen."""
    import zxingcpp

    width, height = picture.get_size()
    grey = pygame.image.tostring(pygame.transform.grayscale(picture), "RGB")[::3]
    (found,) = zxingcpp.read_barcodes(memoryview(grey).cast("B", shape=(height, width)))
    return str(found.text)


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_from_the_code_on_the_screen_to_the_question_on_the_phone(
    browser: Any, played: PlayedTable, size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """The code is read off the picture of the table's screen. The seat states yes at once."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    painter, picture = Painter(Words("en")), pygame.Surface(size)
    played.invites()
    began_s = time.monotonic()
    painter.draw(picture, played.now, 0.0)
    page.goto(code_on(picture))
    played.accepts()
    played.until(lambda: page.get_by_role("radio").count() > 0, "no question")
    with capsys.disabled():
        print(f"\nfrom the code to the question: {time.monotonic() - began_s:.2f} s")  # noqa: T201
    page.close()
