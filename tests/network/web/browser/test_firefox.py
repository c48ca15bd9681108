"""The same pages in Debian's Firefox: the table is watched, and a card is played from a phone in secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.figures.pages.served import ServedTable
from table.rules.seats import BLUE, RED
from table.view.published import ReaderState
from tests.network.web.browser.firefox import Firefox
from tests.network.web.browser.phones import PlayedTable

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    browser = Firefox(tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedTable]:
    table = PlayedTable(tmp_path)
    yield table
    table.close()


def until(firefox: Firefox, played: PlayedTable, expression: str) -> None:
    played.until(lambda: bool(firefox.evaluate(expression)), expression)


def touch(firefox: Firefox, played: PlayedTable, selector: str) -> None:
    until(firefox, played, f"document.querySelector({selector!r}) !== null")
    firefox.touches(selector)


def test_the_table_is_watched(firefox: Firefox, table: ServedTable) -> None:
    firefox.goes(table.address("/watch?lang=en"))
    for _ in range(100):
        if firefox.evaluate("!document.getElementById('table').hidden"):
            break
    assert firefox.evaluate("document.querySelectorAll('.chip').length") > 0
    assert firefox.evaluate("isSecureContext") is False


@pytest.mark.rule("TB-121")
def test_a_card_is_chosen_in_secret_locked_and_revealed(firefox: Firefox, played: PlayedTable) -> None:
    address, _, secret = played.invites().partition("#")
    firefox.goes(f"{address}?lang=en#{secret}")
    until(firefox, played, "!document.getElementById('compare').hidden")
    shown = firefox.evaluate("document.getElementById('pair').textContent")
    assert set(played.accepts()) == set(shown.split(", ")), "both show the same two words"
    until(firefox, played, "document.querySelectorAll('[role=radio]').length > 1")
    touch(firefox, played, "[role=radio]")
    played.until(lambda: played.desk(BLUE).reader is ReaderState.CARD, "no card lies")
    until(firefox, played, "document.querySelector('[data-name=lock]') !== null")
    firefox.evaluate("document.querySelector('[data-name=lock]').click()")
    played.until(lambda: played.desk(BLUE).locked, "it is not locked")
    played.lays(RED, 3)
    played.holds(RED)
    until(firefox, played, "document.querySelectorAll('#spent li').length === 1")
