"""Colours that everybody can tell apart, and text that stands out from its ground."""

import math
from itertools import combinations

import pytest

from table.games.seats import BLUE, RED
from table.screen import palette
from table.screen.palette import PAIRS, Colour, contrast

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: Colour, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """As somebody with this colour blindness sees it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    mixed = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix]
    return tuple(12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in mixed)


def test_black_on_white_has_the_contrast_that_the_standard_says() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_a_contrast_of_four_and_a_half(text: Colour, ground: Colour) -> None:
    assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("kind", BLINDNESS)
def test_blue_red_and_alert_stay_three_colours(kind: str) -> None:
    colours = [seen(one, BLINDNESS[kind]) for one in (palette.SEAT[BLUE], palette.SEAT[RED], palette.ALERT)]
    assert min(math.dist(a, b) for a, b in combinations(colours, 2)) > 0.15
