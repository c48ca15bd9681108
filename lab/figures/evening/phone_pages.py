"""Two players with Chromium pages as large as a small phone, at the real `command-table evening`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.figure import NotMeasuredError
from lab.figures.evening.screens import EveningScreen
from lab.figures.evening.two_phones import HOLD_KEY, TwoPhones
from table.rules.seats import BLUE, SEATS, Seat

SIZE = {"width": 360, "height": 640}
HOLD_MS = 750
PATIENCE_MS = 60_000
WORDS_MS = 20_000
"""The longest wait for the two words, before the player scans again."""
SCANS = 3
PRESSED_MS = 1500
VANISHED_MS = 1500
"""The longest wait for a place that the other player's answer may have taken away."""


class PagePlayer:
    """A player who taps what the page shows, and counts the taps."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    @property
    def words(self) -> str:
        """Return the two words that the page shows before it is let in."""
        found: str = self.page.locator("#pair").inner_text()
        return found

    def choose(self, value: str) -> None:
        """Touch the answer with this id."""
        self._touch(self.page.locator(f"#asked [data-name$='\"{value}\"']"))

    def tap_first(self, key: str, at: int = 0) -> None:
        """Touch the first answer to the question of this key, or the one `at` this place; of the hand, a card."""
        self._touch(self.page.locator(f"#asked [data-name^='{key}/']:visible").nth(at), holds=False)

    def lock(self) -> None:
        """Hold the card that lies face down until it is locked."""
        self._touch(self.page.locator("#asked [data-name=lock]"))

    def report(self) -> None:
        """Hold the first of the own units."""
        self._touch(self.page.locator("#strip .chip.hold").first)

    def _touch(self, place: Any, *, holds: bool = True) -> None:
        from playwright.sync_api import Error

        place.wait_for(timeout=PATIENCE_MS)
        try:
            if holds and "hold" in (place.get_attribute("class") or "").split():
                box = place.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
                self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                self.page.mouse.down()
                self.page.wait_for_timeout(HOLD_MS)
                self.page.mouse.up()
            else:
                place.click(timeout=PATIENCE_MS)
        except Error:  # the other player has answered it meanwhile, and the page is drawn again
            return
        self.taps += 1


class EveningOnPages:
    """An evening whose two phones are pages."""

    def __init__(self, folder: Path, browser: Any, screen: EveningScreen | None = None) -> None:
        self.evening = TwoPhones(folder, screen)
        self._browser = browser
        self.players: dict[Seat, PagePlayer] = {}

    def scan(self) -> None:
        """Open both codes on pages, and wait until both phones and the screen show their words."""
        for left, seat in zip((2, 1), SEATS, strict=True):
            for _ in range(SCANS):
                page = self._browser.new_page(viewport=SIZE, has_touch=True, device_scale_factor=1)
                self.players[seat] = PagePlayer(page)
                if self._knocks(page, self.evening.codes(left)[0]):
                    break
                page.close()
            else:
                raise NotMeasuredError(f"{seat}'s phone shows no words")
        self.evening.wait(lambda: not self.evening.seen(), "the questions are not drawn in place of the codes")

    @staticmethod
    def _knocks(page: Any, address: str) -> bool:
        """Open a code. Return False if the page shows no words: the screen shows another code then."""
        from playwright.sync_api import Error

        page.set_default_timeout(VANISHED_MS)
        try:
            page.goto(address, timeout=PATIENCE_MS)
            page.locator("#pair").wait_for(timeout=WORDS_MS)
        except Error:
            return False
        return True

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

    def pages(self) -> Iterator[Any]:
        return (player.page for player in self.players.values())

    def choose_match(self, game: str) -> None:
        """Choose the game, and the first army that each seat is offered."""
        self.players[BLUE].choose(game)
        for player in self.players.values():
            player.tap_first("list")

    def close(self) -> None:
        try:
            for page in self.pages():
                page.close()
        finally:
            self.evening.close()
