"""Names of players, lists, cards and tables may be anything: pages and phones show them as text, and run nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lab.figures.pages.served import ServedHall, ServedTable
from table.network.web.pages import PARTS
from table.view.hall import Pairing
from table.view.streams.stream_frames import FrameWriter
from tests.network.web.browser.test_hall import HALL
from tests.network.web.browser.test_nothing_raw import empty, reading  # noqa: F401  # a fixture
from tests.whole_matches import frames, phone_messages

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

HOSTILE = (
    "\"'><img src=x onerror=\"window.taken='img'\"><script>window.taken='script'</script>"
    "<svg onload=\"window.taken='svg'\"><a href=\"javascript:window.taken='link'\">x</a></script>{{1}}&lt;b&gt;"
)
WATCHES = """
window.violations = [];
addEventListener('securitypolicyviolation', event => window.violations.push(event.violatedDirective));
"""
BAD = "img, iframe, object, embed, base, script, [onerror], [onload], a[href^=javascript]"
"""The elements that text alone never makes. A page's own scripts are in its head."""
NAMED = ("/watch", "/overlay/card", "/overlay/orders", "/overlay/story")
"""The pages that show a name or a sentence at some moment of every match."""
GAME = "legion_2024"
PAIRED = (Pairing(1, "table-1", "Ann Smith", "Bob"),)
STREAM = """
frames => {
    let shown = false;
    for (const data of frames) {
        window.stream.onmessage({data});
        shown ||= document.body.textContent.includes('onerror');
    }
    return shown;
}
"""
POSTS = "messages => { for (const each of messages) window.heard.received(each); }"


def made_hostile(value: Any) -> Any:
    """Return the value with every text for people in it made hostile. Words of the program have no blank or capital."""
    if isinstance(value, dict):
        return {key: made_hostile(each) for key, each in value.items()}
    if isinstance(value, list):
        return [made_hostile(each) for each in value]
    return value + HOSTILE if isinstance(value, str) and (" " in value or value[:1].isupper()) else value


def harm(page: Any) -> list[str]:
    """Return what came of hostile text: code that ran, attempts that the policy stopped, elements that it made."""
    page.wait_for_timeout(200)
    found = page.evaluate(
        """bad => [
            ...(window.taken ? ['ran: ' + window.taken] : []), ...window.violations,
            ...[...document.body.querySelectorAll(bad)].map(each => each.outerHTML.slice(0, 80)),
        ]""",
        BAD,
    )
    return list(found)


def opened(browser: Any, table: ServedTable, path: str) -> Any:
    page = reading(browser, table, path)
    page.evaluate(WATCHES)
    return page


def hostile_frames() -> list[str]:
    return [json.dumps(made_hostile(json.loads(frame))) for frame in frames(GAME)]


@pytest.mark.parametrize("path", ["/watch", *(f"/overlay/{part}" for part in PARTS)])
def test_on_a_page_and_an_overlay_it_is_text(browser: Any, empty: ServedTable, path: str) -> None:  # noqa: F811
    page = opened(browser, empty, f"{path}?lang=en")
    shown = page.evaluate(STREAM, hostile_frames())
    assert harm(page) == []
    assert path not in NAMED or shown, "it was shown"
    page.close()


def test_on_a_phone_it_is_text(browser: Any, empty: ServedTable) -> None:  # noqa: F811
    """As a seat's, the judge's and the owner's phone."""
    page, roles = opened(browser, empty, "/phone?lang=en"), set[str]()
    for message in phone_messages(GAME, "en"):
        page.evaluate(POSTS, [made_hostile(message)])
        if message["sight"]["role"] not in roles:
            assert "onerror" in page.text_content("body"), message["sight"]["role"]
        roles.add(message["sight"]["role"])
    assert {"seat", "judge", "setup"} <= roles
    assert harm(page) == []
    page.close()


def test_on_the_halls_page_it_is_text(browser: Any, tmp_path: Path) -> None:
    served = ServedHall(tmp_path, lambda: HALL)
    frame = json.loads(FrameWriter("hall", replace(HALL, pairings=PAIRED)).snapshot(0))
    served.sends(json.dumps(made_hostile(frame)).encode() + b"\n")
    page = browser.new_page()
    page.add_init_script(WATCHES)
    page.goto(served.address("/?lang=en"))
    page.wait_for_selector("#wall article")
    assert "onerror" in page.inner_text("body")
    assert harm(page) == []
    page.goto(served.address("/desk?lang=en"))
    page.fill("#password", served.password)
    page.click("#entry button")
    page.wait_for_selector("#desk:not([hidden])")
    page.wait_for_selector("#wall article")
    assert "onerror" in page.inner_text("#desk")
    assert harm(page) == []
    page.close()
    served.close()


@pytest.mark.parametrize("path", ["/watch", "/overlay/story", "/phone"])
def test_the_policy_stops_what_would_be_written_as_markup(browser: Any, empty: ServedTable, path: str) -> None:  # noqa: F811
    """The control: a page that is broken on purpose. The markup is there and found, and still none of it runs."""
    page = opened(browser, empty, f"{path}?lang=en")
    page.evaluate("hostile => document.body.insertAdjacentHTML('beforeend', hostile)", HOSTILE)
    found = harm(page)
    assert any(each.startswith("script-src") for each in found), found
    assert any(each.startswith("<img") for each in found)
    assert not any(each.startswith("ran") for each in found)
    page.close()
