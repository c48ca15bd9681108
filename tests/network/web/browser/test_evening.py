"""An evening with two Chromium pages as large as a small phone, at the real `command-table evening`."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.figures.evening.evening_figures import missing
from table.rules.seats import BLUE, RED
from tests.network.web.browser.evening_pages import SCROLLED, EveningOnPages

pytestmark = [
    pytest.mark.web,
    pytest.mark.timeout(300),
    pytest.mark.skipif(bool(missing()), reason=missing()),
]


@pytest.fixture
def evening(browser: Any) -> Iterator[EveningOnPages]:
    with tempfile.TemporaryDirectory(prefix="ct") as folder:
        made = EveningOnPages(Path(folder), browser)
        try:
            made.evening.begin()
            yield made
        finally:
            made.close()


@pytest.mark.rule("TB-120", "TB-121")
def test_two_scans_and_two_confirmations_seat_both_players_and_seven_taps_reveal_their_cards(
    evening: EveningOnPages,
) -> None:
    evening.scan()
    words = {player.words for player in evening.players.values()}
    assert len(words) == 2, "each seat has words of its own"
    evening.confirm()
    blue, red = evening.players[BLUE], evening.players[RED]
    blue.choose("legion_2024")
    for player in (blue, red):
        player.tap_first("list")
    for player in (blue, red):
        player.tap_first("card")
        player.lock()
    for player in (blue, red):
        player.page.locator("#shown .card.face").nth(1).wait_for()
        assert not player.page.evaluate(SCROLLED)
    assert blue.taps + red.taps == 7, "the game, two armies, two cards, two locks"
