"""The headline names the acting seat, and the edge of a half shows the seat that the table waits for."""

import pygame
import pytest
from msgspec.structs import replace

from table.rules.prompts import Confirm
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.layout import lay_out
from table.screen.painter import Painter
from table.view.published import Published
from tests.screen import scenes
from tests.screen.bot_matches import looks

SIZE = (800, 480)


def asked(*seats: Seat) -> Published:
    """A table at which these seats have a question."""
    prompts = tuple(Confirm(key=f"q.{seat}", seat=seat, ask=text("screen.confirm"), rule="TB-06") for seat in seats)
    scene = scenes.tie()
    assert scene.view is not None
    return replace(scene, prompts=prompts)


def headed(published: Published, seat: Seat | None) -> Published:
    view = published.view
    assert view is not None
    named = text("legion.headline.select") if seat is None else text("legion.headline.turn", seat=text(f"seat.{seat}"))
    return replace(published, view=replace(view, headline=named))


@pytest.mark.parametrize("seats", [(), (BLUE,), (RED,), SEATS])
def test_the_half_that_is_waited_for_has_an_edge_in_its_colour(painter: Painter, seats: tuple[Seat, ...]) -> None:
    surface = pygame.Surface(SIZE)
    painter.draw(surface, asked(*seats), 0.0)
    layout = lay_out(surface.get_rect(), centre=True)
    for seat, half in ((BLUE, layout.blue), (RED, layout.red)):
        edge = tuple(surface.get_at((half.x, half.centery)))[:3]
        assert (edge == palette.SEAT[seat]) is (seat in seats)


@pytest.mark.parametrize("seat", [BLUE, RED, None])
def test_the_headline_has_the_colour_of_the_seat_that_acts(painter: Painter, seat: Seat | None) -> None:
    published = headed(asked(BLUE), seat)
    assert published.view is not None
    painter.draw(pygame.Surface(SIZE), published, 0.0)
    sentence = painter.words.say(published.view.headline)
    (line,) = [placed for placed in painter.placed if placed.words == sentence]
    assert line.colour == (palette.INK if seat is None else palette.SEAT[seat])


def test_at_the_end_nobody_acts() -> None:
    view = headed(asked(), RED).view
    assert view is not None
    assert view.acting is RED
    assert replace(view, over=True).acting is None


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("game", ["legion_2024", "legion_classic", "tide_of_iron"])
def test_while_one_seat_is_asked_no_headline_names_the_other(game: str) -> None:
    """In Infinity the seat whose turn it is not may be asked for a use in it: the headline names whose turn it is."""
    wrong = list[int]()
    for number, now in enumerate(looks(game)):
        if now.view is not None and not now.view.over:
            asked = {prompt.seat for prompt in now.prompts if not prompt.standing}
            if len(asked) == 1 and None not in asked and now.view.acting not in (None, *asked):
                wrong.append(number)
    assert wrong == []
