"""The page of a match that is over: every step equals the journal, and a forged file is found in the browser."""

import gzip
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.figures.pages.bot_matches import BotsMatch, bots_match
from lab.figures.pages.page_figures import compared, served_matches
from lab.figures.pages.served import ServedSite
from lab.pages.match_page import pages
from lab.raw_lines import raw
from lab.second_verifier import outputs
from table.words import languages
from tests.network.web.browser.test_nothing_raw import READS
from tests.network.web.browser.test_pages import LOOKS, until, violations

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

MOST_OPEN_S = 1.0
BUTTONS = ("first", "back", "next", "last")


@pytest.fixture(scope="module")
def played() -> BotsMatch:
    """A match of five rounds, which bots played."""
    return bots_match("legion_2024")


@pytest.fixture(scope="module")
def site(played: BotsMatch) -> Iterator[ServedSite]:
    """A table with two matches that are over; of the second it has no pictures."""
    with served_matches(played) as served:
        yield served


def opens(browser: Any, site: ServedSite, path: str, width: int = 1280, height: int = 900) -> Any:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.on("pageerror", lambda error: pytest.fail(f"{path}: {error}"))
    page.goto(site.address(path))
    until(page, "document.querySelector('#lines [aria-current]') || document.getElementById('state').textContent")
    return page


def drops(page: Any, content: bytes) -> None:
    page.set_input_files("#file", {"name": "match", "mimeType": "", "buffer": content})
    until(page, "document.querySelector('#lines [aria-current]') || document.getElementById('state').textContent")


def test_every_step_equals_the_journal(browser: Any, site: ServedSite, played: BotsMatch) -> None:
    found = compared(opens(browser, site, "/match/whole?lang=en"), played)
    assert found.steps > 200, "a whole match was compared"
    assert found.differing == ()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("match", ["whole", "bare"])
def test_no_step_shows_a_key_or_a_hole(browser: Any, site: ServedSite, match: str, language: str) -> None:
    page = opens(browser, site, f"/match/{match}?lang={language}")
    page.evaluate(READS)
    texts = page.evaluate("""() => {
        const slider = document.querySelector("input[type=range]");
        for (let step = 1; step <= Number(slider.max); step++) {
            slider.value = String(step);
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            window.reads();
        }
        return [...window.read];
    }""")
    page.close()
    assert len(texts) > 100, "many steps were read"
    assert raw(texts) == []


def test_it_opens_within_a_second(
    browser: Any, site: ServedSite, played: BotsMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The time is printed, and no test fails for it."""
    began_s = time.monotonic()
    page = opens(browser, site, "/match/whole?lang=en")
    took_s = time.monotonic() - began_s
    sizes = "performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0)"
    with capsys.disabled():
        print(f"\npages.replay: {took_s:.2f} s of {MOST_OPEN_S} s, {page.evaluate(sizes)} bytes")  # noqa: T201
    (stated,) = outputs([played.file])
    proved = page.locator("#proved .good").all_text_contents()
    assert len(proved) == len(stated["proved"]) + 1, "the pictures agree, too"
    assert f"locked: {stated['seals']['opened']}." in proved[1]
    assert f"numbers: {stated['chance']['checked']}." in proved[2]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("match", ["whole", "bare"])
def test_it_is_for_everybody(browser: Any, site: ServedSite, axe: str, match: str, language: str, look: str) -> None:
    page = opens(browser, site, f"/match/{match}?lang={language}&look={look}")
    page.keyboard.press("End")
    assert violations(page, axe) == []


@pytest.mark.parametrize("width", [320, 360, 1280, 1920])
def test_nothing_of_it_is_wider_than_the_screen(browser: Any, site: ServedSite, width: int) -> None:
    page = opens(browser, site, "/match/whole?lang=de", width)
    for key in ("End", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_buttons_lines_and_keys_go_to_a_step(browser: Any, site: ServedSite) -> None:
    page = opens(browser, site, "/match/whole?lang=en")
    last = page.locator("#lines li").count()
    for button, step in (("next", 2), ("last", last), ("back", last - 1), ("first", 1)):
        page.click(f"#{button}")
        assert page.text_content("#step") == f"Step {step} of {last}"
    page.click("#lines li:nth-child(5) button")
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#step") == f"Step 4 of {last}"
    for button in BUTTONS:
        assert page.locator(f"#{button}").bounding_box()["height"] >= 44


def test_a_forged_file_is_found(browser: Any, site: ServedSite, played: BotsMatch) -> None:
    page = opens(browser, site, "/match/whole?lang=en")
    at = played.file.index(b'"SealOpened"')
    drops(page, played.file[:at] + played.file[at:].replace(b"Seal", b"Meal", 1))
    assert "or it was changed" in page.text_content("#state")
    assert page.locator("#replay").is_hidden()


def test_the_file_of_two_tables_is_named_and_not_called_a_forgery(browser: Any, site: ServedSite) -> None:
    page = opens(browser, site, "/match/none?lang=en")
    drops(page, b'{"format":"command-table two tables 1","hellos":[]}\n')
    shown = page.text_content("#state")
    assert "played at two tables" in shown
    assert "changed" not in shown


@pytest.mark.parametrize(
    ("was", "becomes"), [(b'/locked","value":true', b'/locked","value":false'), (b'"player":"', b'"player":"x')]
)
def test_a_picture_that_contradicts_the_file_is_found(
    browser: Any, site: ServedSite, played: BotsMatch, was: bytes, becomes: bytes
) -> None:
    whole = gzip.decompress(played.replay)
    assert was in whole[len(played.file) :]
    page = opens(browser, site, "/match/bare?lang=en")
    drops(page, whole[: len(played.file)] + whole[len(played.file) :].replace(was, becomes, 1))
    assert "contradicts the file" in page.text_content("#proved .wrong")
    assert page.locator("#table").is_hidden()


def test_a_change_of_what_no_frame_has_does_nothing(browser: Any, site: ServedSite, played: BotsMatch) -> None:
    frame = b'{"changes":[{"op":"add","path":"/__proto__/spoilt","value":1}]}\n'
    head = b'{"format":"command-table replay 1","lines":%d}\n' % played.file.count(b"\n")
    page = opens(browser, site, "/match/bare?lang=en")
    drops(page, head + played.file + frame)
    assert "contradicts the file" in page.text_content("#proved .wrong")
    assert page.evaluate("({}).spoilt === undefined")


def test_a_match_that_the_table_no_longer_has_is_named_so(browser: Any, site: ServedSite, played: BotsMatch) -> None:
    page = opens(browser, site, "/match/nosuch?lang=en")
    assert "no longer has that match" in page.text_content("#state")
    drops(page, played.file)
    assert page.text_content("#state") == ""


@pytest.mark.parametrize("name", ["match.html", "match.de.html"])
def test_a_file_of_the_page_needs_no_table(
    browser: Any, axe: str, tmp_path: Path, played: BotsMatch, name: str
) -> None:
    (tmp_path / name).write_text(pages()[name], "utf-8")
    page = browser.new_page(viewport={"width": 360, "height": 640})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda message: message.type != "error" or pytest.fail(message.text))
    page.goto(f"file://{tmp_path}/{name}")
    drops(page, gzip.decompress(played.replay))
    page.keyboard.press("End")
    assert page.locator("#proved .good").count() == 4
    assert page.locator("#now .headline").text_content()
    assert page.evaluate("document.fonts.check('1rem Table')")
    elsewhere = [each for each in asked if not each.startswith(("file://", "data:", "blob:"))]
    assert elsewhere == []
    assert violations(page, axe) == []
