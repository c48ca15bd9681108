"""The pages that people look at, as they are sent: in three languages, and from this table alone."""

import gzip
import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from lab.virtual_loop import run
from table.network.web.files import file_routes
from table.network.web.page_maker import OWN_NAMES
from table.network.web.pages import PARTS, PLACES, Pages
from table.words import Words, languages
from tests.network.web.asgi import Answer, asked

SHIPPED = Path(__file__).parents[3] / "table/network/web/shipped"
WORDS = {language: Words(language) for language in languages()}
PAGES = (
    "/",
    "/watch",
    "/phone",
    "/table",
    "/overlays",
    "/style",
    "/match",
    "/match/tsep1q0d75",
    *(f"/overlay/{part}" for part in PARTS),
)
EVERY = pytest.mark.parametrize("path", PAGES)
routes: list[BaseRoute] = [*file_routes(), *Pages(WORDS, phones=True, screen=True).routes()]
app = Starlette(routes=routes)
FILES = sorted(path.name for path in (*SHIPPED.glob("*.js"), *SHIPPED.glob("*.css"), *SHIPPED.glob("*.html")))


def got(path: str, **headers: Any) -> Answer:
    async def once() -> Answer:
        return await asked(app, path, **headers)

    return run(once())


class Parsed(HTMLParser):
    """A page with its elements and their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def of(self, name: str) -> list[str]:
        """Every value of an attribute."""
        return [value for _, attributes in self.elements if (value := attributes.get(name)) is not None]


@EVERY
@pytest.mark.parametrize("language", languages())
def test_it_is_there_in_each_language(path: str, language: str) -> None:
    page = got(f"{path}?lang={language}")
    text = page.body.decode()
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert f'<html lang="{language}"' in text
    assert "[[" not in text
    assert text == got(path, accept_language=f"{language}-XX").body.decode().replace("?lang=", "?lang=")


def test_without_a_language_that_is_spoken_here_it_is_english() -> None:
    assert '<html lang="en"' in got("/watch?lang=xx", accept_language="fr").body.decode()


@EVERY
def test_it_comes_whole_from_this_table(path: str) -> None:
    """No picture, no type, no library from elsewhere: it works without the internet, and tells nobody who watches."""
    parsed = Parsed(got(path).body.decode())
    for address in parsed.of("src") + parsed.of("href"):
        assert address.startswith(("/", "?", "#", "data:,")), address
        assert not address.startswith("//")
        if not address.startswith(("?", "#", "/api/", "data:,")):
            assert got(address).status == 200, address


@pytest.mark.parametrize("name", FILES)
def test_no_file_names_an_address_elsewhere(name: str) -> None:
    assert re.findall(r"https?://|//[a-z]+\.", (SHIPPED / name).read_text("utf-8")) == []


@EVERY
def test_nothing_runs_but_its_own_files(path: str) -> None:
    page = got(path)
    policy = dict(part.split(" ", 1) for part in page.headers["content-security-policy"].split("; "))
    (again,) = re.findall(r"<script>(.*?)</script>", page.body.decode(), re.DOTALL)
    allowed = b64encode(sha256(again.encode()).digest()).decode()
    assert (policy["default-src"], policy["style-src"]) == ("'none'", "'self'")
    assert policy["script-src"] == f"'self' 'sha256-{allowed}'"
    assert policy["connect-src"] == "'self' ws://192.168.1.5:7500 wss://192.168.1.5:7500"
    parsed = Parsed(page.body.decode())
    assert [name for tag, attributes in parsed.elements for name in attributes if name.startswith("on")] == []
    assert parsed.of("style") == []
    scripts = [attributes for tag, attributes in parsed.elements if tag == "script"]
    assert [each for each in scripts if "src" not in each] == [{}, {"type": "application/json", "id": "words"}][
        : len(scripts)
    ]


@EVERY
@pytest.mark.parametrize("value", ['"><script>alert(1)</script>', "<b>", "'", "&amp;", "\x00", "[[words]]"])
def test_nothing_of_an_address_gets_into_it(path: str, value: str) -> None:
    from urllib.parse import quote

    page = got(
        "&".join([f"{path}?lang={quote(value)}", *(f"{key}={quote(value)}" for key in ("look", "place", "seat", "x"))])
    )
    assert page.status == 200
    assert page.body.decode().count("<script>") == 1, "the one that is shipped with it"
    assert "<b>" not in page.body.decode()
    assert {tag for tag, _ in Parsed(page.body.decode()).elements} == {
        tag for tag, _ in Parsed(got(path).body.decode()).elements
    }


def test_what_its_program_reports_is_in_it() -> None:
    page = got("/watch?lang=de").body.decode()
    (document,) = re.findall(r'<script type="application/json" id="words">(.*?)</script>', page, re.DOTALL)
    words = json.loads(document)
    assert words["page.gone"] == WORDS["de"].sentences["page.gone"]
    assert {key.split(".")[0] for key in words} == {"page", "screen", "seat", "token", "faction", "nation"}


def test_words_of_a_game_from_elsewhere_cannot_end_the_script_that_they_stand_in() -> None:
    class Hostile(Words):
        @property
        def sentences(self) -> dict[str, str]:
            return {**super().sentences, "token.evil": "</script><script>alert(1)</script>"}

    other = Starlette(routes=list(Pages({"en": Hostile("en")}).routes()))

    async def page() -> str:
        return (await asked(other, "/watch")).body.decode()

    assert "<script>alert" not in run(page())


@pytest.mark.parametrize("place", PLACES)
def test_an_overlay_stands_where_its_address_states(place: str) -> None:
    assert f'data-place="{place}"' in got(f"/overlay/score?place={place}").body.decode()
    assert place == "top-left" or f'[data-place="{place}"]' in (SHIPPED / "overlay.css").read_text("utf-8")


@pytest.mark.parametrize(
    ("asked_for", "look"), [("dark", "dark"), ("light", "light"), ("plain", "plain"), ("odd", "dark")]
)
def test_it_looks_as_its_address_states(asked_for: str, look: str) -> None:
    assert f'data-look="{look}"' in got(f"/overlay/die?look={asked_for}").body.decode()


def test_an_overlay_that_is_none_leads_to_those_that_are() -> None:
    page = got("/overlay/secrets")
    assert page.status == 404
    assert "/overlays" in page.body.decode()


def test_the_other_languages_keep_what_the_address_states() -> None:
    links = Parsed(got("/watch?look=dark&lang=en").body.decode()).of("href")
    assert "?look=dark&lang=de" in links
    assert set(OWN_NAMES) == set(languages())


@EVERY
def test_a_page_costs_its_markup_a_style_sheet_and_a_program_that_a_browser_keeps(path: str) -> None:
    parsed = Parsed(got(path).body.decode())
    sheets = [each for each in parsed.of("href") if each.endswith(".css")]
    assert (len(sheets), len(parsed.of("src"))) == (1, 0 if path == "/" else 1)
    fonts = re.findall(r'url\("(.*?)"\)', got(sheets[0]).body.decode())
    assert len(fonts) == 2
    for address in (*sheets, *fonts, *parsed.of("src")):
        file = got(address)
        assert "immutable" in file.headers["cache-control"]
        assert sha256(file.body).hexdigest()[:16] in address, "another content has another address"
        packed = got(address, accept_encoding="gzip, deflate, br")
        assert (packed.headers.get("content-encoding") == "gzip") == (not address.endswith(".woff2"))
        assert packed.body == file.body or gzip.decompress(packed.body) == file.body


@pytest.mark.parametrize(
    "path", ["/page/tsconfig.json", "/page/../program.py", "/page/", "/page/home.html", "/page/watch.js", "/static/x"]
)
def test_no_other_file_is_served(path: str) -> None:
    assert got(path).status == 404


def test_every_module_is_checked_and_writes_text_alone() -> None:
    for path in SHIPPED.glob("*.js"):
        content = path.read_text("utf-8")
        assert content.startswith("// @ts-check\n"), f"{path.name} is not checked"
        assert "innerHTML" not in content, "what comes from the table is text"


def test_one_polite_live_region_reports_what_happens() -> None:
    parsed = Parsed(got("/watch").body.decode())
    assert [attributes["id"] for _, attributes in parsed.elements if attributes.get("role") == "status"] == ["live"]
    assert parsed.of("aria-live") == []


@pytest.mark.parametrize("path", ["/", "/watch"])
def test_a_page_has_one_main_part_one_first_heading_and_names_for_its_sections(path: str) -> None:
    parsed = Parsed(got(path).body.decode())
    tags = [tag for tag, _ in parsed.elements]
    assert (tags.count("main"), tags.count("h1")) == (1, 1)
    for tag, attributes in parsed.elements:
        assert tag != "section" or attributes["aria-labelledby"] in parsed.of("id")


NODE = shutil.which("node")


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_the_page_changes_a_state_as_the_table_means_it(tmp_path: Path) -> None:
    """The three operations on objects and lists, with names that have to be unescaped."""
    before = {"a": {"b/c": 1, "~d": [1, 2, 3]}, "e": None}
    changes = [
        {"op": "replace", "path": "/a/b~1c", "value": 2},
        {"op": "remove", "path": "/a/~0d/0"},
        {"op": "add", "path": "/a/~0d/1", "value": 9},
        {"op": "replace", "path": "/a/~0d/0", "value": 7},
        {"op": "add", "path": "/f", "value": {"g": []}},
        {"op": "remove", "path": "/e"},
    ]
    module = tmp_path / "patch.mjs"
    shutil.copy(SHIPPED / "patch.js", module)
    code = (
        f'import {{ patched }} from "{module}";\n'
        f"console.log(JSON.stringify(patched({json.dumps(before)}, {json.dumps(changes)})));"
    )
    command = [str(NODE), "--input-type=module", "-e", code]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == {"a": {"b/c": 2, "~d": [7, 9, 3]}, "f": {"g": []}}


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("language", languages())
def test_a_phone_names_the_answer_that_the_table_offers_first(language: str) -> None:
    """`test_the_seat_compares_two_words_before_a_phone_counts` holds that the seat's focus begins on this answer."""
    sentences = WORDS[language].sentences
    assert sentences["phone.accept.yes"] in sentences["page.phone.compare"]


@EVERY
def test_a_long_name_is_broken_and_runs_out_of_no_picture(path: str) -> None:
    """An overlay hides whatever leaves its picture, so that a long word without a blank lost its end."""
    sheets = [each for each in Parsed(got(path).body.decode()).of("href") if each.endswith(".css")]
    assert sheets
    rules = "".join(got(sheet).body.decode() for sheet in sheets)
    body = re.findall(r"^body \{(.*)\}$", rules, flags=re.MULTILINE)
    assert any("overflow-wrap: anywhere" in rule for rule in body)
