"""The code that a phone reads off the screen, and where it stands."""

import pygame
import pytest

from table.devices.phones.invitations import VALID_S as IS_VALID_S
from table.rules.seats import BLUE
from table.screen.drawing.layout import lay_out
from table.screen.painter import Painter
from table.screen.parts.asking.phone_code import VALID_S, address_in
from table.session.input import Touched
from table.view.published import PHONE_AWAY, PhoneState, SeatPhone
from table.words import Words
from tests.screen import scenes


def test_the_words_say_how_long_a_code_is_good() -> None:
    assert VALID_S == IS_VALID_S


def test_the_phone_speaks_the_language_of_the_screen() -> None:
    """Else nobody could compare the words."""
    assert (
        address_in(SeatPhone(PhoneState.INVITED, "http://table/phone#secret"), "de")
        == "http://table/phone?lang=de#secret"
    )


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_it_stands_in_its_own_half_and_a_touch_puts_it_away(size: tuple[int, int]) -> None:
    painter, surface = Painter(Words("en")), pygame.Surface(size)
    painter.draw(surface, scenes.phone_code(), 0.0)
    place = painter.place_of(Touched(BLUE, PHONE_AWAY))
    assert place is not None
    layout = lay_out(surface.get_rect())
    assert (layout.blue.colliderect(place), layout.red.colliderect(place)) == (True, False)
    white = pygame.transform.average_color(surface, place.inflate(-place.width // 2, -place.height // 2))
    assert sum(white[:3]) > 200, "a code is light and dark in equal parts"
