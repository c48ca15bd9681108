"""Takes the pictures of a real evening for the README's moving picture: `make evening-picture`."""

import sys
import tempfile
from pathlib import Path

from lab.chromium import chromium
from lab.figures.evening.phone_pages import EveningOnPages
from table.rules.seats import BLUE, RED

SHOWN_MS = 700
TURN_MS = 350


class Film:
    """The pictures of the table's screen and of both phones, by their number: `03-table.png`, `03-blue.png`."""

    def __init__(self, evening: EveningOnPages, folder: Path) -> None:
        self._evening, self._folder, self._taken = evening, folder, 0
        folder.mkdir(parents=True, exist_ok=True)
        for each in folder.glob("*.png"):
            each.unlink()

    def take(self, after_ms: int = SHOWN_MS) -> None:
        for page in self._evening.pages():
            page.wait_for_timeout(after_ms if page is next(self._evening.pages()) else 0)
        self._evening.evening.picture(self._folder / f"{self._taken:02}-table.png")
        for seat, player in self._evening.players.items():
            player.page.screenshot(path=str(self._folder / f"{self._taken:02}-{seat}.png"))
        self._taken += 1


def main(folder: Path) -> None:
    with chromium() as browser, tempfile.TemporaryDirectory(prefix="ct") as state:
        evening = EveningOnPages(Path(state), browser)
        try:
            _play(evening, Film(evening, folder))
        finally:
            evening.close()


def _play(evening: EveningOnPages, film: Film) -> None:
    evening.evening.begin()
    film.take()
    evening.scan()
    film.take()
    evening.confirm()
    film.take()
    blue, red = evening.players[BLUE], evening.players[RED]
    blue.choose("legion_2024")
    film.take()
    blue.tap_first("list")
    red.tap_first("list", 1)
    red.page.locator("#asked [data-name^='card/']").first.wait_for()
    film.take()
    blue.tap_first("card", 1)
    film.take()
    red.tap_first("card", 2)
    blue.lock()
    film.take()
    red.lock()
    for _ in range(4):
        film.take(TURN_MS)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
