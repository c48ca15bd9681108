"""Colours that everybody can tell apart, and text that stands out from its ground."""

import math
from itertools import combinations

import pygame
import pytest

from lab.contrast import contrast, luminance
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.view import Piece, PieceState
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.palette import (
    ALERT,
    DEEP,
    DIE_SIDE,
    GOOD,
    GROUND,
    INK,
    PANEL,
    PAPER,
    PRINT,
    QUIET,
    RAISED,
    SEAT,
    Colour,
)
from table.screen.drawing.typefaces import Fonts
from table.screen.parts import army
from table.screen.parts.army import draw_pieces
from table.words import Words

PAIRS: tuple[tuple[Colour, Colour], ...] = (
    *((text, ground) for text in (INK, QUIET, ALERT, GOOD) for ground in (GROUND, PANEL, RAISED)),
    *((SEAT[seat], ground) for seat in (BLUE, RED) for ground in (GROUND, PANEL, RAISED)),
    *((text, DEEP[seat]) for seat in (BLUE, RED) for text in (INK, QUIET)),
    *((GROUND, SEAT[seat]) for seat in (BLUE, RED)),
    (PRINT, PAPER),
    (GROUND, ALERT),
    (PAPER, DIE_SIDE),
)
"""The pairs of text and ground that are used."""

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

LEAST_DIFFERING = 80
"""Of 1600 pixels: how many have to differ for two chips to be distinguished."""


def seen(colour: Colour, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """As somebody with this colour blindness sees it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    mixed = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix]
    return tuple(12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in mixed)


def rgb(colour: pygame.Color) -> Colour:
    return colour.r, colour.g, colour.b


def test_black_on_white_has_the_contrast_that_the_standard_states() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_a_contrast_of_four_and_a_half(text: Colour, ground: Colour) -> None:
    assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("kind", BLINDNESS)
def test_blue_red_and_alert_stay_three_colours(kind: str) -> None:
    colours = [seen(one, BLINDNESS[kind]) for one in (palette.SEAT[BLUE], palette.SEAT[RED], palette.ALERT)]
    assert min(math.dist(a, b) for a, b in combinations(colours, 2)) > 0.15


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_for_the_colour_blind_too(text: Colour, ground: Colour, kind: str) -> None:
    """3:1 is WCAG's measure for large text, which ours is."""
    seen_text, seen_ground = (tuple(round(c * 255) for c in seen(one, BLINDNESS[kind])) for one in (text, ground))
    assert contrast((seen_text[0], seen_text[1], seen_text[2]), (seen_ground[0], seen_ground[1], seen_ground[2])) >= 3.0


@pytest.mark.parametrize("kind", BLINDNESS)
def test_what_a_unit_is_doing_can_be_seen_without_colours(kind: str, words: Words) -> None:
    """Waiting, ordered, active, done and gone: five chips that differ in lightness or drawing."""
    states = ("", "ordered", "active", "done", "gone")
    matrix = BLINDNESS[kind]
    chips = []
    for state in states:
        surface = pygame.Surface((40, 40))
        surface.fill(palette.PANEL)
        canvas = Canvas(words, Fonts())
        canvas.begin(surface, 1.0)
        draw_pieces(canvas, surface.get_rect(), (Piece("1", "AT-ST", "rank.heavy", state),), BLUE, {})
        chips.append([seen(rgb(surface.get_at((x, y))), matrix) for x in range(0, 40, 2) for y in range(0, 40, 2)])
    for a, b in combinations(range(len(states)), 2):
        differing = sum(math.dist(p, q) > 0.2 for p, q in zip(chips[a], chips[b], strict=True))
        assert differing > 0.05 * len(chips[a]), (states[a], states[b])


def shape(state: str, seat: Seat, words: Words) -> list[bool]:
    """A chip without colours, and without their lightness: which of its pixels are lighter than its own middle."""
    surface = pygame.Surface((40, 40))
    surface.fill(palette.PANEL)
    canvas = Canvas(words, Fonts())
    canvas.begin(surface, 1.0)
    draw_pieces(canvas, surface.get_rect(), (Piece("1", "AT-ST", "rank.heavy", state),), seat, {})
    grey = [luminance(rgb(surface.get_at((x, y)))) for x in range(40) for y in range(40)]
    middle = (min(grey) + max(grey)) / 2
    return [one > middle for one in grey]


def alike(words: Words) -> list[tuple[Seat, str, str]]:
    """The states of a unit whose chips have one shape."""
    found = []
    for seat, a, b in ((seat, *pair) for seat in SEATS for pair in combinations(PieceState, 2)):
        pairs = zip(shape(a, seat, words), shape(b, seat, words), strict=True)
        if sum(p is not q for p, q in pairs) < LEAST_DIFFERING:
            found.append((seat, str(a), str(b)))
    return found


def test_no_two_chips_differ_in_colour_alone(words: Words) -> None:
    assert alike(words) == []


def test_two_chips_that_differ_in_colour_alone_are_noticed(words: Words, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an active chip was: a plate in another colour."""

    def unframed(*_: object, **__: object) -> None:
        """Draw no ring, and no outline either."""

    monkeypatch.setattr(army, "RING", 0)
    monkeypatch.setattr(Canvas, "frame", unframed)
    assert {(a, b) for _, a, b in alike(words)} == {("ordered", "active")}
