"""The pictures of `docs/play/web.md`, taken in the browser: `make web-pictures`."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.network.web.browser.conftest import FLAGS
from tests.network.web.browser.match import frames_of_a_match
from tests.network.web.browser.served import ServedTable

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
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for name, path, width, height in SHOTS:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(table.address(path))
            page.wait_for_timeout(SHOWN_MS)
            if path.startswith("/overlay"):  # somewhere for it to stand
                page.evaluate("document.documentElement.style.background = '#5a7a5a'")
            page.screenshot(path=str(FOLDER / f"{name}.png"))
        browser.close()
    table.close()


if __name__ == "__main__":
    main()
