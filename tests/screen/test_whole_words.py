"""No word is cut off, in matches of every game, in every language, at every size."""

import pygame
import pytest
from msgspec.structs import replace

from table.config import Config
from table.devices.setup import Setup
from table.rules.text import text
from table.rules.view import View
from table.screen.painter import Painter
from table.words import languages
from tests.screen.bot_matches import GAMES, looks

pytestmark = [pytest.mark.slow, pytest.mark.campaign]

SIZES = ((800, 480), (1280, 720), (480, 800))


def names(view: View | None) -> set[str]:
    """Return the names of cards and units, which their own lists may shorten."""
    seats = () if view is None else view.seats
    cards = {seat.card.name for seat in seats if seat.card is not None}
    return cards | {piece.name for seat in seats for piece in seat.pieces}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_is_no_name_stands_whole_in_its_box(game: str, language: str) -> None:
    cut = set[tuple[int, tuple[int, int], str]]()
    for size in SIZES:
        painter, surface = Painter(Setup.of(Config()).words(language), rolling=False), pygame.Surface(size)
        for number, now in enumerate(looks(game)):
            painter.draw(surface, replace(now, match=f"{number}"), 0.0)
            known = names(now.view)
            for one in painter.placed:
                if not one.box.contains(one.ink) or not (one.whole or one.words in known):
                    cut.add((number, size, one.words))
    assert cut == set()


def test_a_count_of_ten_and_the_longest_headline_are_not_cut_on_a_narrow_display() -> None:
    """An order count of two digits and a long unit's activation came out with an ellipsis once."""
    painter = Painter(Setup.of(Config()).words("es"), rolling=False)
    now = next(now for now in looks("infinity") if now.view is not None and any(s.pools for s in now.view.seats))
    assert now.view is not None
    seats = tuple(
        replace(seat, pools=tuple(replace(pool, counts=(("token.regular", 10),)) for pool in seat.pools))
        for seat in now.view.seats
    )
    headline = text("legion.headline.active", seat=text("seat.blue"), unit="Imperial Special Forces, Inferno Squad")
    view = replace(now.view, seats=(seats[0], seats[1]), headline=headline)
    painter.draw(pygame.Surface((480, 800)), replace(now, match="ten", view=view, prompts=()), 0.0)
    assert {one.words for one in painter.placed if not one.whole} == set()
    assert "10" in {one.words for one in painter.placed}
