"""A whole match, from the lobby to its end, by two players who have nothing but what a screen reader tells of a page.

They read the accessibility tree, roles and names alone, and press by keyboard what has a role and a name.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.network.web.browser.phones import PlayedTable

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]
LINE = re.compile(r"(?P<deep> *)- '?(?P<role>[a-z]+)(?: \"(?P<name>.*?)\")?(?P<state>(?: \[[^]]*\])*)(?::.*)?'?:?")
FIRST = ("Confirm", "Hold to lock")
"""The beginnings of the names of buttons that finish what was begun."""
MOST_ACTS = 120
PATIENCE_MS = 3000


class Heard(NamedTuple):
    """An element as a screen reader states it."""

    role: str
    name: str
    checked: bool


def now(page: Any) -> list[Heard]:
    """All that the region of what is asked holds, in its order."""
    heard, inside = [], False
    for line in page.locator("main").aria_snapshot().splitlines():
        found = LINE.match(line)
        if found is None:
            continue
        if found["role"] == "region":
            inside = found["name"] == "Now"
        elif inside:
            heard.append(Heard(found["role"], found["name"] or "", "[checked]" in found["state"]))
    return heard


def next_act(heard: list[Heard]) -> Heard | None:
    """The next thing to press: what finishes an answer, else a card, else the first answer to the first question."""
    buttons = [each for each in heard if each.role == "button"]
    for name in FIRST:
        for each in buttons:
            if each.name.startswith(name):
                return each
    cards = [each for each in heard if each.role == "radio" and not each.checked]
    return next(iter((*cards, *buttons)), None)


class Listener:
    """A player at a page, who remembers what was heard since the last answer was finished."""

    def __init__(self, page: Any, played: PlayedTable) -> None:
        self.page, self._played = page, played
        self._since: list[list[Heard]] = []

    def acts(self) -> bool:
        """Do the next thing, if anything is asked of this player, and wait until the page states something else."""
        from playwright.sync_api import TimeoutError as TooLate

        heard = now(self.page)
        act = next_act(heard)
        if act is None:
            return False
        self._since.append(heard)
        there = self.page.get_by_role(act.role, name=act.name, exact=True).first
        try:
            there.press("Enter" if act.role == "button" else "Space", timeout=PATIENCE_MS)
        except TooLate:
            assert now(self.page) != heard, f"{act} is said, and cannot be pressed"
            return True  # The other seat has answered it meanwhile: this player listens again.
        before = list(self._since) if act.name.startswith(FIRST) else [heard]
        self._played.until(lambda: now(self.page) not in before, f"nothing follows from {act}")
        if act.name.startswith(FIRST):
            self._since.clear()
        return True


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedTable]:
    table = PlayedTable(tmp_path, lobby=True)
    yield table
    table.close()


def joins(browser: Any, played: PlayedTable, seat: Seat) -> Any:
    page = browser.new_page()
    page.goto(played.invites(seat))
    played.accepts(seat)
    played.until(lambda: now(page) != [], "nothing is asked")
    return page


@pytest.mark.rule("TB-120", "TB-121")
def test_a_match_is_played_to_its_end_through_the_accessibility_tree_alone(browser: Any, played: PlayedTable) -> None:
    pages = [joins(browser, played, seat) for seat in SEATS]
    players = [Listener(page, played) for page in pages]
    for _ in range(MOST_ACTS):
        if played.now.score.ended is not None:
            break
        done = [player.acts() for player in players]
        if not any(done):
            played.until(lambda: any(next_act(now(page)) for page in pages), "nobody is asked anything")
    assert played.now.score.ended is MatchEnd.FINISHED
    assert played.now.view is not None
    assert (played.now.view.over, played.now.view.reveals) == (True, 3)
    for page, seat in zip(pages, (BLUE, RED), strict=True):
        page.get_by_role("button", name="Menu").press("Enter")
        spent = page.get_by_role("region", name="Your spent cards").get_by_role("listitem")
        assert spent.count() == 3, f"{seat} has played three cards"
        page.close()


def test_what_has_no_role_cannot_be_played(browser: Any, played: PlayedTable) -> None:
    """The control: a page whose answers are mere text leaves such a player with nothing to press."""
    page = joins(browser, played, BLUE)
    page.evaluate("for (const each of document.querySelectorAll('input, button')) { each.replaceWith(each.value); }")
    assert next_act(now(page)) is None
    page.close()
