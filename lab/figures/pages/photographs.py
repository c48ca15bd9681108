"""Take pictures of pages in Chromium, and find the faults in them."""

import base64
import gzip
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec import json

from lab.figure import NotMeasuredError
from lab.figures.pages import moments as of
from lab.figures.pages.combinations import PagePicture
from lab.figures.pages.served import ServedHall, ServedTable
from lab.figures.pages.sixteen_tables import hall
from lab.raw_lines import raw
from table.network.web.bundles import program
from table.network.web.files import shipped
from table.rules.seats import BLUE, RED
from table.view.streams.stream_frames import VERSION, FrameWriter

STREAM = "window.WebSocket = class { constructor() { window.stream = this; } send() {} close() {} };"
"""In place of a page's stream: `window.stream.onmessage({data})` gives it a frame."""
LINE = "export function join(heard) { window.heard = heard; heard.stands('in', [0, 0]); return () => undefined; }"
"""In place of a phone's sealed line: `window.heard.received(message)` gives it a message."""


def serve_line(route: Any) -> None:
    """Serve the phone's program with `LINE` in it."""
    parts = program("phone.js", lambda name: LINE.encode() if name == "line.js" else shipped(name))
    route.fulfill(content_type="text/javascript", body=parts)


def given_frames(opener: Any, **settings: Any) -> Any:
    """Return a new page of a browser, or of a context, whose stream and line are `STREAM` and `LINE`."""
    page = opener.new_page(**settings)
    page.add_init_script(STREAM)
    page.route("**/page/phone-*.js", serve_line)
    return page


FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")
GIVES = "data => window.stream.onmessage({data})"
POSTS = "message => window.heard.received(message)"
PLANTS = """markup => {
    document.body.replaceChildren();
    document.body.insertAdjacentHTML("beforeend", markup);
    for (const each of document.querySelectorAll("[data-style]")) each.style.cssText = each.dataset.style;
}"""
"""A script that puts markup on a page. Its policy allows no styles in markup, so they are set afterwards."""
OPENS = """
(document.querySelector("#asked [data-name=army]") ?? document.getElementById("more")).click();
"""
"""A script that opens the dialog behind a seat's phone: that of an own army before a match, or the menu."""
FITTED_MS = 400
"""The time in which a page has fitted its type to its window."""
SHOWN_WIDTH = 480
"""The width of a picture on the sheet."""
PAIRINGS = """Table;Player 1;Player 2;Notes
1;Ann;O'Brien;
table-2;"Maximilian von und zu Hohenfels";Bartholomäus-Konstantin Müller;"late; be kind"
table-3;Zoë
"""
"""A file of pairings with a heading that nobody knows, quotes, and a line that is no pairing."""
GONE = json.encode({"v": VERSION, "gone": True}).decode()


class Photograph(NamedTuple):
    """A picture that was taken."""

    picture: PagePicture
    faults: tuple[str, ...]
    webp: bytes
    """Empty if only the faults were wanted."""


class Photographer:
    """Opens pages of a table and of a hall, and sets up the scene of each picture."""

    def __init__(self, browser: Any, table: ServedTable, hall: ServedHall, folder: Path | None = None) -> None:
        """`folder`: whole pictures with faults are written there."""
        self._context = browser.new_context(reduced_motion="reduce")
        self._table, self._hall, self._folder = table, hall, folder

    def take(self, pictures: Iterable[PagePicture], *, shown: bool = False) -> Iterator[Photograph]:
        """Yield each picture. `shown`: with the picture itself, as small as the sheet has it."""
        for picture in pictures:
            page = self._opened(picture)
            faults = faults_of(page, narrow=picture.narrow)
            if faults and self._folder is not None:
                self._folder.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=str(self._folder / f"{picture.caption}.png"))
            yield Photograph(picture, faults, _small(page, picture) if shown else b"")
            page.close()
            self._context.clear_cookies()

    def planted(self, markup: str) -> frozenset[str]:
        """Return the kinds of faults of a page that has nothing but this markup, for the control."""
        page = given_frames(self._context)
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(self._table.address("/"))
        page.evaluate(PLANTS, markup)
        found = faults_of(page, narrow=True)
        page.close()
        return frozenset(fault.partition(":")[0] for fault in found)

    def _opened(self, picture: PagePicture) -> Any:
        width, height = picture.size
        page = given_frames(self._context)
        page.set_viewport_size({"width": width, "height": height})
        site = self._hall if picture.sight.of_hall else self._table
        form = "&form=tall" if picture.sight.is_overlay and height > width else ""
        answer = page.goto(site.address(f"{picture.sight.path}?lang={picture.language}&look={picture.look}{form}"))
        if answer is None or not answer.ok:
            raise NotMeasuredError(f"{picture.sight.path} was not served")
        self._shows(page, picture)
        if picture.sight.is_overlay:  # something for it to lie over
            page.evaluate("document.documentElement.style.background = '#5a7a5a'")
        page.evaluate("document.fonts.ready.then(() => 0)")
        page.wait_for_timeout(FITTED_MS if picture.sight.path in ("/watch", "/match") else 0)
        return page

    def _shows(self, page: Any, picture: PagePicture) -> None:
        sight, moment = picture.sight, picture.moment
        if moment is None:
            self._shows_unchanging(page, picture)
        elif sight.path == "/match":
            _replays(page, moment)
        elif sight.path == "/phone":
            page.evaluate(POSTS, _message(picture, moment))
            if sight.name == "phone menu":
                page.evaluate(OPENS)
        else:
            page.evaluate(GIVES, of.frame(moment, of.NAMES[picture.names]).decode())

    def _shows_unchanging(self, page: Any, picture: PagePicture) -> None:
        name = picture.sight.name
        if name == "watch, table gone":
            page.evaluate(GIVES, GONE)
        elif name == "phone, words":
            page.evaluate("window.heard.stands('knocking', [7, 19])")
        elif name == "phone, away":
            page.evaluate("window.heard.stands('away', [0, 0])")
        elif name in ("desk", "desk, file"):
            page.fill("#password", self._hall.password)
            page.click("#entry button")
            page.wait_for_selector("#desk:not([hidden])")
        if picture.sight.of_hall and name not in ("sheet", "desk, login"):
            page.evaluate(GIVES, FrameWriter("hall", hall(of.sayings())).snapshot(0).decode())
        if name == "desk, file":
            page.set_input_files("#file", {"name": "pairings.csv", "mimeType": "text/csv", "buffer": PAIRINGS.encode()})
            page.wait_for_selector("#taking:not([hidden])")
            page.evaluate("document.getElementById('taking').scrollIntoView()")


@contextmanager
def photographer(browser: Any, folder: Path | None = None) -> Iterator[Photographer]:
    """Serve a table and a hall, and yield a photographer of their pages."""
    with TemporaryDirectory() as place:
        table, of_hall = ServedTable(), ServedHall(Path(place), lambda: hall(of.sayings()))
        try:
            yield Photographer(browser, table, of_hall, folder)
        finally:
            table.close()
            of_hall.close()


def faults_of(page: Any, *, narrow: bool) -> tuple[str, ...]:
    """Return the faults of a page: those of its geometry, and keys that it shows as text."""
    found = page.evaluate(FAULTS, narrow)
    return (*found["faults"], *(f"key: {line}" for line in raw(found["texts"])))


def _message(picture: PagePicture, moment: of.MatchMoment) -> dict[str, Any]:
    kind, names = picture.sight.name, of.NAMES[picture.names]
    if kind == "phone judge":
        return of.judge_message(moment, picture.language)
    if kind == "phone owner":
        return of.owner_message(moment, picture.language)
    seat = RED if kind == "phone red" else BLUE
    return of.seat_message(moment, names, seat, picture.language, lays=seat is RED)


def _replays(page: Any, moment: of.MatchMoment) -> None:
    """Drop a replay onto the page, and go to the moment."""
    replay = gzip.decompress(moment.match.replay) if moment.match.replay else moment.match.file
    page.set_input_files("#file", {"name": "match", "mimeType": "", "buffer": replay})
    page.wait_for_selector("#lines [aria-current]")
    page.evaluate(
        """share => {
            const slider = document.getElementById("slider");
            slider.value = String(1 + Math.round(share * (Number(slider.max) - 1)));
            slider.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        moment.share,
    )


def _small(page: Any, picture: PagePicture) -> bytes:
    """Return the picture as small as it is on the sheet."""
    width, height = picture.size
    session = page.context.new_cdp_session(page)
    clip = {
        "x": 0,
        "y": page.evaluate("scrollY"),
        "width": width,
        "height": height,
        "scale": min(1, SHOWN_WIDTH / width),
    }
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 70, "clip": clip})
    return base64.b64decode(shot["data"])
