"""An evening with two Chromium pages as large as a small phone, at the real `command-table evening`."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.figures.evening.evening_figures import missing
from lab.figures.evening.phone_pages import PATIENCE_MS, EveningOnPages
from lab.figures.evening.screens import BrowserScreen
from lab.figures.evening.whole_matches import looked, next_tap, played, tap, wait_for_change
from lab.trials.game_trials import game_trials
from table.rules.seats import BLUE, RED

pytestmark = [
    pytest.mark.web,
    pytest.mark.timeout(300),
    pytest.mark.skipif(bool(missing()), reason=missing()),
]


@pytest.fixture(params=["a window", "a browser"])
def evening(browser: Any, request: pytest.FixtureRequest) -> Iterator[EveningOnPages]:
    """An evening at a window, and one whose screen is a third browser."""
    with tempfile.TemporaryDirectory(prefix="ct") as folder:
        screen = BrowserScreen(browser) if request.param == "a browser" else None
        made = EveningOnPages(Path(folder), browser, screen)
        try:
            made.evening.begin()
            yield made
        finally:
            made.close()


@pytest.mark.rule("TB-120", "TB-121", "TB-127")
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
        player.page.locator("#shown .card.face").nth(1).wait_for(timeout=PATIENCE_MS)
        assert not looked(player.page).scrolled
    assert blue.taps + red.taps == 7, "the game, two armies, two cards, two locks"
    blue.report()
    blue.page.locator("#strip .chip.gone").wait_for(timeout=PATIENCE_MS)


@pytest.mark.rule("TB-15")
def test_an_army_without_a_list_is_built_on_the_phone_and_nobody_scrolls(evening: EveningOnPages) -> None:
    evening.scan()
    evening.confirm()
    blue = evening.players[BLUE]
    blue.choose("legion_2024")
    blue.choose("by_hand:republic")
    trial, rng = game_trials("legion_2024").evening, random.Random(1)
    assert trial is not None
    asks = blue.page.locator("#asked [data-name^='further/']")
    asks.first.wait_for(timeout=PATIENCE_MS)
    questions, typed = 0, ""
    while asks.count():
        look = looked(blue.page)
        assert not look.scrolled
        line = blue.page.locator("#asked [data-name$='/typed']")
        if line.count() and not typed:
            line.fill(typed := "Hammer")
            name = f"{line.get_attribute('data-name')}".removesuffix("typed") + "send"
        else:
            name = next_tap(look, trial(), rng) or ""
        if tap(blue.page, name):
            questions += 1
            wait_for_change(blue.page, look)
    assert questions >= 13, "characters of two ranks, six counts, two names, cards of three kinds"
    assert not looked(evening.players[RED].page).scrolled
    evening.players[RED].tap_first("list")
    blue.page.locator("#asked [data-name^='card/']").first.wait_for(timeout=PATIENCE_MS)
    assert blue.page.locator("#strip .chip").get_by_text(typed).count() == 1


@pytest.mark.rule("TB-127")
def test_a_whole_match_is_played_on_three_browsers_and_nobody_scrolls(browser: Any) -> None:
    """The short form of `evening.matches`: the shortest game, from the command to its result."""
    match = played("tide_of_iron", browser, seed=3)
    assert match.scrolled == ()
    assert match.taps > 30
    assert match.pictures > match.taps / 2, "the screen has followed"


def test_a_page_on_which_somebody_has_to_scroll_is_found(evening: EveningOnPages) -> None:
    """The control: a page whose answers are larger than a finger needs."""
    evening.scan()
    evening.confirm()
    page = evening.players[BLUE].page
    assert not looked(page).scrolled
    page.evaluate("document.documentElement.style.fontSize = '90px'")
    assert looked(page).scrolled
