"""What stands on the screen, measured in its pixels: size, and contrast to the ground behind it, for every eye."""

import sys
from collections import Counter
from typing import NamedTuple

import pygame
import pytest
from msgspec.structs import replace

from table.screen.drawing.palette import Colour, contrast
from table.screen.painter import Painter
from table.words import Words
from tests.screen.scenes import every_scene
from tests.screen.test_palette import BLINDNESS, seen

pytestmark = pytest.mark.slow

Pair = tuple[Colour, Colour]


class Measured(NamedTuple):
    """What was measured of every line of every scene, on a display of 800x480."""

    pairs: frozenset[Pair]
    """(letters, ground)"""
    smallest: dict[str, int]
    """The pixels of the smallest letters, by scene."""


def grounds(surface: pygame.Surface, box: pygame.Rect) -> Colour:
    """The colour that most of a line's box has: letters cover less than half of it."""
    inside = box.clip(surface.get_rect())
    pixels = memoryview(pygame.image.tobytes(surface.subsurface(inside), "RGBA")).cast("I")
    red, green, blue, _ = Counter(pixels.tolist()).most_common(1)[0][0].to_bytes(4, sys.byteorder)
    return red, green, blue


@pytest.fixture(scope="module")
def measured(tongues: dict[str, Words]) -> Measured:
    pairs, smallest = set[Pair](), dict[str, int]()
    painter, surface = Painter(tongues["en"]), pygame.Surface((800, 480))
    for name, scene in every_scene().items():
        painter.draw(surface, replace(scene, match=name), 0.0)
        pairs |= {(one.colour, grounds(surface, one.ink)) for one in painter.placed if one.words.strip()}
        smallest[name] = min(one.px for one in painter.placed)
    return Measured(frozenset(pairs), smallest)


@pytest.fixture
def pairs(measured: Measured) -> frozenset[Pair]:
    return measured.pairs


def test_on_a_seven_inch_display_the_smallest_letters_are_two_and_a_half_millimetres_high(measured: Measured) -> None:
    """7 inches at 800x480 are 5.25 pixels a millimetre; a line of 13 pixels and more."""
    assert len(measured.smallest) > 20
    assert {name: px for name, px in measured.smallest.items() if px < 13} == {}


def test_every_line_that_is_drawn_has_a_contrast_of_four_and_a_half(pairs: frozenset[Pair]) -> None:
    assert len(pairs) > 10
    assert {pair: round(contrast(*pair), 1) for pair in pairs if contrast(*pair) < 4.5} == {}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_every_line_that_is_drawn_stands_out_for_the_colour_blind(kind: str, pairs: frozenset[Pair]) -> None:
    """3:1 is the measure for large text."""
    faint = {}
    for letters, ground in pairs:
        a, b = (tuple(round(c * 255) for c in seen(one, BLINDNESS[kind])) for one in (letters, ground))
        ratio = contrast((a[0], a[1], a[2]), (b[0], b[1], b[2]))
        if ratio < 3.0:
            faint[letters, ground] = round(ratio, 1)
    assert faint == {}
