"""A seat's phone is one screen high in every step of every game: nobody scrolls to an answer, and nothing is cut."""

from typing import Any

import pytest

from lab.figures.pages.photographs import given_frames
from lab.figures.pages.served import ServedTable
from tests.network.web.browser.test_pages import until
from tests.whole_matches import GAMES, phone_messages

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]
SIZE = {"width": 360, "height": 640}
FAULTS = """() => {
    const found = [], [page, asked] = [document.documentElement, document.getElementById("asked")];
    if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1) found.push("the page is scrolled");
    if (asked.scrollHeight > asked.clientHeight + 1) found.push("an answer is out of sight");
    const parts = "#asked button, #asked legend, #asked .row, #now p, #shown .card";
    for (const each of document.querySelectorAll(parts)) {
        const words = each.textContent.slice(0, 40);
        if (each.offsetParent === null) continue;
        if (each.scrollWidth > each.clientWidth + 1) found.push(`too wide: ${words}`);
        const low = each.scrollHeight > each.clientHeight + 1 && each.matches(".card, button");
        if (low) found.push(`too high: ${words}`);
        if (each.matches("button, .row") && each.offsetHeight < 44) found.push(`too low for a finger: ${words}`);
    }
    return found;
}"""

MARK = "() => document.querySelectorAll('#asked [type=checkbox]:not(:checked)').forEach((each) => each.click())"
MARKED = "() => document.querySelector('#asked [type=checkbox]') !== null"


@pytest.fixture
def phone(browser: Any, request: pytest.FixtureRequest) -> Any:
    table = ServedTable()
    page = given_frames(browser, viewport=SIZE)
    page.goto(table.address(f"/phone?lang={request.param}"))
    until(page, "'heard' in window")
    yield page
    page.close()
    table.close()


def faults(page: Any, game: str, language: str) -> list[str]:
    """Return what is wrong with the picture after each message of a match to a seat's phone."""
    found = set[str]()
    for message in phone_messages(game, language):
        if message["sight"]["role"] != "seat":
            continue
        now, hand = message["sight"]["now"], message["cards"]["hand"]
        for chosen in ("", *(card["id"] for card in hand if card["now"]))[:2]:
            now["chosen"] = chosen
            page.evaluate("message => window.heard.received(message)", message)
            for _ in range(1 + page.evaluate(MARKED)):
                found |= {f"{fault} ({now['headline']})" for fault in page.evaluate(FAULTS)}
                page.evaluate(MARK)
    return sorted(found)


@pytest.mark.parametrize(
    ("game", "phone"), [(game, language) for game in GAMES for language in ("en", "de")], indirect=["phone"]
)
def test_every_step_of_a_match_fits_on_a_small_phone(phone: Any, game: str, request: pytest.FixtureRequest) -> None:
    assert faults(phone, game, request.node.callspec.params["phone"]) == []


@pytest.mark.parametrize("phone", ["en"], indirect=True)
def test_a_step_that_does_not_fit_is_found(phone: Any) -> None:
    """The control: a page whose answers are larger than a finger needs."""
    phone.evaluate("document.documentElement.style.fontSize = '40px'")
    assert faults(phone, "legion_2024", "en") != []
