"""Each page in a browser, in each language and look: as somebody sees it, receives it, and steers it by keyboard."""

import io
import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from lab.figures.pages.served import ServedTable
from table.network.web.pages import FORMS, PARTS
from table.screen.drawing.icons import ICONS
from table.screen.drawing.vectors import render
from table.words import Words, languages

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

LOOKS = ("light", "dark")
PAGES = ("/", "/watch", "/overlays", "/style", "/match", *(f"/overlay/{part}" for part in PARTS))
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SHIPPED = Path(__file__).parents[4] / "table/network/web/shipped"
ICON_PX = 48
ALONE = """
document.body.replaceChildren(document.querySelector(".shapes"));
document.body.insertAdjacentHTML("beforeend", '<svg id="icon" viewBox="0 0 24 24"><use/></svg>');
Object.assign(document.getElementById("icon").style, {position: "fixed", inset: "0", color: "#fff"});
document.documentElement.style.background = document.body.style.background = "#000";
"""
"""A page with one icon, in white on black."""
MOST_DIFFERENCE = 0.03
"""Both smooth edges in their own way."""
PATIENCE_MS = 10_000
TELEVISIONS = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920))
OF_HALL = ("wall .needed", "wall .gone", "wall .points", "needs .urgent")
OF_PHONE = ("fan .card[aria-checked=true]", "fan .card[aria-checked=false]", "sealing .hold", "question .row", "dial")
OUT_OF_SIGHT = """
(() => {
const parts = "main, #table section:not(.told), .chip, .card, h1, h2:not(.now h2, .steps h2)";
return [...document.querySelectorAll(parts)].filter((each) => {
  const box = each.getBoundingClientRect();
  const cut = each.scrollHeight > each.clientHeight + 2 && each.matches("main, section");
  return cut || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((each) => each.className || each.tagName);
})()
"""
"""What the window cuts; the story may continue below its edge."""


def opened(browser: Any, table: ServedTable, path: str, width: int = 1280, height: int = 900, **more: Any) -> Any:
    """Return a page with nothing in its console, once it shows what the table reported."""
    page = browser.new_page(viewport={"width": width, "height": height}, **more)
    page.on("pageerror", lambda error: pytest.fail(f"{path}: {error}"))
    page.on("console", lambda message: message.type != "error" or pytest.fail(f"{path}: {message.text}"))
    page.goto(table.address(path))
    if path.startswith("/watch"):
        until(page, "document.getElementById('now').textContent !== ''")
    return page


def until(page: Any, holds: str) -> None:
    """Wait for a condition. Playwright's own way needs a page that runs code from texts, and ours do not."""
    until_s = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(holds):
        assert time.monotonic() < until_s, holds
        page.wait_for_timeout(20)


def violations(page: Any, axe: str) -> list[str]:
    """Return what axe finds in the page at rest: a mark that is still appearing is pale."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    found = page.evaluate("rules => axe.run({runOnly: rules})", RULES)["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_against_the_guidelines(
    browser: Any, table: ServedTable, axe: str, path: str, language: str, look: str
) -> None:
    page = opened(browser, table, f"{path}?lang={language}&look={look}")
    assert violations(page, axe) == []
    page.close()


def test_a_label_that_is_taken_away_is_found(browser: Any, table: ServedTable, axe: str) -> None:
    """The control: what finds nothing above has to find this."""
    page = opened(browser, table, "/watch")
    page.evaluate("document.querySelector('nav a').textContent = ''")
    page.evaluate("document.documentElement.removeAttribute('lang')")
    found = violations(page, axe)
    assert any(each.startswith("link-name") for each in found)
    assert any(each.startswith("html-has-lang") for each in found)
    page.close()


@pytest.mark.parametrize("path", [*PAGES, "/phone"])
def test_it_asks_for_nothing_from_elsewhere(browser: Any, table: ServedTable, path: str) -> None:
    """A hall may have no internet, and nobody there is asked to a third party."""
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws", "http", 1)))
    page.goto(table.address(path))
    page.wait_for_timeout(300)
    assert len(asked) >= 2
    assert [each for each in asked if not each.startswith((table.address("/"), "data:"))] == []
    page.close()


@pytest.mark.parametrize("width", [320, 1280, 3840])
@pytest.mark.parametrize("path", ["/", "/watch"])
def test_nothing_runs_out_of_the_picture(browser: Any, table: ServedTable, path: str, width: int) -> None:
    """320 pixels are a phone, and a screen of 1280 at 400 percent."""
    page = opened(browser, table, path, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_each_link_is_reached_by_keyboard_and_is_large_enough_for_a_thumb(browser: Any, table: ServedTable) -> None:
    page = opened(browser, table, "/")
    links = page.evaluate("[...document.links].map(link => link.getAttribute('href'))")
    reached = []
    for _ in links:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
        box = page.evaluate("(({width, height}) => [width, height])(document.activeElement.getBoundingClientRect())")
        assert min(box) >= 44, (reached[-1], box)
    assert reached == links
    page.close()


@pytest.mark.parametrize("language", languages())
def test_a_match_is_followed_to_its_last_frame(
    browser: Any, table: ServedTable, match: tuple[bytes, ...], language: str
) -> None:
    page = opened(browser, table, f"/watch?lang={language}")
    table.sends(*match[len(match) // 2 :])
    last = [json.loads(frame)["story"] for frame in match if b'"story"' in frame][-1][-1]
    page.wait_for_selector(f"#story li:first-child:text-is({json.dumps(last['say'][language])})", timeout=PATIENCE_MS)
    reported = table.hub.snapshot()
    assert reported is not None
    state = json.loads(reported.data)["snapshot"]["play"]
    assert page.inner_text("#now .headline") == state["headline"][language]
    for seat in ("blue", "red"):
        units = page.evaluate(
            f"[...document.querySelectorAll('#{seat} .chip > span:not(.state)')].map(e => e.textContent)"
        )
        assert units == [each["name"] for each in state["seats"][seat]["pieces"]]
    page.close()


@pytest.mark.parametrize("late", ["watch-*.js", "watch-*.css"])
def test_what_happens_while_a_page_loads_is_on_it(
    browser: Any, table: ServedTable, match: tuple[bytes, ...], late: str
) -> None:
    """Half of what is left of a match happens before a part of the page has come, the rest right behind it."""
    rest = match[len(match) // 2 :]
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))

    def comes(route: Any) -> None:
        table.sends(*rest[: len(rest) // 2])
        route.continue_()
        table.sends(*rest[len(rest) // 2 :])

    page.route(f"**/page/{late}", comes, times=1)
    page.goto(table.address("/watch"))
    last = [json.loads(frame)["story"] for frame in match if b'"story"' in frame][-1][-1]
    page.wait_for_selector(f"#story li:first-child:text-is({json.dumps(last['say']['en'])})", timeout=PATIENCE_MS)
    reported = table.hub.snapshot()
    assert reported is not None
    assert page.inner_text("#now .headline") == json.loads(reported.data)["snapshot"]["play"]["headline"]["en"]
    page.close()


def test_what_comes_is_reported_by_the_one_live_region_and_not_too_often(
    browser: Any, table: ServedTable, match: tuple[bytes, ...]
) -> None:
    page = opened(browser, table, "/watch")
    until(page, "document.getElementById('live').textContent !== ''")
    page.evaluate(
        "window.spoken = 0; new MutationObserver(() => window.spoken += 1)"
        ".observe(document.getElementById('live'), {childList: true})"
    )
    begun_s = time.monotonic()
    table.sends(*match[len(match) // 2 :])
    until(page, "window.spoken > 0")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.spoken") <= 1 + (time.monotonic() - begun_s) / 2
    page.close()


def test_a_table_that_goes_and_comes_back_is_followed_again(browser: Any, table: ServedTable) -> None:
    page = opened(browser, table, "/watch")
    whole = table.hub.snapshot()
    table.goes()
    gone = Words("en").sentences["page.gone"]
    page.wait_for_selector(f"#state:text-is({json.dumps(gone)})", timeout=PATIENCE_MS)
    assert whole is not None
    table.sends(whole.data + b"\n")
    until(page, "document.getElementById('state').textContent === ''")
    page.close()


def test_a_table_whose_power_was_cut_is_reported_as_gone_and_found_again(browser: Any, table: ServedTable) -> None:
    """Nothing states goodbye then: the connection stays open at the page's end, and nothing comes on it any more."""
    ways: list[Any] = []
    page = browser.new_page()
    page.clock.install()
    page.route_web_socket("**/api/v1/frames**", lambda way: CutWay(way, ways))
    page.goto(table.address("/watch"))
    until(page, "document.getElementById('state').textContent === '' && !document.getElementById('table').hidden")
    ways[0].cut = True
    page.evaluate("""window.said = [];
        new MutationObserver(() => window.said.push(document.getElementById('state').textContent))
            .observe(document.getElementById('state'), {childList: true, characterData: true, subtree: true});""")
    page.clock.fast_forward(60_000)
    until(page, "window.said.length > 1 && document.getElementById('state').textContent === ''")
    assert page.evaluate("window.said[0]") == Words("en").sentences["page.gone"]
    assert len(ways) == 2
    page.close()


def test_a_table_that_is_quiet_is_not_taken_for_gone(browser: Any, table: ServedTable) -> None:
    ways: list[Any] = []
    page = browser.new_page()
    page.clock.install()
    page.route_web_socket("**/api/v1/frames**", lambda way: CutWay(way, ways))
    page.goto(table.address("/watch"))
    until(page, "!document.getElementById('table').hidden")
    for _ in range(10):
        page.clock.fast_forward(3_000)
        ways[0].page.send("")
        page.wait_for_timeout(20)
    assert len(ways) == 1
    assert "signs=1" in ways[0].page.url
    page.close()


def test_an_overlay_reports_within_twelve_seconds_that_its_network_was_cut(browser: Any, table: ServedTable) -> None:
    """The connection stays open at the page's end, and so does each one that it opens then."""
    ways: list[Any] = []

    def way(to_page: Any) -> None:
        CutWay(to_page, ways).cut = len(ways) > 1

    page = browser.new_page()
    page.clock.install()
    page.route_web_socket("**/api/v1/frames**", way)
    page.goto(table.address("/overlay/score?lang=en"))
    page.wait_for_selector(".board", timeout=PATIENCE_MS)
    ways[0].cut = True
    page.clock.run_for(5000)
    assert not page.is_visible("#stale")
    page.clock.run_for(7000)
    assert page.is_visible("#stale")
    page.close()


class CutWay:
    """A connection between a page and its table, on which nothing passes once it is cut."""

    def __init__(self, page: Any, ways: list[Any]) -> None:
        self.page, self.cut = page, False
        ways.append(self)
        self.server = page.connect_to_server()
        page.on_message(lambda data: None if self.cut else self.server.send(data))
        self.server.on_message(lambda data: None if self.cut else page.send(data))


def test_once_a_match_is_over_its_file_and_its_card_are_linked(browser: Any, table: ServedTable, axe: str) -> None:
    page = opened(browser, table, "/watch")
    assert page.evaluate("document.querySelectorAll('#now a').length") == 0
    whole = table.hub.snapshot()
    assert whole is not None
    frame = json.loads(whole.data)
    play = frame["snapshot"]["play"]
    play["score"] |= {"ended": "drawn", "result": {"winner": None, "by": "drawn", "rule": ""}}
    play["codes"]["chain"] = "0" * 64
    table.sends(json.dumps(frame).encode() + b"\n")
    until(page, "document.querySelectorAll('#now a').length === 3")
    links = page.evaluate("[...document.querySelectorAll('#now a')].map(link => link.getAttribute('href'))")
    match = frame["snapshot"]["match"]
    assert links == [f"/match/{match}", f"/match/{match}.jsonl", f"/match/{match}.png"]
    assert violations(page, axe) == []
    page.close()


def test_an_overlay_is_transparent_around_what_it_shows(browser: Any, table: ServedTable, tmp_path: Path) -> None:
    import pygame

    page = opened(browser, table, "/overlay/score?place=bottom-right", 640, 360)
    page.wait_for_selector(".part:not([hidden])", timeout=PATIENCE_MS)
    page.screenshot(path=str(tmp_path / "overlay.png"), omit_background=True)
    picture = pygame.image.load(str(tmp_path / "overlay.png"))
    assert picture.get_at((5, 5)).a == 0
    box = page.evaluate(
        "(({right, bottom}) => [right, bottom])(document.querySelector('.part').getBoundingClientRect())"
    )
    assert (640 - box[0], 360 - box[1]) == (16, 16), "at the lower right, with a margin"
    assert picture.get_at((int(box[0]) - 30, int(box[1]) - 20)).a > 200
    page.close()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("path", "named"), [("/overlay/score", ".team"), ("/watch", "h2")])
def test_beside_each_army_stands_the_emblem_of_its_faction_with_its_name(
    browser: Any, table: ServedTable, path: str, named: str, language: str
) -> None:
    page = opened(browser, table, f"{path}?lang={language}")
    until(page, f"document.querySelectorAll('{named} .emblem use').length === 2")
    names = "[...document.querySelectorAll('.emblem[role=img]')].map(each => each.getAttribute('aria-label'))"
    sentences = Words(language).sentences
    assert page.evaluate(names) == [sentences["faction.rebels"], sentences["faction.empire"]]
    drawn = page.evaluate(
        f"[...document.querySelectorAll('{named} .emblem use')].map(each => each.getAttribute('href'))"
    )
    assert drawn == ["#faction.rebels", "#faction.empire"]
    page.close()


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("next", []),
        ("next?blue=Ann&red=Bob", ["Ann", "Bob"]),
        ("start", ["Blue", "Red"]),
        ("start?blue=Ann", ["Ann", "Red"]),
    ],
)
def test_between_matches_nobody_is_named_who_does_not_play_then(
    browser: Any, table: ServedTable, address: str, names: list[str]
) -> None:
    page = opened(browser, table, f"/overlay/{address}{'&' if '?' in address else '?'}lang=en")
    shown = "[...document.querySelectorAll('.versus span')].map(each => each.textContent)"
    until(page, f"document.querySelector('.between') !== null && {shown}.length === {len(names)}")
    page.wait_for_timeout(300)
    assert page.evaluate(shown) == names
    page.close()


def test_a_name_that_is_shortened_has_the_whole_in_its_title(browser: Any, match: tuple[bytes, ...]) -> None:
    first, *rest = match[: len(match) // 2]
    table = ServedTable(
        [first, *(each.replace(b'"Echo line"', b'"%s"' % (b"Echo line " * 12).strip()) for each in rest)]
    )
    page = opened(browser, table, "/overlay/score")
    until(page, "document.querySelector('.team strong') !== null")
    name = "document.querySelector('.team.blue strong')"
    assert page.evaluate(f"{name}.scrollWidth > {name}.clientWidth")
    assert page.evaluate(f"{name}.title") == " ".join(["Echo line"] * 12)
    page.close()
    table.close()


@pytest.mark.parametrize(("asked_for", "times"), [(100, 1), (200, 2), (9999, 4), (0, 1)])
def test_an_overlay_is_as_large_as_its_address_states(
    browser: Any, table: ServedTable, asked_for: int, times: float
) -> None:
    page = opened(browser, table, f"/overlay/score?size={asked_for}")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{16 * times:g}px"
    page.close()


def test_an_overlay_of_one_seat_shows_that_seat_alone(browser: Any, table: ServedTable) -> None:
    page = opened(browser, table, "/overlay/orders?seat=red&lang=en")
    page.wait_for_selector(".part h2", timeout=PATIENCE_MS)
    assert [each.strip() for each in page.evaluate("[...document.querySelectorAll('h2')].map(e => e.textContent)")] == [
        "Red"
    ]
    page.close()


def test_an_overlay_reports_when_the_table_is_gone(browser: Any, table: ServedTable) -> None:
    page = browser.new_page()
    page.clock.install()
    page.goto(table.address("/overlay/score?lang=en"))
    page.wait_for_selector(".board", timeout=PATIENCE_MS)
    assert not page.is_visible("#stale")
    table.goes()
    for _ in range(8):
        page.clock.run_for(1000)
    until(page, "!document.getElementById('stale').hidden")
    assert page.text_content("#stale") == "No news from the table"
    page.close()


@pytest.mark.parametrize("form", FORMS)
def test_the_page_of_overlays_shows_what_is_chosen_and_its_address(browser: Any, table: ServedTable, form: str) -> None:
    page = opened(browser, table, "/overlays?lang=de")
    page.select_option("[name=part]", "scene")
    page.select_option("[name=form]", form)
    address = page.text_content("#address")
    assert address == table.address("/overlay/scene?lang=de" + ("&form=tall" if form == "tall" else ""))
    page.frame_locator("#preview").locator(".board").wait_for(timeout=PATIENCE_MS)
    page.close()


def test_the_page_of_parts_has_each_sign_state_card_and_die(browser: Any, table: ServedTable) -> None:
    page = opened(browser, table, "/style?lang=en")
    signs = "[...document.querySelectorAll('#signs use')].map(use => use.getAttribute('href').slice(1))"
    assert set(page.evaluate(signs)) == {*ICONS, "unknown"}
    for seat in ("blue", "red"):
        for look in ("face", "face.void", "back", "empty"):
            assert page.locator(f"#cards .card.{look}.{seat}").count() >= 1
        assert page.locator(f"#dice .rolled.{seat} .die").count() == 4
    for state in ("ordered", "active", "done", "gone"):
        assert page.locator(f"#units .chip.{state}").count() == 2
    page.close()


def test_the_page_of_parts_has_each_class_of_the_shared_parts(browser: Any, table: ServedTable) -> None:
    """But for motions, which begin when something is new."""
    page = opened(browser, table, "/style?lang=en")
    sheets = "".join((SHIPPED / name).read_text("utf-8") for name in ("cards.css", "on_air.css"))
    sheets = re.sub(r"/\*.*?\*/", "", sheets)
    classes = set(re.findall(r"\.([a-z][a-z0-9-]*)(?=[^}]*\{)", sheets)) - {"turning", "rolling", "arriving"}
    parts = {*classes, *OF_HALL, *OF_PHONE, "story"}
    assert {each for each in parts if page.locator(f"main .{each}").count() == 0} == set()
    page.close()


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
def test_on_a_television_all_is_in_sight(browser: Any, match: tuple[bytes, ...], width: int, height: int) -> None:
    """At each moment of two rounds that is a hundred frames from the last one."""
    for frames in range(len(match) // 10, len(match), 100):
        table = ServedTable(match[:frames])
        page = opened(browser, table, "/watch?lang=de", width, height)
        until(page, f"{OUT_OF_SIGHT.strip()}.length === 0")
        table.close()
        page.close()


def test_what_is_out_of_sight_on_a_television_is_found(browser: Any, table: ServedTable) -> None:
    page = opened(browser, table, "/watch?lang=de", *TELEVISIONS[0])
    page.evaluate("document.documentElement.style.fontSize = '6vh'")
    assert page.evaluate(OUT_OF_SIGHT) != []
    page.close()


def test_on_a_phone_it_needs_nothing_that_only_a_secure_page_has(browser: Any, table: ServedTable) -> None:
    page = opened(browser, table, "/watch")
    assert page.evaluate("isSecureContext") is False
    page.close()


def test_a_page_of_another_site_reads_nothing(browser: Any, table: ServedTable) -> None:
    """As an attacker's page would: by fetch, by events, by a WebSocket."""
    page = browser.new_page()
    page.route("http://evil.example/", lambda route: route.fulfill(content_type="text/html", body="<p>evil</p>"))
    page.goto("http://evil.example/")
    reported = page.evaluate(
        """async (address) => {
            const got = async () => (await fetch(address + "/api/v1/state")).text();
            const heard = (source, name) => new Promise(done => {
                source.onmessage = message => done(name + message.data);
                source.onerror = () => done("");
            });
            const events = heard(new EventSource(address + "/api/v1/events"), "events ");
            const frames = heard(new WebSocket(address.replace("http", "ws") + "/api/v1/frames"), "frames ");
            return [await got().catch(() => ""), await events, await frames];
        }""",
        table.address(""),
    )
    assert reported == ["", "", ""]
    page.close()


def test_what_the_table_reports_is_shown_as_text(browser: Any, table: ServedTable) -> None:
    """A unit of a list that somebody brought can have any name."""
    whole = table.hub.snapshot()
    assert whole is not None
    page = opened(browser, table, "/watch")
    frame = json.loads(whole.data)
    hostile = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
    frame["snapshot"]["play"]["seats"]["blue"]["pieces"][0]["name"] = hostile
    table.sends(json.dumps(frame).encode() + b"\n")
    until(page, "document.querySelector('#blue .chip').textContent.includes('onerror')")
    assert page.evaluate("document.querySelectorAll('#blue img, #blue script').length") == 0
    assert page.title() != "taken"
    page.close()


def test_the_pages_modules_have_the_types_that_they_say(types: Path) -> None:
    done = subprocess.run([str(types), "--noEmit", "-p", str(SHIPPED)], capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_a_field_that_no_frame_has_is_found(types: Path, tmp_path: Path) -> None:
    """The control: a module that reads what is not there does not pass."""
    shutil.copytree(SHIPPED, tmp_path, dirs_exist_ok=True)
    parts = tmp_path / "parts.js"
    parts.write_text(parts.read_text("utf-8").replace("seat.counters", "seat.hidden"), "utf-8")
    done = subprocess.run([str(types), "--noEmit", "-p", str(tmp_path)], capture_output=True, text=True, check=False)
    assert "'hidden' does not exist" in done.stdout


def test_each_icon_looks_as_it_does_in_the_window(browser: Any, table: ServedTable) -> None:
    """The browser draws the page's symbol, and pygame the window's own: the shares of covered pixels agree."""
    page = browser.new_page(viewport={"width": ICON_PX, "height": ICON_PX})
    page.goto(table.address("/watch?look=dark"))
    page.evaluate(ALONE)
    for name, drawing in ICONS.items():
        page.evaluate(f"document.querySelector('#icon use').setAttribute('href', '#{name}')")
        shot = pygame.image.load(io.BytesIO(page.screenshot()))
        assert difference(shot, render(drawing, ICON_PX, (255, 255, 255))) < MOST_DIFFERENCE, name
    page.evaluate("document.querySelector('#icon use').setAttribute('href', '#rank.corps')")
    wrong = pygame.image.load(io.BytesIO(page.screenshot()))
    assert difference(wrong, render(ICONS["rank.heavy"], ICON_PX, (255, 255, 255))) > 3 * MOST_DIFFERENCE, "the control"
    page.close()


def difference(shot: pygame.Surface, drawn: pygame.Surface) -> float:
    """Return the mean difference of two pictures in white on black, from 0 to 1."""
    ground = pygame.Surface(drawn.get_size())
    ground.blit(drawn, (0, 0))
    pairs = ((shot.get_at(at)[0], ground.get_at(at)[0]) for at in itertools.product(range(ICON_PX), repeat=2))
    return sum(abs(one - other) for one, other in pairs) / 255 / ICON_PX**2


@pytest.fixture
def quiet() -> Iterator[ServedTable]:
    """A table that has reported nothing yet."""
    table = ServedTable()
    yield table
    table.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("path", ["/watch", "/overlay/card"])
def test_both_cards_turn_at_a_reveal_unless_motion_is_unwelcome(
    browser: Any, match: tuple[bytes, ...], quiet: ServedTable, path: str, motion: str
) -> None:
    reveal = next(at for at, frame in enumerate(match) if b'"/play/reveals"' in frame)
    quiet.sends(*match[:reveal])
    page = browser.new_page(reduced_motion=motion)
    page.goto(quiet.address(path))
    until(page, "document.querySelectorAll('.card').length === 2")
    quiet.sends(match[reveal])
    until(page, "document.querySelectorAll('.card.face.turning').length === 2")
    names = page.evaluate("[...document.querySelectorAll('.turning')].map(e => getComputedStyle(e).animationName)")
    assert names == ["none" if motion == "reduce" else "turn"] * 2
    backs = page.evaluate("[...document.querySelectorAll('.turning')].map(e => getComputedStyle(e, '::after').display)")
    assert backs == ["none" if motion == "reduce" else "block"] * 2, "the back is seen first"
    page.close()
