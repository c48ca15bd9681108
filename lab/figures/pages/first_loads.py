"""Count the bytes of the first load of each page, as Chromium counts them on its connection."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lab.figures.pages import moments as of
from lab.figures.pages.moments import NAMES, MatchMoment
from lab.figures.pages.served import ServedHall, ServedSite, ServedTable
from lab.figures.pages.sixteen_tables import hall
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
