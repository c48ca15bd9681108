"""A seat's phone in a browser, over plain http: it joins, compares, plays a card in secret, and is sent away."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hal.events as hw
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import Notice, PhoneState, ReaderState, SeatPhone
from table.words import languages
from tests.network.web.browser.phones import PlayedTable
from tests.network.web.browser.test_pages import LOOKS, CutWay, violations

LOCK = re.compile("^Hold to lock")
pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedTable]:
    table = PlayedTable(tmp_path)
    yield table
    table.close()


def joined(browser: Any, played: PlayedTable, query: str = "", width: int = 360) -> Any:
    """A page of a phone that knocks."""
    page = browser.new_page(viewport={"width": width, "height": 740})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    address, _, secret = played.invites().partition("#")
    page.goto(f"{address}{query}#{secret}")
    assert page.evaluate("isSecureContext") is False
    return page


def locks(page: Any, played: PlayedTable) -> None:
    """Lock by keyboard, as somebody without a pointer does."""
    button = page.get_by_role("button", name=LOCK)
    played.until(lambda: button.count() > 0, "nothing can be locked")
    button.press("Enter")


def shows(page: Any, played: PlayedTable, words: str) -> None:
    played.until(lambda: words in page.inner_text("main"), words)


def press(page: Any, played: PlayedTable, label: str) -> None:
    """Press by keyboard, as somebody without a pointer does."""
    button = page.get_by_role("button", name=label, exact=True).first
    played.until(button.is_visible, label)
    button.focus()
    page.keyboard.press("Enter")


@pytest.mark.rule("TB-121")
def test_a_card_is_chosen_in_secret_locked_and_revealed(browser: Any, played: PlayedTable) -> None:
    page = joined(browser, played)
    played.until(lambda: page.inner_text("#pair") != "" and page.is_visible("#compare"), "no words")
    shown = set(page.inner_text("#pair").split(", "))
    assert set(played.accepts()) == shown, "both show the same two words"
    assert "#" not in page.evaluate("location.href"), "the secret does not stay in the address"
    played.until(lambda: page.get_by_role("radio").count() > 0, "no hand")
    page.get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    played.until(lambda: played.desk(BLUE).reader is ReaderState.CARD, "no card lies")
    locks(page, played)
    played.until(lambda: played.desk(BLUE).locked, "it is not locked")
    played.lays(RED, 3)
    played.holds(RED)
    assert played.now.view is not None
    assert played.now.view.reveals == 1
    played.until(lambda: page.locator("#shown .face.turning").count() == 2, "both cards do not turn at once")
    played.until(lambda: page.locator("#spent li").count() == 1, "the card is not among the spent ones")
    page.close()


@pytest.mark.rule("TB-121")
def test_a_finger_lays_a_card_takes_another_and_holds_to_lock(browser: Any, played: PlayedTable) -> None:
    page = joined(browser, played)
    played.accepts()
    cards = page.get_by_role("radio")
    played.until(lambda: cards.count() > 1, "no hand")
    cards.nth(0).click()
    played.until(lambda: cards.nth(0).get_attribute("aria-checked") == "true", "no card lies")
    cards.nth(1).click()
    played.until(lambda: cards.nth(1).get_attribute("aria-checked") == "true", "the other card does not lie")
    lock = page.get_by_role("button", name=LOCK)
    lock.click()
    played.until(lambda: played.desk(BLUE).reader is ReaderState.CARD, "the card was taken off")
    assert not played.desk(BLUE).locked, "a touch does not lock"
    lock.hover()
    page.mouse.down()
    played.until(lambda: played.desk(BLUE).locked, "holding does not lock")
    page.mouse.up()
    played.until(lambda: page.locator("#shown .back").count() == 1, "the locked card does not lie face down")
    page.close()


@pytest.mark.rule("TB-121")
def test_a_finger_that_holds_a_card_locks_it_in_one_act(browser: Any, played: PlayedTable) -> None:
    page = joined(browser, played)
    played.accepts()
    cards = page.get_by_role("radio")
    played.until(lambda: cards.count() > 1, "no hand")
    cards.nth(0).click()
    played.until(lambda: cards.nth(0).get_attribute("aria-checked") == "true", "no card lies")
    cards.nth(1).hover()
    page.mouse.down()
    played.until(lambda: played.desk(BLUE).locked, "holding does not lock")
    page.mouse.up()
    played.lays(RED, 3)
    played.holds(RED)
    assert b"skirmish.card.2" in played.journal_text(), "the held card, not the one that lay"
    page.close()


def test_everything_else_is_behind_one_button(browser: Any, played: PlayedTable) -> None:
    page = joined(browser, played)
    played.accepts()
    played.until(lambda: page.get_by_role("radio").count() > 0, "no hand")
    assert page.evaluate("document.documentElement.scrollHeight") <= 740, "nobody has to scroll"
    assert not page.is_visible("#aside")
    press(page, played, "Menu")
    played.until(lambda: page.is_visible("#aside") and page.is_visible("#spent"), "the menu does not open")
    press(page, played, "Back to play")
    played.until(lambda: not page.is_visible("#aside"), "the menu does not close")
    page.close()


@pytest.mark.rule("TB-120")
def test_it_comes_back_after_it_was_opened_again_until_the_panel_takes_the_seat(
    browser: Any, played: PlayedTable
) -> None:
    page = joined(browser, played)
    played.accepts()
    played.until(lambda: page.is_visible("#seat"), "it has no seat")
    page.reload()
    played.until(lambda: page.is_visible("#seat"), "it did not come back")
    assert played.desk(BLUE).phone is not None
    played.presses(BLUE, hw.Button.NEXT)
    shows(page, played, "This phone is not connected to a seat")
    page.reload()
    shows(page, played, "This phone is not connected to a seat")
    page.close()


@pytest.mark.rule("TB-120")
def test_a_new_code_counts_in_the_tab_of_the_old_one(browser: Any, played: PlayedTable) -> None:
    """To a browser both addresses are one page: nothing of it is loaded again."""
    page = joined(browser, played)
    played.accepts()
    played.until(lambda: page.is_visible("#seat"), "it has no seat")
    played.presses(BLUE, hw.Button.NEXT)
    shows(page, played, "This phone is not connected to a seat")
    page.goto(played.invites())
    played.until(lambda: page.is_visible("#compare"), "it does not knock")
    played.accepts()
    played.until(lambda: page.is_visible("#seat"), "it has no seat again")
    assert "#" not in page.evaluate("location.href")
    page.close()


@pytest.mark.rule("TB-120")
def test_it_comes_back_where_its_network_went_without_a_word(browser: Any, played: PlayedTable) -> None:
    """As after an hour's sleep: its connection looks open to it, and nothing comes on it any more."""
    ways: list[Any] = []
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.clock.install()
    page.route_web_socket("**/api/v1/seat", lambda way: CutWay(way, ways))
    page.goto(played.invites())
    played.until(lambda: page.is_visible("#compare"), "no words")
    played.accepts()
    played.until(lambda: page.is_visible("#seat"), "it has no seat")
    ways[0].cut = True
    page.clock.fast_forward(20_000)
    played.until(lambda: page.is_visible("#seat") and len(ways) == 2, "it did not come back")
    page.get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    played.until(lambda: page.is_visible("#seat") and played.desk(BLUE).reader is ReaderState.CARD, "no card lies")
    page.close()


def test_it_trembles_when_it_is_its_turn_and_not_again_for_the_same_question(browser: Any, played: PlayedTable) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.add_init_script("window.trembled = []; navigator.vibrate = (ms) => window.trembled.push(ms) > 0;")
    page.goto(played.invites())
    played.until(lambda: page.is_visible("#compare"), "it does not knock")
    assert page.evaluate("window.trembled") == [], "not before it has the seat"
    played.accepts()
    played.until(lambda: page.get_by_role("radio").count() > 0, "no hand")
    assert page.evaluate("window.trembled.length") == 1
    page.get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    locks(page, played)
    played.until(lambda: played.desk(BLUE).locked, "it is not locked")
    assert page.evaluate("window.trembled.length") == 1
    played.lays(RED, 3)
    played.holds(RED)
    asked = len(played.now.prompts)
    assert asked
    played.until(lambda: page.evaluate("window.trembled.length") > 1, "the next question does not make it tremble")
    page.close()


@pytest.mark.rule("TB-120")
def test_of_two_phones_the_second_is_advised_to_request_a_new_code(browser: Any, played: PlayedTable) -> None:
    address = played.invites()
    pages = [browser.new_page(), browser.new_page()]
    pages[0].goto(address)
    played.until(lambda: pages[0].is_visible("#compare"), "it does not knock")
    pages[1].goto(address)
    shows(pages[1], played, "This phone is not connected to a seat")
    phone = SeatPhone(PhoneState.KNOCKING)
    played.until(lambda: played.desk(BLUE).phone == phone, "the first one does not knock any more")
    for page in pages:
        page.close()


class BrokenOff:
    """A way between phone and table whose first connection ends once the phone has shown its key, as a thief's does."""

    def __init__(self, phone: Any, ways: list[Any]) -> None:
        first, reported = not ways, list[Any]()
        ways.append(self)
        table = phone.connect_to_server()

        def up(frame: Any) -> None:
            reported.append(frame)
            if first and len(reported) > 1:
                table.close()
                phone.close(code=1012)
            else:
                table.send(frame)

        phone.on_message(up)


@pytest.mark.rule("TB-120")
def test_a_code_is_tried_once_and_both_ends_say_that_a_new_one_is_needed(browser: Any, played: PlayedTable) -> None:
    """Somebody in between who ends the handshake gets no second one."""
    ways: list[Any] = []
    page = browser.new_page()
    page.clock.install()
    page.route_web_socket("**/api/v1/seat", lambda phone: BrokenOff(phone, ways))
    page.goto(played.invites())
    shows(page, played, "This phone is not connected to a seat. Scan the code at the table")
    played.until(lambda: page.is_visible("main") and played.now.notice is not None, "the table says nothing")
    assert played.now.notice == Notice(BLUE, text("phone.lost"), "TB-120")
    page.clock.fast_forward(20_000)
    assert len(ways) == 1
    page.goto(played.invites())
    played.until(lambda: page.is_visible("#compare"), "the new code does not count")
    played.accepts()
    played.until(lambda: page.is_visible("#seat"), "it has no seat by the new code")
    page.close()


@pytest.mark.rule("TB-120")
def test_a_connection_that_ends_before_the_table_was_greeted_is_made_again(browser: Any, played: PlayedTable) -> None:
    """As where the web program has no room for a moment: the table has answered nothing, and the code still counts."""
    refused: list[bool] = []
    page = browser.new_page()

    def way(route: Any) -> None:
        if not refused:
            refused.append(True)
            route.close(code=1013)
        else:
            route.connect_to_server()

    page.route_web_socket("**/api/v1/seat", way)
    page.goto(played.invites())
    played.until(lambda: page.is_visible("#compare"), "it does not come again")
    played.accepts()
    played.until(lambda: page.is_visible("#seat"), "it has no seat")
    assert refused
    page.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
def test_it_is_not_against_the_guidelines(
    browser: Any, played: PlayedTable, axe: str, language: str, look: str
) -> None:
    page = joined(browser, played, f"?lang={language}&look={look}", width=320)
    played.until(lambda: page.is_visible("#compare"), "it does not knock")
    assert violations(page, axe) == []
    played.accepts()
    played.until(lambda: page.get_by_role("radio").count() > 0, "no hand")
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.evaluate(
        "[...document.querySelectorAll('button, label')].filter(it => it.offsetParent && it.offsetHeight < 44)"
        ".map(it => it.outerHTML)"
    )
    assert small == []
    page.close()
