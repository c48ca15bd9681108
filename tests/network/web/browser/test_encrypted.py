"""The pages by https, with a certificate that a test has made: they follow the table, and a phone plays a seat."""

import json
import ssl
from pathlib import Path
from typing import Any

import pytest

from lab.certificates import signed
from lab.chromium import TABLE_NAME
from lab.figures.pages.served import ServedTable
from table.config.schema import TlsConfig
from table.network.web.certificate import encrypting
from table.rules.seats import BLUE
from table.view.published import ReaderState
from tests.network.web.browser.phones import PlayedTable
from tests.network.web.browser.test_pages import until

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]


@pytest.fixture
def context(tmp_path: Path) -> ssl.SSLContext:
    made = signed(tmp_path, (TABLE_NAME,))
    found = encrypting(TlsConfig(cert=made.cert, key=made.key))
    assert isinstance(found, ssl.SSLContext)
    return found


def test_a_page_follows_the_table(browser: Any, context: ssl.SSLContext, match: tuple[bytes, ...]) -> None:
    half = len(match) // 2
    table = ServedTable(match[:half], context=context)
    page = browser.new_page(ignore_https_errors=True)  # nobody knows the authority of a test
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    try:
        page.goto(table.address("/watch"))
        assert page.evaluate("isSecureContext") is True
        until(page, "document.querySelector('#story')?.innerText.length > 0")
        before = page.inner_text("main")
        table.sends(*match[half:])
        until(page, f"document.querySelector('main').innerText !== {json.dumps(before)}")
    finally:
        page.close()
        table.close()


@pytest.mark.rule("TB-121")
def test_a_phone_plays_a_seat(browser: Any, context: ssl.SSLContext, tmp_path: Path) -> None:
    played = PlayedTable(tmp_path, context=context)
    page = browser.new_page(ignore_https_errors=True, viewport={"width": 360, "height": 740})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    try:
        address = played.invites()
        assert address.startswith(f"https://{TABLE_NAME}:"), "the code on the screen leads to the encrypted page"
        page.goto(address)
        played.until(lambda: page.is_visible("#compare"), "no words")
        assert set(played.accepts()) == set(page.inner_text("#pair").split(", "))
        played.until(lambda: page.get_by_role("radio").count() > 0, "no hand")
        page.get_by_role("radio").nth(1).focus()
        page.keyboard.press("Space")
        played.until(lambda: played.desk(BLUE).reader is ReaderState.CARD, "no card lies")
    finally:
        page.close()
        played.close()
