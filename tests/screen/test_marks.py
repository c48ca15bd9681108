"""In a list with marks, only the row with the focus is filled: the next CONFIRM acts on it."""

import pygame
from msgspec.structs import replace

from table.rules.seats import BLUE
from table.screen.drawing import palette
from table.screen.painter import Painter
from table.session.input import Marked, Touched
from table.view.published import Focus
from tests.screen import scenes

FILLED = palette.SEAT[BLUE]


def test_the_row_in_focus_is_filled_and_the_button_to_hold_is_an_outline(painter: Painter) -> None:
    surface, scene = pygame.Surface((800, 480)), scenes.at_range()
    desks = (replace(scene.desks[0], focus=Focus("range", 3, ("0", "3"))), scene.desks[1])
    painter.draw(surface, replace(scene, desks=desks), 0.0)
    button = painter.place_of(Touched(BLUE, "range", ("0", "3"), hold=True))
    row, other = painter.place_of(Marked(BLUE, "range", "3")), painter.place_of(Marked(BLUE, "range", "4"))
    assert button is not None
    assert row is not None
    assert other is not None

    def colour(place: pygame.Rect, left: int) -> tuple[int, ...]:
        return tuple(surface.get_at((place.x + left, place.bottom - 5)))[:3]

    assert colour(row, 60) == FILLED
    assert colour(other, 60) != FILLED
    assert colour(button, 60) == palette.PANEL
    assert tuple(surface.get_at((button.centerx, button.bottom - 1)))[:3] == FILLED
