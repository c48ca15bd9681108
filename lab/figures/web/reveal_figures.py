"""Measure the reveal on an overlay in Chromium, by its own trace: the frames presented a second, and the delay."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from lab.chromium import chromium_path, missing_browser
from lab.figure import Figure, NotMeasuredError, at_least, at_most, control_of
from lab.figures.feed_figures import MatchInFrames
from lab.figures.web.watched import TimedFeed, served, web_program
from lab.local_machine import free_port
from table.records.temporary import temporary_folder
from table.view.published import Published

REVEALS = 10
"""The number of reveals of one measurement."""
TURN_S = 0.9
"""The time in which an overlay turns both cards (`turn` in `cards.css`)."""
REST_S = 1.6
"""The time between two changes. A turn is over before the next one begins."""
LEAST_FPS, MOST_MS = 50, 150
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
TRACED = ("cc", "benchmark", "viz")
PRESENTED = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")
SLOWED = """
const [sheet] = document.styleSheets;
sheet.insertRule(".turning { animation-timing-function: steps(9) !important; }", sheet.cssRules.length);
setInterval(() => { const until = performance.now() + 400; while (performance.now() < until); }, 410);
"""
"""A page that is slowed on purpose: a turn of nine pictures, and a program that is busy nearly all the time."""


class TimedReveal(NamedTuple):
    """A reveal on an overlay."""

    fps: float
    delay_ms: float
    """The time from the view, which the window gets at the same moment, to the first frame that shows it."""


class Moments(MatchInFrames):
    """A match that keeps the views of its first reveal."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed)
        self.views: list[Published] = []
        self.play(1)

    def _publish(self, view: Published) -> None:
        self.views.append(view)
        super()._publish(view)

    def around(self) -> tuple[Published, Published]:
        """Return the last view before the first reveal, and the view of it."""
        number = next(n for n, each in enumerate(self.views) if each.view is not None and each.view.reveals)
        return self.views[number - 1], self.views[number]


def measure(seed: int) -> Iterator[Figure]:
    """Measure reveals on the overlay of both cards. Without Chromium and Playwright yield nothing."""
    if missing_browser():
        return
    busy = os.getloadavg()[0]
    well, slow = reveals(seed), reveals(seed, SLOWED)
    fps, delays = [each.fps for each in well], [each.delay_ms for each in well]
    note = f"`/overlay/card` in headless Chromium without a graphics card, by its trace; load of the machine {busy:.1f}"
    yield at_least("pages.reveal_fps", fps, LEAST_FPS, "frames/s", note=note)
    note = "from the view that the window gets at the same moment to the first frame, by the same clock"
    yield at_most("pages.reveal_delay", delays, MOST_MS, "ms", note=note)
    stuttering = sum(each.fps < LEAST_FPS for each in slow)
    yield control_of("pages.reveal_fps.control", stuttering, "reveals", len(slow), "a turn of nine pictures")
    late = sum(each.delay_ms > MOST_MS for each in slow)
    yield control_of("pages.reveal_delay.control", late, "reveals", len(slow), "a page that is busy")


def reveals(seed: int, slowed: str = "", count: int = REVEALS) -> list[TimedReveal]:
    """Return this many reveals of a table, on a page in which the program `slowed` runs."""
    from playwright.sync_api import sync_playwright

    with temporary_folder() as name:
        folder, port, feed = Path(name), free_port(), TimedFeed()
        before, after = Moments(folder, seed).around()
        feed.publish(before)
        with served(folder, feed) as edge, web_program(folder, port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(f"http://127.0.0.1:{port}/overlay/card")
            page.wait_for_selector(".card")
            page.evaluate(f"() => {{ {slowed} }}")
            browser.start_tracing(page=page, categories=list(TRACED))
            at_s = list(_turns(feed, edge.wake, before, after, count))
            frames = presented_s(json.loads(browser.stop_tracing()))
            browser.close()
    return [reveal_of(frames, each) for each in at_s]


def _turns(
    feed: TimedFeed, wake: Callable[[], object], before: Published, after: Published, count: int
) -> Iterator[float]:
    """Publish a reveal again and again, and yield the moment of each."""
    for number in range(1, count + 1):
        for view, turned in ((before, number - 1), (after, number)):
            if view.view is None:
                raise NotMeasuredError("the match has no view")
            at_s = time.monotonic()
            feed.publish(replace(view, view=replace(view.view, reveals=turned)))
            wake()
            time.sleep(REST_S)
        yield at_s


def presented_s(trace: dict[str, Any]) -> list[float]:
    """Return the moments of all frames with a change that Chromium presented, by the machine's steady clock."""
    begun: dict[tuple[int, str], int] = {}
    moments: dict[int, float] = {}
    for event in trace["traceEvents"]:
        if event["name"] != "PipelineReporter":
            continue
        key = event["pid"], event["id2"]["local"]
        facts = event["args"].get("frame_reporter", {})
        if event["ph"] == "b" and facts.get("state") in PRESENTED:
            begun[key] = facts["frame_sequence"]
        elif event["ph"] == "e" and (number := begun.pop(key, None)) is not None:
            # One frame can have two reports: of the compositor, and of the page's own thread.
            moments[number] = min(moments.get(number, event["ts"] / 1e6), event["ts"] / 1e6)
    return sorted(moments.values())


def reveal_of(frames: Sequence[float], at_s: float) -> TimedReveal:
    """Return the reveal that was published at this moment."""
    seen = [each for each in frames if at_s <= each < at_s + REST_S]
    if not seen:
        raise NotMeasuredError("Chromium presented no frame of a reveal")
    turn = [each for each in seen if each < seen[0] + TURN_S]
    return TimedReveal(len(turn) / TURN_S, 1e3 * (seen[0] - at_s))
