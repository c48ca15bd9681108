"""Victory points are reported in two touches: their sign, and the number."""

import pygame
import pytest
from msgspec.structs import replace

from table.config import Config
from table.devices.setup import Setup
from table.rules.prompts import Number
from table.rules.seats import BLUE, RED, Seat
from table.screen.painter import Painter
from table.session.focus import SeatFocus
from table.session.input import Pointed, Touched
from table.view.published import Focus, Published
from table.words import Words
from tests.screen.bot_matches import looks

SIZES = ((800, 480), (1280, 720), (480, 800))
GAMES = ("legion_2024", "legion_classic", "infinity")


@pytest.fixture(scope="module")
def english() -> Words:
    return Setup.of(Config()).words("en")


@pytest.fixture
def painter(english: Words) -> Painter:
    return Painter(english, rolling=False)


def saying(game: str) -> tuple[Published, Number]:
    """Return a moment of a match in which blue can say its points, and how it states them."""
    for now in looks(game):
        for prompt in now.prompts:
            if isinstance(prompt, Number) and prompt.score and prompt.seat is BLUE:
                return now, prompt
    raise LookupError(f"nobody scores in {game}")


def focused(now: Published, seat: Seat, focus: Focus) -> Published:
    blue, red = (replace(desk, focus=focus) if desk.seat is seat else desk for desk in now.desks)
    return replace(now, desks=(blue, red), match="x")


@pytest.mark.campaign
@pytest.mark.rule("TB-95")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_a_touch_on_the_points_and_one_on_the_number_say_them(
    painter: Painter, game: str, size: tuple[int, int]
) -> None:
    now, prompt = saying(game)
    painter.draw(pygame.Surface(size), replace(now, match="x"), 0.0)
    assert Pointed(BLUE, prompt.key, prompt.first) in painter.touches
    focus = SeatFocus(BLUE, now.prompts).point(None, prompt.key, prompt.first)
    assert focus is not None
    painter.draw(pygame.Surface(size), focused(now, BLUE, focus), 0.0)
    stated = {touch.value for touch in painter.touches if isinstance(touch, Touched) and touch.prompt == prompt.key}
    assert stated == {prompt.first, prompt.first + 1, prompt.first + 2}
    written = {one.words for one in painter.placed}
    assert {"+1", "+2", "+3", "Another number, or less"} <= written


@pytest.mark.campaign
def test_the_last_row_leads_to_a_dial_below_what_the_seat_has(painter: Painter) -> None:
    now, prompt = saying("infinity")
    painter.draw(pygame.Surface((800, 480)), focused(now, BLUE, Focus(prompt.key, prompt.first)), 0.0)
    (other,) = (t for t in painter.touches if isinstance(t, Pointed) and t.prompt == prompt.key and t.seat is BLUE
                and t.cursor != prompt.first)  # fmt: skip
    assert other.cursor == prompt.first - 1
    painter.draw(pygame.Surface((800, 480)), focused(now, BLUE, Focus(prompt.key, other.cursor)), 0.0)
    turned = {t.cursor for t in painter.touches if isinstance(t, Pointed) and t.prompt == prompt.key and t.seat is BLUE}
    assert turned >= {prompt.first, prompt.first + 9}


@pytest.mark.campaign
@pytest.mark.parametrize("game", ["legion_classic", "infinity"])
def test_where_a_half_shows_no_points_they_stand_beside_the_headline(painter: Painter, game: str) -> None:
    now, _ = saying(game)
    painter.draw(pygame.Surface((800, 480)), replace(now, match="x"), 0.0)
    answer = {p.seat: p for p in now.prompts if isinstance(p, Number) and p.score}
    blue, red = (painter.place_of(Pointed(seat, answer[seat].key, answer[seat].first)) for seat in (BLUE, RED))
    assert blue is not None
    assert red is not None
    assert blue.top == red.top < 90
    assert blue.right < 400 < red.left
