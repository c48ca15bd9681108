"""Through whole matches of every game no page shows a key, a name of the program, or a hole that nothing filled."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from lab.figures.pages.photographs import given_frames
from lab.figures.pages.served import ServedTable
from lab.raw_lines import raw
from table.network.web.pages import PARTS
from table.rules.text import Text
from table.words import Words, languages
from tests.network.web.browser.test_pages import until
from tests.whole_matches import GAMES, frames, phone_messages

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

WHOLE = ("/watch", "/overlay/scene")
"""Pages with every part of a match."""
ALONE = tuple(f"/overlay/{part}" for part in PARTS if part != "scene")
READS = """
window.read = new Set();
window.reads = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.parentElement.closest("script, style, noscript")) window.read.add(text.data);
    }
};
"""
"""What keeps every text that a page has shown."""


@pytest.fixture
def empty() -> Iterator[ServedTable]:
    table = ServedTable()
    yield table
    table.close()


def reading(browser: Any, table: ServedTable, path: str) -> Any:
    """Return a page that is reported by the test instead of by a table."""
    page = given_frames(browser, viewport={"width": 1280, "height": 900})
    page.add_init_script(READS)
    page.on("pageerror", lambda error: pytest.fail(f"{path}: {error}"))
    page.goto(table.address(path))
    until(page, "'stream' in window || 'heard' in window || !location.pathname.match('watch|overlay/|phone')")
    return page


def shown(page: Any) -> list[str]:
    """Return every text that the page has shown, and close it."""
    texts = page.evaluate("window.reads(), [...window.read]")
    page.close()
    return list(texts)


def shown_of_frames(page: Any, reported: list[bytes]) -> list[str]:
    page.evaluate(
        "frames => { for (const data of frames) { window.stream.onmessage({data}); window.reads(); } }",
        [frame.decode() for frame in reported],
    )
    return shown(page)


def shown_of_messages(page: Any, reported: list[dict[str, Any]]) -> list[str]:
    page.evaluate(
        "messages => { for (const each of messages) { window.heard.received(each); window.reads(); } }", reported
    )
    return shown(page)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_a_page_or_an_overlay_is_raw(browser: Any, empty: ServedTable, game: str, language: str) -> None:
    """Each part alone meets each game once and each language: the pages with all parts meet every pair of the two."""
    reported = frames(game)
    first = (languages().index(language) + GAMES.index(game)) % len(languages())
    paths = (*WHOLE, *ALONE[first :: len(languages())])
    found = {path: shown_of_frames(reading(browser, empty, f"{path}?lang={language}"), reported) for path in paths}
    assert len(found["/watch"]) > 150, "the match was read"
    empty_place = Words(language).say(Text("page.no_card"))
    assert game != "infinity" or not any(empty_place in texts for texts in found.values()), "it has no cards"
    assert {path: lines for path, texts in found.items() if (lines := raw(texts))} == {}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_a_phone_is_raw(browser: Any, empty: ServedTable, game: str, language: str) -> None:
    page = reading(browser, empty, f"/phone?lang={language}")
    texts = shown_of_messages(page, list(phone_messages(game, language)))
    assert len(texts) > 150, "the match was read"
    assert raw(texts) == []


@pytest.mark.parametrize("language", languages())
def test_nothing_on_the_first_page_and_that_of_overlays_is_raw(browser: Any, empty: ServedTable, language: str) -> None:
    for path in ("/", "/overlays"):
        assert raw(shown(reading(browser, empty, f"{path}?lang={language}"))) == []


def test_a_key_that_stands_on_a_page_for_one_frame_is_found(browser: Any, empty: ServedTable) -> None:
    """The control: the next frame takes it away again."""
    headline_text = frames("legion_2024")
    change = {"op": "replace", "path": "/play/headline", "value": {"en": "legion.headline"}}
    last = json.loads(headline_text[20])
    key = {**last, "rev": last["rev"] + 1, "changes": [change], "story": []}
    back = {**key, "rev": key["rev"] + 1, "changes": [{**change, "value": {"en": "Blue's turn"}}]}
    page = reading(browser, empty, "/watch?lang=en")
    assert raw(shown_of_frames(page, [*headline_text[:21], json.dumps(key).encode(), json.dumps(back).encode()])) == [
        "legion.headline"
    ]


@pytest.mark.parametrize(("language", "names"), [("en", ["Surge", "Blank", "17"]), ("de", ["Energie", "Leer", "17"])])
def test_the_faces_of_a_die_have_names_on_every_page(
    browser: Any, match: tuple[bytes, ...], empty: ServedTable, language: str, names: list[str]
) -> None:
    faces = ["surge", "blank", "17"]
    question = {
        "n": 1,
        "key": "roll",
        "seat": None,
        "ask": "?",
        "rule": "",
        "hold": False,
        "kind": "roll",
        "faces": faces,
    }
    sight = {"role": "judge", "view": 0, "match": "m", "headline": "", "callable": False, "story": [], "notice": ""}
    phone = reading(browser, empty, f"/phone?lang={language}")
    assert set(names) <= set(shown_of_messages(phone, [{"sight": {**sight, "asked": [question]}}]))
    empty.sends(*match[: len(match) // 2])
    whole = empty.hub.snapshot()
    assert whole is not None
    reported = []
    for face in faces:
        frame = json.loads(whole.data)
        rolled = {"question": 9, "die": "red_defense", "seat": "blue", "by_hand": True, "decided": None, "proof": ""}
        frame["snapshot"]["play"]["rolled"] = {**rolled, "face": face}
        reported.append(json.dumps(frame).encode())
    overlay = reading(browser, empty, f"/overlay/die?lang={language}")
    assert set(names) <= set(shown_of_frames(overlay, reported))
