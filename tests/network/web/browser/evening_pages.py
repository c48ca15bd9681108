"""Two players with Chromium pages as large as a small phone, at the real `command-table evening`."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.figures.evening.two_phones import HOLD_KEY, TwoPhones
from table.rules.seats import SEATS, Seat

SIZE = {"width": 360, "height": 640}
HOLD_MS = 750
PATIENCE_MS = 15_000
SETTLED_MS = 250
PRESSED_MS = 1500
SCROLLED = """() => document.documentElement.scrollHeight > innerHeight + 1
    || document.getElementById("asked").scrollHeight > document.getElementById("asked").clientHeight + 1"""


class PagePlayer:
    """A player who taps what the page shows, and counts the taps."""

    def __init__(self, page: Any, rng: random.Random) -> None:
        self.page, self._rng = page, rng
        self.taps = self.scrolled = 0

    @property
    def words(self) -> str:
        """The two words that the page shows before it is let in."""
        found: str = self.page.locator("#pair").inner_text()
        return found

    def asked(self) -> list[Any]:
        """The places that a finger can touch to answer, as far as they are in sight."""
        parts = "#asked button:visible:enabled, #asked input[type=checkbox]:visible"
        return [each for each in self.page.locator(parts).all() if each.get_attribute("aria-hidden") != "true"]

    def choose(self, value: str) -> None:
        """Touch the answer with this id."""
        place = self.page.locator(f"#asked [data-name$='\"{value}\"']")
        place.wait_for(timeout=PATIENCE_MS)
        self._touch(place)

    def tap_first(self, key: str, at: int = 0) -> None:
        """Touch the first answer to the question of this key, or the one `at` this place; of the hand, a card."""
        place = self.page.locator(f"#asked [data-name^='{key}/']:visible").nth(at)
        place.wait_for(timeout=PATIENCE_MS)
        self._touch(place)

    def lock(self) -> None:
        """Hold the card that lies face down until it is locked."""
        place = self.page.locator("#asked [data-name=lock]")
        place.wait_for(timeout=PATIENCE_MS)
        self._touch(place)

    def tap_anything(self) -> bool:
        """Give some answer to what is asked now: a lock first, then a card, then any answer. Return False for none."""
        places = self.asked()
        self.scrolled += bool(places) and bool(self.page.evaluate(SCROLLED))
        if not places:
            return False
        lock = self.page.locator("#asked button[data-name=lock]")
        sends = self.page.locator("#asked .question > div:last-child > button:visible")
        if lock.count():
            self._touch(lock.first)
        elif sends.count() and self._rng.random() < 0.6:
            self._touch(sends.first)
        else:
            self._touch(places[self._rng.randrange(len(places))])
        self.page.wait_for_timeout(SETTLED_MS)
        return True

    def _touch(self, place: Any) -> None:
        from playwright.sync_api import Error

        try:
            if "hold" in (place.get_attribute("class", timeout=1000) or "").split():
                box = place.bounding_box(timeout=1000)
                self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                self.page.mouse.down()
                self.page.wait_for_timeout(HOLD_MS)
                self.page.mouse.up()
            else:
                place.click(timeout=1000)
        except Error:  # the other player has answered it meanwhile, and the page is drawn again
            return
        self.taps += 1


class EveningOnPages:
    """An evening whose two phones are pages."""

    def __init__(self, folder: Path, browser: Any, seed: int = 1) -> None:
        self.evening = TwoPhones(folder)
        self._browser, self._rng = browser, random.Random(seed)
        self.players: dict[Seat, PagePlayer] = {}

    def scan(self) -> None:
        """Open both codes on pages, and wait until both phones and the screen show their words."""
        for seat, address in zip(SEATS, self.evening.codes(2), strict=True):
            page = self._browser.new_page(viewport=SIZE, has_touch=True, device_scale_factor=1)
            page.goto(address)
            page.locator("#pair").get_by_text(" ").first.wait_for(timeout=PATIENCE_MS)
            self.players[seat] = PagePlayer(page, self._rng)
        self.evening.wait(lambda: not self.evening.seen(), "the questions are not drawn in place of the codes")

    def confirm(self) -> None:
        """Hold each seat's key, and wait until both pages ask something."""
        for seat, player in self.players.items():
            page = player.page

            def is_in(seat: Seat = seat, page: Any = page) -> bool:
                """Hold the key again if a busy machine has not counted it as held."""
                self.evening.press(seat, HOLD_KEY)
                page.wait_for_timeout(PRESSED_MS)
                found: bool = page.locator("#seat").is_visible()
                return found

            self.evening.wait(is_in, f"{seat} is not let in")

    def until_somebody_taps(self) -> None:
        """Let each player answer once; wait if nobody is asked anything."""
        self.evening.wait(
            lambda: sum(player.tap_anything() for player in self.players.values()) > 0, "nobody is asked anything"
        )

    def pages(self) -> Iterator[Any]:
        return (player.page for player in self.players.values())

    def close(self) -> None:
        for page in self.pages():
            page.close()
        self.evening.close()
