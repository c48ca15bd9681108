"""A seat whose panel has no lamp has it on the screen, and a blink draws no more than the lamp."""

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from hal.events import LampColour, LampPattern
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.screen.painter import Painter
from table.screen.parts.lamp import LIGHT
from table.view.published import Published
from table.words import Words
from tests.screen import scenes

SIZE = (800, 480)
BOTH = frozenset(SEATS)
DARK_S = 0.4
"""A time at which a blinking lamp is dark; at 0 it is lit."""


def lit(colour: LampColour, pattern: LampPattern = LampPattern.STEADY, seat: Seat = BLUE) -> Published:
    scene = scenes.orders()
    desks = tuple(replace(desk, lamp=(colour, pattern)) if desk.seat is seat else desk for desk in scene.desks)
    return replace(scene, desks=desks)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tostring(surface, "RGB")


def has(surface: pygame.Surface, colour: tuple[int, int, int], part: Rect) -> bool:
    return any(
        tuple(surface.get_at((x, y)))[:3] == colour
        for x in range(part.left, part.right)
        for y in range(part.top, part.bottom)
    )


def drawn(painter: Painter, published: Published, now_s: float) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    painter.draw(surface, published, now_s)
    return surface


@pytest.mark.parametrize("colour", [colour for colour in LampColour if colour is not LampColour.OFF])
def test_the_lamp_has_the_colour_of_a_panels_lamp(words: Words, colour: LampColour) -> None:
    with_lamp, without = Painter(words, lamps=BOTH), Painter(words)
    scene = lit(colour)
    surface, plain = drawn(with_lamp, scene, 0.0), drawn(without, scene, 0.0)
    corner = Rect(0, 0, 120, 140)
    assert pixels(surface) != pixels(plain)
    assert has(surface, LIGHT[colour], corner)


def test_a_dark_lamp_is_not_drawn(words: Words) -> None:
    scene = lit(LampColour.OFF)
    desks = tuple(replace(desk, lamp=("off", "steady")) for desk in scene.desks)
    scene = replace(scene, desks=desks)
    assert pixels(drawn(Painter(words, lamps=BOTH), scene, 0.0)) == pixels(drawn(Painter(words), scene, 0.0))


@pytest.mark.parametrize("turned", [frozenset[Seat](), frozenset({BLUE})])
def test_a_blink_draws_the_lamp_alone_and_as_a_whole_picture_would(words: Words, turned: frozenset[Seat]) -> None:
    scene = lit(LampColour.WHITE, LampPattern.BLINK)
    painter = Painter(words, lamps=BOTH, turned=turned)
    surface = drawn(painter, scene, 0.0)
    bright = pixels(surface)
    for now_s, whole in ((DARK_S, False), (0.8, True)):
        painter.see(scene, now_s)
        part = painter.draw(surface, scene, now_s)
        assert part.width * part.height < SIZE[0] * SIZE[1] / 4
        assert (pixels(surface) == bright) is whole
        fresh = drawn(Painter(words, lamps=BOTH, turned=turned), scene, now_s)
        assert pixels(surface) == pixels(fresh)
    assert painter.touches


def test_the_next_picture_is_due_when_the_pattern_changes(words: Words) -> None:
    for pattern, due_s in ((LampPattern.BLINK, 0.35), (LampPattern.WINK, 0.15), (LampPattern.STEADY, None)):
        painter, scene = Painter(words, lamps=frozenset({BLUE})), lit(LampColour.WHITE, pattern)
        painter.see(scene, 0.0)
        drawn(painter, scene, 0.0)
        assert painter.due_s(0.0) == (None if due_s is None else pytest.approx(due_s))


def test_a_seat_with_a_lamp_of_its_own_has_none_on_the_screen(words: Words) -> None:
    scene = lit(LampColour.WHITE, LampPattern.BLINK, RED)
    painter = Painter(words, lamps=frozenset({BLUE}))
    painter.see(scene, 0.0)
    first = pixels(drawn(painter, scene, 0.0))
    assert first == pixels(drawn(Painter(words, lamps=frozenset({BLUE})), scene, DARK_S))
    assert first != pixels(drawn(Painter(words, lamps=BOTH), scene, 0.0))


def test_a_reveal_or_a_press_draws_the_lamp_with_the_whole_picture_again(words: Words) -> None:
    scene = lit(LampColour.WHITE, LampPattern.BLINK)
    painter, surface = Painter(words, lamps=BOTH), pygame.Surface(SIZE)
    painter.draw(surface, scene, 0.0)
    painter.recall(("help",), 0.1)
    painter.draw(surface, scene, 0.1)
    painter.skip(1.0)
    assert painter.draw(surface, scene, 1.2) == surface.get_rect()
