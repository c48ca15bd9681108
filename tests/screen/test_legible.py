"""What stands on the screen, measured in its pixels: contrast to the ground behind it, for every kind of eyes."""

from collections import Counter

import pygame
import pytest
from msgspec.structs import replace

from table.screen.drawing.palette import Colour, contrast
from table.screen.painter import Painter
from table.words import Words
from tests.screen.scenes import every_scene
from tests.screen.test_palette import BLINDNESS, seen


def grounds(surface: pygame.Surface, box: pygame.Rect) -> Colour:
    """The colour that most of a line's box has: letters cover less than half of it."""
    inside = box.clip(surface.get_rect())
    pixels = pygame.image.tobytes(surface.subsurface(inside), "RGB")
    return Counter(zip(*[iter(pixels)] * 3, strict=True)).most_common(1)[0][0]


def measured(painter: Painter) -> set[tuple[Colour, Colour]]:
    """(letters, ground) of every line of every scene."""
    found = set()
    surface = pygame.Surface((800, 480))
    for name, scene in every_scene().items():
        painter.draw(surface, replace(scene, match=name), 0.0)
        found |= {(one.colour, grounds(surface, one.ink)) for one in painter.placed if one.words.strip()}
    return found


@pytest.fixture(scope="module")
def pairs(tongues: dict[str, Words]) -> set[tuple[Colour, Colour]]:
    return measured(Painter(tongues["en"]))


@pytest.mark.slow
def test_every_line_that_is_drawn_has_a_contrast_of_four_and_a_half(pairs: set[tuple[Colour, Colour]]) -> None:
    assert len(pairs) > 10
    assert {pair: round(contrast(*pair), 1) for pair in pairs if contrast(*pair) < 4.5} == {}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_every_line_that_is_drawn_stands_out_for_the_colour_blind(kind: str, pairs: set[tuple[Colour, Colour]]) -> None:
    """3:1 is the measure for large text."""
    faint = {}
    for letters, ground in pairs:
        a, b = (tuple(round(c * 255) for c in seen(one, BLINDNESS[kind])) for one in (letters, ground))
        ratio = contrast((a[0], a[1], a[2]), (b[0], b[1], b[2]))
        if ratio < 3.0:
            faint[letters, ground] = round(ratio, 1)
    assert faint == {}
