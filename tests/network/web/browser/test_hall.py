"""The hall's page in a browser: what needs somebody stands first, and everybody can read and reach it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lab.figures.pages.served import ServedHall
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED
from table.view.clock import RunningClock
from table.view.hall import HallClock, HallNeed, HallResult, HallRow, HallTable, MatchProof, NeedKind, Standing
from table.view.streams.stream_frames import FrameWriter
from table.words import languages
from tests.network.web.browser.test_pages import LOOKS, until, violations

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

ROW = HallRow(
    online=True, there=True, match="m1", system="skirmish", round=2, rounds=5, phase={"en": "Activation"},
    blue="Echo base", red="Hoth", blue_player="Ann", red_player="<b>Bob</b>", counts=True, blue_points=4, red_points=2,
    clock=RunningClock(0, 3600, 1800, (BLUE,), False, None), last_line={"en": "Blue orders a unit."},
)  # fmt: skip
RESULT = HallResult(
    "table-2", "m2", 1, "skirmish", "Echo base", "Hoth", "Cid", "Dee", 8, 5, RED, "points", MatchEnd.FINISHED,
    "ab" * 32, MatchProof.PROVED,
)  # fmt: skip
HALL = HallTable(
    needs=(
        HallNeed("table-1", NeedKind.READER, {"en": "Nothing answers at the reader."}),
        HallNeed("table-1", NeedKind.CLOCK, None, {"seat": "blue"}),
        HallNeed("table-3", NeedKind.VERSION, None, {"version": "2"}),
    ),
    tables={"table-1": ROW, "table-2": HallRow(online=True, there=True), "table-3": HallRow()},
    clock=HallClock(0, 5400, runs=True, round=2),
    results=(RESULT,),
    standings=(
        Standing(1, "Dee", 3, won=1, drawn=0, lost=0, byes=1, schedule=1.25, difference=-3, scored=5),
        Standing(2, "<i>Cid</i>", 0, won=0, drawn=0, lost=1, byes=0, schedule=3, difference=3, scored=8),
    ),
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    served = ServedHall(tmp_path, lambda: HALL)
    served.sends(FrameWriter("hall", HALL).snapshot(0))
    yield served
    served.close()


def opened(browser: Any, hall: ServedHall, query: str = "lang=en", width: int = 1280) -> Any:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda message: message.type != "error" or pytest.fail(message.text))
    page.goto(hall.address(f"/?{query}"))
    until(page, "document.querySelectorAll('#wall article').length === 3")
    return page


def test_what_needs_somebody_stands_first(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    needs = page.locator("#needs li")
    assert needs.all_inner_texts() == [
        "table-1 Nothing answers at the reader.",
        "table-1 The time of Blue is used up.",
        "table-3 It uses version 2 of the topics, this hall another. Update the older of the two.",
    ]
    assert page.locator("article.needed").count() == 2
    until(page, "document.getElementById('live').textContent.startsWith('table-1')")
    page.close()


def test_a_table_shows_its_players_its_points_and_its_clock(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    shown = page.locator("#wall article").first.inner_text()
    for words in ("Ann – <b>Bob</b>", "Round 2 of 5 · Activation", "4 : 2", "Blue orders a unit.", "30:00"):
        assert words in shown
    assert "1:29:" in page.locator("#clock").inner_text() or "1:30:00" in page.locator("#clock").inner_text()
    page.close()


def test_a_result_leads_to_its_file(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    row = page.locator("#results tbody tr")
    assert row.inner_text().split("\t") == ["table-2", "1", "Cid", "Dee", "8 : 5", "Dee (Red)", "proved"]
    assert row.locator("a").get_attribute("href") == "/match/table-2/m2.jsonl"
    page.close()


def test_the_winner_of_a_match_without_a_pairing_is_a_seat(browser: Any, tmp_path: Path) -> None:
    view = replace(HALL, results=(replace(RESULT, round=0, blue_player="", red_player=""),))
    served = ServedHall(tmp_path, lambda: view)
    served.sends(FrameWriter("hall", view).snapshot(0))
    page = opened(browser, served)
    assert page.locator("#results tbody td:nth-child(6)").inner_text() == "Red"
    page.close()
    served.close()


def test_everybody_sees_the_standings(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    rows = [row.split("\t") for row in page.locator("#standings tr").all_inner_texts()]
    assert rows == [
        ["Place", "Player", "Points", "W – D – L (+ byes)", "Strength of schedule", "Score difference"],
        ["1", "Dee", "3", "1 – 0 – 0 (+1)", "1.25", "-3"],
        ["2", "<i>Cid</i>", "0", "0 – 0 – 1", "3.00", "3"],
    ]
    assert page.locator("form").count() == 0
    page.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
def test_it_is_not_against_the_guidelines(browser: Any, hall: ServedHall, axe: str, language: str, look: str) -> None:
    page = opened(browser, hall, f"lang={language}&look={look}")
    assert violations(page, axe) == []
    page.goto(hall.address(f"/sheet?lang={language}&look={look}"))
    assert violations(page, axe) == []
    page.close()


@pytest.mark.parametrize("width", [320, 1280, 3840])
def test_nothing_runs_out_of_the_picture(browser: Any, hall: ServedHall, width: int) -> None:
    page = opened(browser, hall, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
