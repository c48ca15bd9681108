"""Measure the pages in Chromium: the reveal, pictures with faults, bytes of a first load, and the replay of a match.

They need Chromium and Playwright; without them nothing is measured, and standard error says so.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from lab.chromium import chromium, missing_browser
from lab.figure import Figure, at_most, control_of, left_out, none_of
from lab.figures.evening.whole_matches import GAMES
from lab.figures.pages import moments as of
from lab.figures.pages.bot_matches import bots_match
from lab.figures.pages.combinations import PagePicture, pictures
from lab.figures.pages.moments import NAMES, MatchMoment, moments
from lab.figures.pages.photographs import photographer
from lab.figures.pages.replays import OPEN, compared, served_matches
from lab.figures.pages.served import ServedHall, ServedSite, ServedTable
from lab.figures.pages.sixteen_tables import hall
from lab.figures.web import reveal_figures
from table.view.streams.stream_frames import FrameWriter

TABLE_PAGES = (
    "/", "/watch", "/overlays", "/match", "/phone", "/table", "/style",
    "/overlay/scene", "/overlay/card", "/overlay/score",
)  # fmt: skip
HALL_PAGES = ("/", "/desk")
SETTLED_MS = 1500
"""The time in which a page has its files and the first frame."""


def first_loads(browser: Any, moment: MatchMoment) -> Mapping[str, int]:
    """Return the bytes of each page of a table in this moment, and of a hall of sixteen tables."""
    with TemporaryDirectory() as place:
        table = ServedTable([of.frame(moment, NAMES[-1])])
        of_hall = ServedHall(Path(place), lambda: hall(of.sayings()))
        of_hall.sends(FrameWriter("hall", hall(of.sayings())).snapshot(0))
        try:
            loaded = {path: loaded_bytes(browser, table, path) for path in TABLE_PAGES}
            return loaded | {f"hall {path}": loaded_bytes(browser, of_hall, path) for path in HALL_PAGES}
        finally:
            table.close()
            of_hall.close()


def loaded_bytes(browser: Any, site: ServedSite, path: str, script: str = "0") -> int:
    """Return the bytes of all answers and frames that a new browser gets. The page then runs `script`."""
    context = browser.new_context()
    page = context.new_page()
    taken = list[int]()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: taken.append(int(event["encodedDataLength"])))
    session.on(
        "Network.webSocketFrameReceived", lambda event: taken.append(len(event["response"]["payloadData"].encode()))
    )
    page.goto(site.address(path))
    page.evaluate(script)
    page.wait_for_timeout(SETTLED_MS)
    context.close()
    return sum(taken)


MOST_KB, MOST_OPEN_S, OPENINGS = 250, 1.0, 5
LOADS_MORE = """
Promise.all(Array.from({length: 12}, (_, number) => fetch(`/schema.json?${number}`).then((each) => each.text())))
    .then(() => 0)
"""
PLANTED = MappingProxyType(
    {
        "cut": '<div data-style="width: 60px; overflow: hidden; white-space: nowrap">Commander Luke Skywalker</div>',
        "aside": '<div data-style="position: absolute; left: 340px; white-space: nowrap">Ahsoka Tano</div>',
        "overlap": '<div data-style="height: 0">Commander Luke Skywalker</div><div>Darth Vader, Dark Lord</div>',
        "short": '<p data-style="width: 9px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Rex</p>',
        "empty": "<h2></h2>",
        "small": '<button data-style="width: 20px; min-height: 20px; height: 20px; padding: 0">x</button>',
        "key": "<p>rank.commander</p>",
    }
)
"""Markup with each kind of fault."""


def measure(seed: int) -> Iterator[Figure]:
    if left_out("pages.*", missing_browser()):
        return
    yield from reveal_figures.measure(seed)
    all_moments = [each for game in GAMES for each in moments(bots_match(game))]
    with chromium() as browser:
        yield from of_first_loads(browser, next(each for each in all_moments if each.look.published.view is not None))
        yield from of_replay(browser)
        yield from of_pictures(browser, [*pictures(all_moments)])


def of_pictures(browser: Any, wanted: Sequence[PagePicture]) -> Iterator[Figure]:
    """Count the pictures with a fault, and the kinds of planted faults that are found."""
    with photographer(browser) as by:
        faulty = [f"{each.picture.caption}: {each.faults[0]}" for each in by.take(wanted) if each.faults]
        yield none_of("pages.cut", faulty, "pictures with a fault", len(wanted), "; ".join(faulty[:3]))
        found = sum(kind in by.planted(markup) for kind, markup in PLANTED.items())
    missed = len(PLANTED) - found
    yield control_of("pages.cut.control", 0 if missed else found, "planted faults found", len(PLANTED))


def of_first_loads(browser: Any, moment: MatchMoment) -> Iterator[Figure]:
    """Measure the bytes of a page that a browser opens for the first time."""
    loaded = first_loads(browser, moment)
    note = ", ".join(f"{path} {size / 1e3:.0f}" for path, size in loaded.items())
    yield at_most("pages.first_load", [size / 1e3 for size in loaded.values()], MOST_KB, "KB", judged="max", note=note)
    table = ServedTable()
    heavy = loaded_bytes(browser, table, "/", LOADS_MORE) / 1e3
    table.close()
    yield control_of("pages.first_load.control", int(heavy > MOST_KB), "pages over the limit", note=f"{heavy:.0f} KB")


def of_replay(browser: Any) -> Iterator[Figure]:
    """Measure how a replay opens, verified, and compare each of its steps with the file."""
    played = bots_match(GAMES[0])
    with served_matches(played) as site:
        opened = [_replay(browser, site) for _ in range(OPENINGS)]
        page, ahead = opened[0].page, opened[1].page
        found = compared(page, played)
        ahead.keyboard.press("ArrowRight")
        control = compared(ahead, played)
    proved = page.locator("#proved .good").count()
    note = f"{proved} of 4 proofs; {found.steps} steps, {'; '.join(found.differing[:3]) or 'all equal the file'}"
    figure = at_most("pages.replay", [each.took_s for each in opened], MOST_OPEN_S, "s")
    yield replace(figure, ok=figure.ok and proved == 4 and not found.differing, note=note)
    yield control_of("pages.replay.control", len(control.differing), "differences of a page one step ahead")


class OpenedReplay(NamedTuple):
    """A page with a match that is verified and drawn."""

    page: Any
    took_s: float


def _replay(browser: Any, site: ServedSite) -> OpenedReplay:
    page = browser.new_page()
    began_s = time.monotonic()
    page.goto(site.address("/match/whole?lang=en"))
    page.wait_for_selector(OPEN)
    return OpenedReplay(page, time.monotonic() - began_s)
