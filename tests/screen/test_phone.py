"""The code that a phone reads off the screen, and where it stands."""

import pygame
import pytest
from msgspec.structs import replace

from table.devices.phones.invitations import VALID_S as IS_VALID_S
from table.rules.seats import BLUE, SEATS, Seat
from table.rules.text import text
from table.screen.drawing.layout import lay_out
from table.screen.painter import Painter
from table.screen.parts.asking.phone_code import VALID_S, address_in
from table.screen.parts.edges.surroundings import height_of_surroundings
from table.session.input import Touched
from table.view.published import AWAY_HELPER, PHONE_AWAY, PHONE_INVITE, HelperRole, PhoneState, SeatPhone
from table.words import Words
from tests.screen import scenes

INVITED = SeatPhone(PhoneState.INVITED, "http://table.local:7500/phone#AAECAwQFBgcICQoLDA0ODw")


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


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
@pytest.mark.parametrize("seat", SEATS)
def test_a_code_is_seen_in_every_scene_in_which_it_can_be_asked_for(
    painter: Painter, size: tuple[int, int], seat: Seat
) -> None:
    surface = pygame.Surface(size)
    for name, scene in scenes.SCENES.items():
        at = SEATS.index(seat)
        desks = list(scene().desks)
        desks[at] = replace(desks[at], phone=INVITED)
        published = replace(scene(), match=name, desks=(desks[0], desks[1]))
        painter.draw(surface, published, 0.0)
        place = painter.place_of(Touched(seat, PHONE_AWAY))
        assert place is not None, name
        white = pygame.transform.average_color(surface, place.inflate(-place.width // 2, -place.height // 2))
        assert sum(white[:3]) > 150, name
        assert all(one.whole for one in painter.placed), name


@pytest.mark.rule("TB-120")
def test_both_seats_can_read_a_code_each_before_a_match(painter: Painter) -> None:
    lobby = scenes.lobby()
    blue, red = (replace(desk, phone=INVITED) for desk in lobby.desks)
    painter.draw(pygame.Surface((800, 480)), replace(lobby, desks=(blue, red)), 0.0)
    assert all(painter.place_of(Touched(seat, PHONE_AWAY)) is not None for seat in SEATS)


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_code_that_was_used_in_vain_explains_how_to_get_another_and_a_touch_does_it(
    size: tuple[int, int], language: str
) -> None:
    painter, surface = Painter(Words(language)), pygame.Surface(size)
    lobby = scenes.lobby()
    used = [
        replace(desk, phone=SeatPhone(PhoneState.USED_UP, words=text("phone.used_up", seat=text(f"seat.{desk.seat}"))))
        for desk in lobby.desks
    ]
    painter.draw(surface, replace(lobby, desks=(used[0], used[1])), 0.0)
    for seat in SEATS:
        place = painter.place_of(Touched(seat, PHONE_INVITE))
        assert place is not None
        assert any(place.collidepoint(one.ink.center) and one.whole for one in painter.placed)


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_helpers_phone_has_a_sign_that_sends_it_away_when_it_is_held(size: tuple[int, int], language: str) -> None:
    painter, surface = Painter(Words(language)), pygame.Surface(size)
    painter.draw(surface, scenes.phone_helpers(), 0.0)
    layout = lay_out(surface.get_rect())
    for role in HelperRole:
        place = painter.place_of(Touched(None, AWAY_HELPER[role], None, hold=True))
        assert place is not None
        assert not place.colliderect(layout.header)
        assert min(place.size) >= 34 * layout.scale, "a finger finds it"
    shown = {one.words for one in painter.placed}
    words = Words(language)
    for role in HelperRole:
        key = f"screen.helper.{role}"
        assert {words.say(text(key)), words.say(text(f"{key}.short"))} & shown


@pytest.mark.rule("TB-123")
def test_without_a_helpers_phone_there_is_no_sign_and_no_room_is_taken() -> None:
    painter, surface = Painter(Words("en")), pygame.Surface((800, 480))
    painter.draw(surface, scenes.sealing(), 0.0)
    assert height_of_surroundings(scenes.sealing()) == 0
    assert not {touch.prompt for touch in painter.touches if isinstance(touch, Touched)} & set(AWAY_HELPER.values())
