"""The line at the foot of a half states what a press does there, and what comes first in its ring."""

import pygame
import pytest
from msgspec.structs import replace

from table.config import Config
from table.devices.setup import Setup
from table.rules.seats import RED, SEATS
from table.screen.painter import Painter
from table.session.focus import AT_REST, CLOSED, SeatFocus, always_possible
from table.session.input import Pointed
from table.view.published import Desk, Focus, Published
from table.words import Words
from tests.screen.bot_matches import looks

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def english() -> Words:
    return Setup.of(Config()).words("en")


@pytest.fixture
def painter(english: Words) -> Painter:
    return Painter(english, rolling=False)


def at(now: Published, desk: Desk) -> Published:
    blue, red = (desk if one.seat is desk.seat else one for one in now.desks)
    return replace(now, desks=(blue, red), match="x")


def waiting() -> tuple[Published, Desk]:
    """Return a moment in which red waits, and rests at what is always possible."""
    for now in looks("legion_2024"):
        for desk in now.desks:
            if desk.seat is RED and desk.focus == Focus("defeat", AT_REST):
                return now, desk
    raise LookupError("red never waits")


@pytest.mark.campaign
def test_at_rest_the_line_does_not_promise_what_confirm_does_not_do(painter: Painter) -> None:
    now, desk = waiting()
    choosing = SeatFocus(RED, now.prompts)
    painter.draw(pygame.Surface((800, 480)), at(now, desk), 0.0)
    assert choosing.press(desk.focus) == (desk.focus, None)
    assert [one.words for one in painter.placed if "defeated" in one.words or "More" in one.words] == ["More actions"]
    assert Pointed(RED, "defeat", CLOSED) in painter.touches, "a finger wakes it"
    moved = replace(desk, focus=choosing.move(desk.focus, 1))
    painter.draw(pygame.Surface((800, 480)), at(now, moved), 0.0)
    assert "Mark a unit as defeated" in {one.words for one in painter.placed}
    assert choosing.press(moved.focus) == (Focus("defeat", 0), None), "and then CONFIRM opens what it says"


@pytest.mark.campaign
@pytest.mark.rule("TB-32")
@pytest.mark.parametrize("game", ["legion_2024", "legion_classic"])
def test_after_one_unit_defeated_come_several_at_once(game: str) -> None:
    seen = 0
    for now in looks(game):
        for seat in SEATS:
            always, _ = always_possible(prompt for prompt in now.prompts if prompt.seat is seat)
            keys = [prompt.key for prompt in always]
            if "defeat.several" in keys:
                seen += 1
                assert keys[keys.index("defeat") + 1] == "defeat.several"
    assert seen
