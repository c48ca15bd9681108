"""The hall's desk in a browser: what its organiser types is an act of the hall, and everybody can read and reach it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from table.network.hall.organiser.tournament.acts import (
    DeskOpened,
    JudgeAnswered,
    ResultEntered,
    RoundClockSet,
    TableJudgeCalled,
)
from table.network.stream_frames import FrameWriter
from table.rules.seats import RED
from table.view.hall import HallNeed, NeedKind, Pairing
from table.words import languages
from tests.network.web.browser.served import ServedHall
from tests.network.web.browser.test_hall import HALL
from tests.network.web.browser.test_pages import LOOKS, until, violations

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

OF_DESK = replace(
    HALL,
    needs=(HallNeed("table-1", NeedKind.JUDGE), *HALL.needs),
    pairings=(Pairing(1, "table-2", "Cid", "Dee"), Pairing(2, "table-1", "Ann", "<b>Bob</b>")),
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    served = ServedHall(tmp_path, lambda: HALL.results)
    served.tells(FrameWriter("hall", OF_DESK).snapshot(0))
    yield served
    served.close()


def opened(browser: Any, hall: ServedHall, query: str = "lang=en", width: int = 1280) -> Any:
    """A page at which the organiser has logged in."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(hall.address(f"/desk?{query}"))
    page.fill("#password", hall.password)
    page.click("#entry button")
    page.wait_for_selector("#pairing option[value='1']", state="attached")
    return page


def test_its_acts_are_those_that_were_typed(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    for press in ("#timing button", "#start", "#calls button", "#calling button"):
        page.click(press)
        until(page, "document.getElementById('answer').textContent === 'Done.'")
        page.evaluate("document.getElementById('answer').textContent = ''")
    page.select_option("#pairing", label="1 · table-2 · Cid – Dee")
    assert (page.input_value("#blue_points"), page.input_value("#winner")) == ("8", "red"), "the result that counts now"
    page.fill("#blue_points", "6")
    assert page.input_value("#winner") == "blue", "the side with more points"
    page.fill("#blue_points", "4")
    page.fill("#reason", "Read wrong.")
    page.click("#entering button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    assert hall.acts == [
        DeskOpened(),
        RoundClockSet(150, 2),
        RoundClockSet(runs=True),
        JudgeAnswered("table-1"),
        TableJudgeCalled("table-1"),
        ResultEntered(1, "Cid", "Dee", 4, 5, RED, "Read wrong."),
    ]
    page.close()


def test_a_wrong_password_is_said_and_a_logout_closes_it(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    page.click("#logout")
    page.wait_for_selector("#login:not([hidden])")
    page.fill("#password", "another")
    page.click("#entry button")
    until(page, "document.getElementById('answer').textContent === 'This is not the password.'")
    assert page.locator("#desk").is_hidden()
    page.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
def test_it_is_not_against_the_guidelines(browser: Any, hall: ServedHall, axe: str, language: str, look: str) -> None:
    page = opened(browser, hall, f"lang={language}&look={look}")
    assert violations(page, axe) == []
    page.close()


@pytest.mark.parametrize("width", [320, 1280, 3840])
def test_nothing_runs_out_of_the_picture(browser: Any, hall: ServedHall, width: int) -> None:
    page = opened(browser, hall, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
