"""A browser as the table's screen, at the host: it gets pictures once it is let in, and gives back keys and fingers."""

from pathlib import Path

import pytest

from table.rules.seats import BLUE
from table.view.published import HelperRole, ScreenRole
from table.view.screen_acts import ActKind, PicturePart, ScreenAct, ScreenPicture
from tests.devices.phones.kit import Connected, HostedTable

SCREEN = ScreenRole.SCREEN
KEY = ScreenAct(ActKind.KEY_DOWN, key="s")
KEY_SENT = {"kind": "key_down", "key": "s"}


@pytest.fixture
def table(tmp_path: Path) -> HostedTable:
    made = HostedTable(tmp_path)
    made.mirror.lines = lambda: ("A new match",)
    return made


def give(table: HostedTable, content: bytes = b"png") -> bool:
    """Give the picture that is wanted, as the screen does. Return False if none is."""
    number = table.mirror.wanted
    if number is not None:
        table.mirror.put(number, ScreenPicture(1280, 720, (PicturePart(16, 600, content),)))
        table.passes(0.2)
    return number is not None


def parts(browser: Connected) -> list[bytes]:
    return [each for each in browser.phone.received if not each[0]]


@pytest.mark.rule("TB-127")
def test_it_gets_no_picture_and_does_nothing_until_it_is_let_in(table: HostedTable) -> None:
    browser = table.comes(table.helpers_secret(SCREEN))
    browser.posts(act=KEY_SENT, drew=0)
    assert (table.mirror.wanted, list(table.mirror.acts()), parts(browser)) == (None, [], [])
    again = table.with_helper(SCREEN)
    assert give(table)
    assert parts(again) == [bytes(1) + (16).to_bytes(2) + (600).to_bytes(2) + b"png"]
    assert again.shown("picture") == {"number": 1, "size": [1280, 720], "lines": ["A new match"]}


@pytest.mark.rule("TB-127")
def test_its_keys_and_fingers_reach_the_screen(table: HostedTable) -> None:
    table.with_helper(SCREEN).posts(act=KEY_SENT)
    assert list(table.mirror.acts()) == [KEY]


@pytest.mark.rule("TB-127")
def test_no_other_place_has_acts_at_the_screen(table: HostedTable) -> None:
    for phone in (table.with_phone(BLUE), *(table.with_helper(role) for role in HelperRole)):
        phone.posts(act=KEY_SENT, drew=0)
    assert (list(table.mirror.acts()), table.mirror.wanted) == ([], None)


def test_the_next_picture_waits_until_the_last_one_is_drawn(table: HostedTable) -> None:
    browser = table.with_helper(SCREEN)
    assert give(table)
    assert not give(table)
    browser.posts(drew=2)
    assert not give(table), "that one was never sent"
    browser.posts(drew=1)
    assert give(table, bytes(20_000)), "a large picture comes at once"
    assert (browser.shown("picture")["number"], len(parts(browser)[-1])) == (2, 20_005)


def test_one_that_comes_back_gets_a_whole_picture(table: HostedTable) -> None:
    browser = table.with_helper(SCREEN)
    give(table)
    browser.posts(drew=1)
    assert table.mirror.wanted == 1, "the parts that change"
    assert browser.phone.keys is not None
    browser.ends()
    again = table.comes(browser.phone.keys.next_secret)
    assert table.mirror.wanted == 0
    assert give(table)
    assert again.shown("picture")["number"] == 1


def test_a_picture_for_the_last_browser_is_not_taken_for_one_for_the_next(table: HostedTable) -> None:
    table.with_helper(SCREEN)
    give(table)
    table.mirror.drew(1)
    late = table.mirror.wanted
    table.mirror.begin()
    assert late == 1
    table.mirror.put(late, ScreenPicture(1280, 720, ()))
    assert (table.mirror.ready, table.mirror.wanted) == (False, 0)


@pytest.mark.rule("TB-127")
def test_a_new_one_takes_the_place_of_the_last_one(table: HostedTable) -> None:
    first, second = table.with_helper(SCREEN), table.with_helper(SCREEN)
    give(table)
    assert (first.gone or first.shown("state") == "away", len(parts(second))) == (True, 1)
    assert parts(first) == []
