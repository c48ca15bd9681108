"""Whole matches on two Chromium phones and a third browser as the screen, from the command to the result."""

import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lab.chromium import chromium, missing_browser
from lab.figure import NotMeasuredError
from lab.figures.evening import seen_codes
from lab.figures.evening.phone_pages import EveningOnPages
from lab.figures.evening.screens import BrowserScreen
from lab.trials.evening import Evening
from lab.trials.game_trials import game_trials
from table.session.match_switch import NEXT_MATCH

MOST_TAPS = 4_000
"""The most taps of a match. A longer match has run into a circle."""
HOLD_MS, TAP_MS, LOOK_MS = 700, 2000, 30
PATIENCE_LOOKS = 400
SILENT_LOOKS = 1000
"""The looks at pages that ask nothing, until the match counts as stuck."""
OTHER = ("/back", "/typed", "/send", "/−", "/+")
"""The ends of the names of places that give no answer by themselves."""
LOOK = """() => {
    const asked = document.getElementById("asked");
    const shown = [...asked.querySelectorAll("[data-name]")].filter((each) => each.offsetParent !== null);
    return {
        names: shown.map((each) => each.dataset.name),
        boxes: shown.filter((each) => each.type === "checkbox").map((each) => each.dataset.name),
        held: shown.filter((each) => each.classList.contains("hold")).map((each) => each.dataset.name),
        marked: shown.filter((each) => each.checked || each.ariaChecked === "true").map((each) => each.dataset.name),
        scrolled: [document.documentElement, asked].some((each) => each.scrollHeight > each.clientHeight + 1),
        headline: document.getElementById("now").textContent,
    };
}"""


class PageLook(NamedTuple):
    """A page at one moment: the names of its visible buttons for answers."""

    names: tuple[str, ...]
    boxes: tuple[str, ...]
    """The names of answers that are marked, and sent together."""
    held: tuple[str, ...]
    marked: tuple[str, ...]
    scrolled: bool
    headline: str

    @property
    def over(self) -> bool:
        """True if the page asks for the next match."""
        return any(name.startswith(f"{NEXT_MATCH}/") for name in self.names)


def looked(page: Any) -> PageLook:
    """Return the page's contents now."""
    found = page.evaluate(LOOK)
    names, boxes, held, marked = (tuple(found[each]) for each in ("names", "boxes", "held", "marked"))
    return PageLook(names, boxes, held, marked, found["scrolled"], found["headline"])


def next_tap(look: PageLook, evening: Evening, rng: random.Random) -> str | None:
    """Return the name of what a player taps next; None if nothing is asked."""
    if "lock" in look.names:
        return "lock"
    cards = [name for name in look.names if name.startswith("card/")]
    if cards:
        return rng.choice(cards)
    answers = [name for name in look.names if name.count("/") >= 2 and not name.endswith(OTHER)]
    keys = list(dict.fromkeys(name.partition("/")[0] for name in answers))
    key = next((each for each in keys if each not in evening.skipped), next(iter(keys), None))
    if key is None:
        return next((name for name in look.names if name.startswith("open/")), None)
    mine = [name for name in answers if name.partition("/")[0] == key]
    boxes = [name for name in mine if name in look.boxes]
    values = {name: json.loads(name.split("/", 2)[2]) for name in mine if name not in look.boxes}
    done = next((name for name, value in values.items() if isinstance(value, list | int)), None)
    if boxes or done is not None:
        free = [name for name in boxes if name not in look.marked]
        wants = len(look.marked) < (evening.marked or {}).get(key, 0) and free
        return rng.choice(free) if done is None or wants else done
    if key in evening.in_order:
        return mine[0]
    liked = [name for name in mine if values[name] in evening.liked]
    return rng.choice(liked or [name for name in mine if values[name] not in evening.avoided] or mine)


class PageMatch:
    """A match of two pages, from the first card to the question for the next match."""

    def __init__(self, pages: Sequence[Any], evening: Evening, seed: int) -> None:
        self._pages, self._evening, self._rng = pages, evening, random.Random(seed)
        self.taps = self.looks = 0
        self.scrolled: list[str] = []
        """The headlines of the steps in which somebody had to scroll."""

    def play(self) -> None:
        """Play to the end. Raises NotMeasuredError."""
        silent = 0
        while self.taps < MOST_TAPS:
            acted = [self._act(page) for page in self._pages]
            if None in acted:
                return
            silent = 0 if any(acted) else silent + 1
            if silent > SILENT_LOOKS:
                raise NotMeasuredError(f"nobody is asked anything: {[looked(page) for page in self._pages]}")
            if not any(acted):
                self._pages[0].wait_for_timeout(LOOK_MS)
        raise NotMeasuredError(f"the match is not over after {MOST_TAPS} taps: {looked(self._pages[0])}")

    def _act(self, page: Any) -> bool | None:
        """Touch once, if anything is asked. Return None once the match is over."""
        look = self._look(page)
        if look.over:
            return None
        name = next_tap(look, self._evening, self._rng)
        if name is None:
            return False
        if tap(page, name, hold=name in look.held):
            self.taps += 1
            wait_for_change(page, look)
        return True

    def _look(self, page: Any) -> PageLook:
        look = looked(page)
        self.looks += 1
        if look.scrolled and look.names:
            self.scrolled.append(look.headline)
        return look


def wait_for_change(page: Any, before: PageLook) -> None:
    """Wait until the page asks something else, or a mark has changed: a question is touched once."""
    for _ in range(PATIENCE_LOOKS):
        now = looked(page)
        if now.names != before.names or now.marked != before.marked:
            return
        page.wait_for_timeout(LOOK_MS)


def tap(page: Any, name: str, *, hold: bool = False) -> bool:
    """Touch or hold the element with this name. Return False if it is gone because the other player has answered."""
    from playwright.sync_api import Error

    place = page.locator(f"#asked [data-name={json.dumps(name)}]").first
    try:
        if hold:
            box = place.bounding_box(timeout=TAP_MS)
            if box is None:
                return False
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.down()
            page.wait_for_timeout(HOLD_MS)
            page.mouse.up()
        else:
            place.click(timeout=TAP_MS)
    except Error:
        return False
    return True


GAMES = ("legion_2024", "legion_classic", "infinity", "tide_of_iron")


class WholeMatch(NamedTuple):
    """A match that was played to its result."""

    game: str
    taps: int
    looks: int
    """The looks at a phone's page before each act."""
    scrolled: tuple[str, ...]
    """The headlines of the looks in which something that is asked was out of sight."""
    pictures: int
    """The pictures that the screen got."""


class PlayedMatches(NamedTuple):
    """The matches that were played to their result, and why others were not."""

    ended: tuple[WholeMatch, ...]
    stuck: tuple[str, ...]


def missing() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    return missing_browser() or seen_codes.missing()


def played(game: str, browser: Any, seed: int) -> WholeMatch:
    """Play a match of this game from a cold start to its result. Raises NotMeasuredError."""
    trial = game_trials(game).evening
    if trial is None:
        raise NotMeasuredError(f"{game} has no evening")
    with tempfile.TemporaryDirectory(prefix="ct") as folder:
        screen = BrowserScreen(browser)
        evening = EveningOnPages(Path(folder), browser, screen)
        try:
            evening.evening.begin()
            evening.scan()
            evening.confirm()
            evening.choose_match(game)
            match = PageMatch(tuple(evening.pages()), trial(), seed)
            match.play()
            taps = sum(player.taps for player in evening.players.values()) + match.taps
            return WholeMatch(game, taps, match.looks, tuple(match.scrolled), screen.pictures())
        finally:
            evening.close()


def whole_matches(seed: int) -> PlayedMatches:
    """Play a match of each game."""
    from playwright.sync_api import Error

    ended, stuck = list[WholeMatch](), list[str]()
    with chromium() as browser:
        for game in GAMES:
            try:
                ended.append(played(game, browser, seed))
            except (NotMeasuredError, Error) as error:  # a page that does not answer is one match, not all
                stuck.append(f"{game}: {error}")
    return PlayedMatches(tuple(ended), tuple(stuck))
