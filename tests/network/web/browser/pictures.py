"""The pictures of `docs/play/web.md`, taken in the browser: `make web-pictures`."""

from pathlib import Path

from lab.chromium import chromium
from lab.figures.pages.served import ServedTable
from tests.network.web.browser.match import frames_of_a_match

FOLDER = Path(__file__).parents[4] / "docs/play/web"
SHOTS = (
    ("watch", "/watch?lang=en&look=light", 1120, 800),
    ("phone", "/watch?lang=de&look=dark", 360, 760),
    ("overlay", "/overlay/card?lang=en&place=bottom&size=150", 900, 220),
)
SHOWN_MS = 600


def main() -> None:
    frames = frames_of_a_match()
    revealed = next(n for n, frame in enumerate(frames) if b'"card","value"' in frame or b'/card","value":{' in frame)
    table = ServedTable(frames[: revealed + 3])
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        for name, path, width, height in SHOTS:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(table.address(path))
            page.wait_for_timeout(SHOWN_MS)
            if path.startswith("/overlay"):  # somewhere for it to stand
                page.evaluate("document.documentElement.style.background = '#5a7a5a'")
            page.screenshot(path=str(FOLDER / f"{name}.png"))
    table.close()


if __name__ == "__main__":
    main()
