"""A third browser as the table's screen, at the real `command-table evening --browser`."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hal.events import Button
from lab.figures.evening import seen_codes
from lab.figures.evening.screens import PATIENCE_MS, BrowserScreen
from lab.figures.evening.two_phones import TwoPhones
from lab.local_machine import free_port
from table.rules.seats import BLUE

pytestmark = [
    pytest.mark.web,
    pytest.mark.timeout(120),
    pytest.mark.skipif(bool(seen_codes.missing()), reason=seen_codes.missing()),
]


class Screened:
    """An evening whose screen is a page, with all that this page sent and got."""

    def __init__(self, folder: Path, browser: Any) -> None:
        self.frames: list[bytes] = []
        context = browser.new_context()
        context.on("page", lambda page: page.on("websocket", self._watch))
        self.screen = BrowserScreen(context)
        # No table of another test takes this port while the web program is started again.
        settings = folder / "table.toml"
        settings.write_text(f"[web]\nport = {free_port()}\n")
        self.screen.options += ("--config", str(settings))
        self.evening = TwoPhones(folder, self.screen)

    def _watch(self, line: Any) -> None:
        line.on("framereceived", lambda frame: self.frames.append(frame))
        line.on("framesent", lambda frame: self.frames.append(frame))

    @property
    def page(self) -> Any:
        return self.screen.page

    def words(self) -> str:
        """The words of the picture."""
        return " ".join(self.page.locator("#lines li").all_inner_texts())

    def until_words(self, words: str, *, there: bool = True) -> None:
        state = "attached" if there else "detached"
        self.page.locator("#lines").get_by_text(words).first.wait_for(state=state, timeout=PATIENCE_MS)

    def close(self) -> None:
        self.evening.close()


@pytest.fixture
def table(browser: Any) -> Iterator[Screened]:
    with tempfile.TemporaryDirectory(prefix="ct") as folder:
        made = Screened(Path(folder), browser)
        try:
            made.evening.begin()
            yield made
        finally:
            made.close()


@pytest.mark.rule("TB-127")
def test_nothing_of_the_screen_is_readable_on_the_wire(table: Screened) -> None:
    codes = table.evening.codes(2)
    table.evening.sit(BLUE, codes[0])
    frames = [each if isinstance(each, bytes) else str(each).encode() for each in table.frames]
    assert len(frames) > 20
    secrets = [each.partition("#")[2].encode() for each in codes]
    for readable in (b"PNG", b"key_down", b"A new match", *secrets):
        assert not any(readable in frame for frame in frames)


@pytest.mark.rule("TB-127")
def test_a_page_that_is_loaded_again_is_the_same_screen(table: Screened) -> None:
    before = table.evening.codes(2)
    table.page.reload()
    table.page.locator("#screen[data-picture]").wait_for(timeout=PATIENCE_MS)
    assert table.evening.codes(2) == before


@pytest.mark.rule("TB-127")
def test_it_comes_back_by_itself_after_the_web_program_was_killed(table: Screened) -> None:
    before = table.evening.codes(2)
    table.evening.kill_web()
    table.page.locator("#screen").wait_for(state="hidden", timeout=PATIENCE_MS)
    table.page.locator("#screen").wait_for(timeout=2 * PATIENCE_MS)
    assert table.evening.codes(2) == before


@pytest.mark.rule("TB-127")
def test_the_same_address_lets_no_second_browser_in(table: Screened, browser: Any) -> None:
    other = browser.new_page()
    try:
        other.goto(table.screen.address)
        other.locator("#screen").wait_for(state="hidden")
        other.get_by_text("is not the table's screen").wait_for(timeout=PATIENCE_MS)
    finally:
        other.close()


def test_touches_and_keys_are_those_of_the_window(table: Screened) -> None:
    page = table.page
    box = page.locator("#screen").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 60, box["y"] + 40)  # the language
    table.until_words("Español")
    page.keyboard.press("F4")
    table.until_words("Deutsch")
    page.keyboard.press("F1")
    table.until_words("F11")
    page.keyboard.press("F1")
    table.until_words("F11", there=False)


def test_it_is_as_large_as_its_page(table: Screened) -> None:
    for width, height in ((1920, 1080), (800, 1200)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function("size => document.getElementById('screen').width === size", arg=width)
        assert len(table.evening.codes(2)) == 2


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_it_can_be_used_by_everybody(table: Screened, axe: str, language: str, look: str) -> None:
    """WCAG 2.2 AA, as the screen and without a place."""
    table.evening.press(BLUE, Button.NEXT)
    for page in (table.page, table.page.context.new_page()):
        if page is not table.page:
            page.goto(table.page.url.partition("?")[0] + f"?lang={language}&look={look}")
        page.evaluate(axe)
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
        found = page.evaluate("tags => axe.run({ runOnly: tags })", tags)
        assert [each["id"] for each in found["violations"]] == []
