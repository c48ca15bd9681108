"""A card in play that lies on its side states its whole orders line."""

import pytest
from pygame import Rect, Surface

from table.config import Config
from table.devices.setup import Setup
from table.games.legion.data.catalogue import load
from table.games.legion.rules.reading.card_reading import orders_line
from table.rules.seats import BLUE
from table.rules.text import Text, text
from table.rules.view import Card
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import LARGE, NORMAL, Fonts, TypeScale
from table.screen.parts.command_card import draw_wide
from table.screen.parts.half import LEAST_WIDE, MOST_WIDE
from table.words import languages

NAME = "New Ways to Motivate Them"
WIDTHS = {(800, 480): 370, (1280, 720): 590, (480, 800): 440}
"""The width in pixels that a card has at these sizes, at the least."""


def lines() -> set[Text]:
    """Return the orders lines as the cards have them, and as a card is read off."""
    cards = load().cards
    written = {text("legion.card.orders", orders=card.orders) for card in cards if card.orders}
    return written | {orders_line(card.slots) for card in cards if card.slots is not None}


@pytest.mark.campaign
@pytest.mark.rule("LG-10")
@pytest.mark.parametrize("scale", [NORMAL, LARGE], ids=["normal", "large"])
@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", languages())
def test_no_orders_line_is_cut_on_a_card_in_play(language: str, size: tuple[int, int], scale: TypeScale) -> None:
    canvas, orders = Canvas(Setup.of(Config()).words(language), Fonts(), scale), lines()
    assert len(orders) > 20
    cut = set[str]()
    for height in (LEAST_WIDE, MOST_WIDE):
        for note in orders:
            canvas.begin(Surface(size), min(size) / 480)
            draw_wide(canvas, Rect(0, 0, WIDTHS[size], canvas.px(height)), BLUE, Card(NAME, note, 3))
            cut |= {f"{height}: {one.words}" for one in canvas.placed if not one.whole}
    assert cut == set()
