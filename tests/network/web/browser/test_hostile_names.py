"""Names of any shape on the pages that `test_hostile_text.py` does not open, and on phones: shown, and nothing more.

Names that turn the direction of writing, very long ones, and signs that nobody sees are tried for their place, too.
"""

import gzip
import json
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from msgspec.structs import replace

from lab.figures.pages.bot_matches import bots_match
from lab.figures.pages.page_figures import served_matches
from lab.figures.pages.photographs import LINE, given_frames
from lab.figures.pages.served import ServedHall, ServedTable
from table.network.web.bundles import program
from table.network.web.files import shipped
from table.network.web.pages import PARTS
from table.view.hall import HallRow, HallTable
from table.view.streams.stream_frames import FrameWriter
from tests.network.web.browser.test_hall import HALL
from tests.network.web.browser.test_hostile_text import HOSTILE, PAIRED, POSTS, WATCHES, harm, made_hostile, opened
from tests.network.web.browser.test_nothing_raw import empty  # noqa: F401  # a fixture
from tests.network.web.browser.test_pages import until
from tests.whole_matches import frames, phone_messages

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

GAME = "legion_2024"
SHAPES = {
    "direction": "\u202e\u2066\u05e9\u05dc\u05d5\u05dd abc\u202d",
    "long": "W" * 3000,
    "unseen": "\u200b\u200d\ufeff\u2028\u00ad\u2060" * 40 + "x",
    "emoji": "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3f3\ufe0f\u200d\U0001f308" * 20 + "Z" + "\u0301" * 200,
}
"""Ends of a name, by what they try."""
WIDTH = 360
ANSWERS = ("doctor", "lists", "matches", "verify", "backup", "language", "enrol", "decks", "read", "keep")
WIDE = "name => document.body.append(Object.assign(document.createElement('pre'), { textContent: name }))"
OVERFLOW = "document.documentElement.scrollWidth"


def shaped(value: Any, end: str) -> Any:
    """Return the value with this end at every text for people."""
    if isinstance(value, dict):
        return {key: shaped(each, end) for key, each in value.items()}
    if isinstance(value, list):
        return [shaped(each, end) for each in value]
    return value + end if isinstance(value, str) and (" " in value or value[:1].isupper()) else value


def hall_of(change: Callable[[Any], Any]) -> HallTable:
    """Return a hall with all names and sentences changed so."""
    built = change(json.loads(msgspec.json.encode(replace(HALL, pairings=PAIRED))))
    return msgspec.convert(built, HallTable)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    view = hall_of(made_hostile)
    served = ServedHall(tmp_path, lambda: view)
    served.sends(FrameWriter("hall", view).snapshot(0))
    yield served
    served.close()


def at_desk(browser: Any, hall: ServedHall, width: int = 1280) -> Any:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.add_init_script(WATCHES)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(hall.address("/desk?lang=en"))
    page.fill("#password", hall.password)
    page.click("#entry button")
    page.wait_for_selector("#pairing option", state="attached")
    return page


class TestMarkup:
    def test_on_the_printed_sheet_it_is_text(self, browser: Any, hall: ServedHall) -> None:
        page = browser.new_page()
        page.add_init_script(WATCHES)
        page.goto(hall.address("/sheet?lang=en"))
        assert "onerror" in page.inner_text("body")
        assert harm(page) == []
        page.close()

    def test_at_the_desk_it_is_text_in_every_list_of_choices_and_in_a_file_of_pairings(
        self, browser: Any, hall: ServedHall
    ) -> None:
        page = at_desk(browser, hall)
        for chosen in ("#pairing", "#winner"):
            assert "onerror" in page.inner_text(chosen)
        name = HOSTILE.replace('"', "'")
        lines = f'Round,Table,Player 1,Player 2\n1,1,"{name}","Bob {name}"\n1,2,"{name} 2"\n,,,{name},{name}\n'
        page.set_input_files("#file", {"name": f"{name}.csv", "mimeType": "", "buffer": lines.encode()})
        until(page, "document.getElementById('desk').textContent.split('onerror').length > 6")
        assert harm(page) == []
        page.close()

    def test_what_the_owners_phone_is_answered_is_text(self, browser: Any, empty: ServedTable) -> None:  # noqa: F811
        page = opened(browser, empty, "/phone?lang=en")
        setup = next(each for each in phone_messages(GAME, "en") if each["sight"]["role"] == "setup")
        page.evaluate(POSTS, [made_hostile(setup)])
        line = {"say": f"A {HOSTILE}", "tone": "good", "match": HOSTILE, "deck": HOSTILE, "list": HOSTILE}
        for number, act in enumerate(ANSWERS, 1):
            page.evaluate(POSTS, [{"answer": [number, {"act": act, "fine": True, "lines": [line, line]}]}])
        page.evaluate(POSTS, [{"refused": [1, f"No {HOSTILE}"]}])
        assert page.text_content("body").count("onerror") > len(ANSWERS)
        assert harm(page) == []
        page.close()

    def test_on_the_browser_that_is_the_screen_it_is_text(self, browser: Any, empty: ServedTable) -> None:  # noqa: F811
        page = given_frames(browser)
        page.add_init_script(WATCHES)
        parts = program("table.js", lambda name: LINE.encode() if name == "line.js" else shipped(name))
        page.route("**/page/table-*.js", lambda route: route.fulfill(content_type="text/javascript", body=parts))
        page.goto(empty.address("/table?lang=en"))
        until(page, "'heard' in window")
        page.evaluate(POSTS, [{"picture": {"number": 1, "size": [64, 48], "lines": [HOSTILE, f"Blue {HOSTILE}"]}}])
        until(page, "document.querySelectorAll('#lines li').length === 2")
        assert harm(page) == []
        page.close()

    @pytest.mark.parametrize("path", ["/match/whole", "/match"])
    def test_in_a_replay_it_is_text(self, browser: Any, path: str) -> None:
        """The pictures of the replay are hostile, and then the file itself."""
        played = bots_match(GAME)
        lines = gzip.decompress(played.replay).splitlines(keepends=True)
        hostile = b"".join(_hostile_line(each) if each.startswith(b'{"v":') else each for each in lines)
        with served_matches(played) as served:
            page = browser.new_page()
            page.add_init_script(WATCHES)
            page.goto(served.address(f"{path}?lang=en"))
            for content in (hostile, played.file.replace(b"legion", HOSTILE.encode(), 1), HOSTILE.encode()):
                page.set_input_files("#file", {"name": f"{HOSTILE}.replay", "mimeType": "", "buffer": content})
                page.wait_for_timeout(300)
                for key in ("End", "ArrowLeft", "Home"):
                    page.keyboard.press(key)
                assert harm(page) == []
            page.set_input_files("#file", {"name": "x", "mimeType": "", "buffer": hostile})
            until(page, "document.body.textContent.includes('onerror')")
            page.close()

    @pytest.mark.parametrize("name", ["constructor", "__proto__", "toString"])
    def test_an_event_with_the_name_of_what_each_object_has_is_one_of_the_games_own(
        self,
        browser: Any,
        empty: ServedTable,  # noqa: F811
        name: str,
    ) -> None:
        page = browser.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(empty.address("/match?lang=en"))
        page.set_input_files("#file", {"name": "x", "mimeType": "", "buffer": _match_file(name)})
        until(page, "document.querySelectorAll('#lines li').length === 2")
        assert "own rules" in page.text_content("#lines")
        page.close()

    def test_an_icon_of_a_million_digits_is_none_at_once(self, browser: Any, empty: ServedTable) -> None:  # noqa: F811
        page = opened(browser, empty, "/watch?lang=en")
        first = json.loads(_first())
        play = next(json.loads(each) for each in frames(GAME) if b'"emblem"' in each)
        text = json.dumps({**play, "rev": first["rev"] + 1}).replace('"emblem": "', f'"emblem": "{"1" * 1_000_000}x')
        _gives(page, [json.dumps(first), text])
        assert page.locator("use[href='#unknown']").count()
        page.close()

    def test_a_table_that_leaves_the_hall_leaves_its_page_whatever_its_name(self, browser: Any, tmp_path: Path) -> None:
        named = replace(HALL, tables={**HALL.tables, "constructor": HallRow()})
        writer = FrameWriter("hall", named)
        served = ServedHall(tmp_path, lambda: HALL)
        served.sends(writer.snapshot(0))
        page = browser.new_page()
        page.goto(served.address("/?lang=en"))
        until(page, "document.querySelectorAll('#wall article').length === 4")
        served.sends(writer.update(HALL, 1, ()))
        until(page, "document.querySelectorAll('#wall article').length === 3")
        page.close()
        served.close()

    @pytest.mark.parametrize("part", PARTS)
    def test_in_the_address_of_an_overlay_it_is_text(self, browser: Any, empty: ServedTable, part: str) -> None:  # noqa: F811
        asked = "&".join(f"{name}={quote(HOSTILE)}" for name in ("blue", "red", "text", "at", "seat", "place", "look"))
        page = opened(browser, empty, f"/overlay/{part}?lang=en&{asked}")
        _gives(page, [_first()])
        assert harm(page) == []
        assert part not in ("start", "next") or "onerror" in page.text_content("body")
        page.close()

    def test_what_is_typed_where_overlays_are_composed_is_text(self, browser: Any, empty: ServedTable) -> None:  # noqa: F811
        page = browser.new_page()
        page.add_init_script(WATCHES)
        page.goto(empty.address("/overlays?lang=en"))
        page.select_option("[name=part]", "next")
        for name in ("text", "blue", "red"):
            page.fill(f"[name={name}]", HOSTILE, force=True)
        until(page, "document.getElementById('address').textContent.includes('onerror')")
        assert _harm_beside_the_preview(page) == []
        page.close()

    @pytest.mark.parametrize("path", ["/", "/style", "/overlays", "/match", "/table", "/watch"])
    def test_in_the_address_of_a_page_it_is_nothing(self, browser: Any, empty: ServedTable, path: str) -> None:  # noqa: F811
        page = browser.new_page()
        page.add_init_script(WATCHES)
        page.goto(empty.address(f"{path}?lang={quote(HOSTILE)}&look={quote(HOSTILE)}#{quote(HOSTILE)}"))
        assert _harm_beside_the_preview(page) == []
        page.close()


class TestShape:
    @pytest.mark.parametrize("shape", SHAPES)
    def test_no_page_is_wider_than_the_screen(self, browser: Any, empty: ServedTable, shape: str) -> None:  # noqa: F811
        page = given_frames(browser, viewport={"width": WIDTH, "height": 800})
        page.add_init_script(WATCHES)
        page.goto(empty.address("/watch?lang=en"))
        until(page, "'stream' in window")
        _folds(page, SHAPES[shape])
        assert page.evaluate(OVERFLOW) <= WIDTH
        assert harm(page) == []
        page.close()

    @pytest.mark.parametrize("shape", SHAPES)
    def test_no_phone_is_wider_than_the_screen(self, browser: Any, empty: ServedTable, shape: str) -> None:  # noqa: F811
        page, roles = given_frames(browser, viewport={"width": WIDTH, "height": 800}), set[str]()
        page.add_init_script(WATCHES)
        page.goto(empty.address("/phone?lang=en"))
        until(page, "'heard' in window")
        for message in phone_messages(GAME, "en"):
            page.evaluate(POSTS, [shaped(message, SHAPES[shape])])
            roles.add(message["sight"]["role"])
            assert page.evaluate(OVERFLOW) <= WIDTH, message["sight"]["role"]
        assert {"seat", "judge", "setup"} <= roles
        assert harm(page) == []
        page.close()

    @pytest.mark.parametrize("shape", SHAPES)
    def test_no_page_of_a_hall_is_wider_than_the_screen(self, browser: Any, tmp_path: Path, shape: str) -> None:
        view = hall_of(partial(shaped, end=SHAPES[shape]))
        served = ServedHall(tmp_path, lambda: view)
        served.sends(FrameWriter("hall", view).snapshot(0))
        page = browser.new_page(viewport={"width": WIDTH, "height": 800})
        page.add_init_script(WATCHES)
        page.goto(served.address("/?lang=en"))
        page.wait_for_selector("#wall article")
        assert page.evaluate(OVERFLOW) <= WIDTH
        assert harm(page) == []
        page.close()
        desk = at_desk(browser, served, WIDTH)
        assert desk.evaluate(OVERFLOW) <= WIDTH
        assert harm(desk) == []
        desk.close()
        served.close()


class TestTheControl:
    @pytest.mark.parametrize("path", ["/", "/overlays", "/style", "/match", "/table", "/overlay/score", "/phone"])
    def test_the_policy_of_each_page_stops_markup(self, browser: Any, empty: ServedTable, path: str) -> None:  # noqa: F811
        page = browser.new_page()
        page.add_init_script(WATCHES)
        page.goto(empty.address(f"{path}?lang=en"))
        _breaks(page)

    @pytest.mark.parametrize("path", ["/", "/desk", "/sheet"])
    def test_the_policy_of_each_page_of_a_hall_stops_markup(self, browser: Any, hall: ServedHall, path: str) -> None:
        page = browser.new_page()
        page.add_init_script(WATCHES)
        page.goto(hall.address(f"{path}?lang=en"))
        _breaks(page)

    def test_a_name_that_makes_a_page_wider_is_found(self, browser: Any, empty: ServedTable) -> None:  # noqa: F811
        page = browser.new_page(viewport={"width": WIDTH, "height": 800})
        page.goto(empty.address("/watch?lang=en"))
        page.evaluate(WIDE, SHAPES["long"])
        assert page.evaluate(OVERFLOW) > WIDTH
        page.close()


def _harm_beside_the_preview(page: Any) -> list[str]:
    """Return what came of hostile text. The page of overlays has one of them in a frame."""
    return [each for each in harm(page) if not each.startswith('<iframe id="preview"')]


def _breaks(page: Any) -> None:
    """Write markup into a page on purpose: it is there and found, and still none of it runs."""
    page.evaluate("hostile => document.body.insertAdjacentHTML('beforeend', hostile)", HOSTILE)
    found = harm(page)
    assert any(each.startswith("script-src") for each in found), found
    assert any(each.startswith("<img") for each in found)
    assert not any(each.startswith("ran") for each in found)
    page.close()


def _folds(page: Any, end: str) -> None:
    """Give the page a whole match with this end at every text."""
    document = [json.dumps(shaped(json.loads(each), end)) for each in frames(GAME)]
    _gives(page, document)


GIVES_ALL = """frames => {
    if (typeof window.stream?.onmessage !== "function") return false;
    frames.forEach((data) => window.stream.onmessage({data}));
    return true;
}"""


def _gives(page: Any, reported: list[str]) -> None:
    """Give the page these frames at a moment when it listens. It connects again if its stream is silent."""
    page.wait_for_function(GIVES_ALL, arg=reported)


def _first() -> str:
    return frames(GAME)[0].decode()


def _match_file(event: str) -> bytes:
    """Return a match file without a fault, with an event of this type."""
    begins = {"type": "MatchOpened", "id": "m", "system": "s", "commitment": "0" * 64, "version": "1"}
    causes: tuple[Any, ...] = (None, {"type": "Answer"})
    batches = [
        json.dumps({"cause": {"chance": [], "command": cause}, "events": [each]}, separators=(",", ":"))
        for cause, each in zip(causes, (begins, {"type": event}), strict=True)
    ]
    link, lines = sha256(b"command-table journal 1\0m").digest(), list[str]()
    for batch in batches:
        link = sha256(link + batch.encode()).digest()
        lines.append(f'{{"chain":"{link.hex()}","batch":{batch}}}\n')
    head = '{"format":"command-table match 1","match":"m","system":"s"}\n'
    return f'{head}{"".join(lines)}{{"head":"{link.hex()}","batches":2}}\n'.encode()


def _hostile_line(line: bytes) -> bytes:
    """Return a picture of a replay with hostile sentences. Names stay, since the page compares them with the file."""
    return json.dumps(_sentences(json.loads(line))).encode() + b"\n"


def _sentences(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: made_hostile(each) if key == "en" else _sentences(each) for key, each in value.items()}
    return [_sentences(each) for each in value] if isinstance(value, list) else value
