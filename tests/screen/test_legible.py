"""Text on the screen, measured in its pixels: size, and contrast to the background, for every kind of sight."""

import sys
from collections import Counter
from itertools import combinations
from typing import NamedTuple

import pygame
import pytest
from msgspec.structs import replace

from lab.contrast import contrast
from table.rules.prompts import ChooseOne, ChooseSome
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import LARGE, Fonts, spaced
from table.screen.painter import Painter
from table.view.published import Focus
from table.words import Words
from tests.screen.scenes import every_scene
from tests.screen.test_palette import BLINDNESS, seen

pytestmark = pytest.mark.slow

Pair = tuple[Colour, Colour]


READ, LEAST = 15, 12
"""The pixels of capitals that an eye needs at 60 cm on 7 inches of 800x480, and those of what nobody has to read."""


class Measured(NamedTuple):
    """What was measured of every line of every scene, on a display of 800x480."""

    pairs: frozenset[Pair]
    """(letters, ground)"""
    small: frozenset[tuple[str, str]]
    """The lines with capitals that are too low: scene and words."""


def grounds(surface: pygame.Surface, box: pygame.Rect) -> Colour:
    """The colour that most of a line's box has: letters cover less than half of it."""
    inside = box.clip(surface.get_rect())
    pixels = memoryview(pygame.image.tostring(surface.subsurface(inside), "RGBA")).cast("I")
    red, green, blue, _ = Counter(pixels.tolist()).most_common(1)[0][0].to_bytes(4, sys.byteorder)
    return red, green, blue


def too_small(painter: Painter, name: str) -> set[tuple[str, str]]:
    """The lines of the last picture that cannot be read from 60 cm."""
    return {(name, one.words) for one in painter.placed if one.capitals < (LEAST if one.minor else READ)}


@pytest.fixture(scope="module")
def measured(tongues: dict[str, Words]) -> Measured:
    pairs, small = set[Pair](), set[tuple[str, str]]()
    painter, surface = Painter(tongues["en"]), pygame.Surface((800, 480))
    for name, scene in every_scene().items():
        painter.draw(surface, replace(scene, match=name), 0.0)
        pairs |= {(one.colour, grounds(surface, one.ink)) for one in painter.placed if one.words.strip()}
        small |= too_small(painter, name)
    return Measured(frozenset(pairs), frozenset(small))


@pytest.fixture
def pairs(measured: Measured) -> frozenset[Pair]:
    return measured.pairs


@pytest.mark.campaign
def test_on_a_seven_inch_display_all_that_a_player_has_to_read_is_read_from_sixty_centimetres(
    measured: Measured,
) -> None:
    """7 inches at 800x480 are 0.19 mm a pixel: 15 of them are 16 minutes of arc at 60 cm."""
    assert measured.small == frozenset()


def test_a_scene_on_a_smaller_display_is_found_too_small(painter: Painter) -> None:
    painter.draw(pygame.Surface((640, 384)), every_scene()["orders"], 0.0)
    assert {words for _, words in too_small(painter, "orders")} >= {"Rebel Commandos Strike Team", "Roll 3"}


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=["wide", "tall"])
def test_whatever_is_written_is_among_the_measured_lines_and_as_high_as_measured(
    painter: Painter, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No part of the screen writes past the canvas, and the capitals are those of the pixels."""
    written, render = list[tuple[str, int, bool]](), Fonts.render

    def recorded(self: Fonts, line: str, px: int, bold: bool, colour: Colour) -> pygame.Surface:
        written.append((line, px, bold))
        return render(self, line, px, bold, colour)

    monkeypatch.setattr(Fonts, "render", recorded)
    for name in ("orders", "tide_round", "infinity_over"):
        written.clear()
        painter.draw(pygame.Surface(size), replace(every_scene()[name], match=name), 0.0)
        measured = {(one.px, one.capitals) for one in painter.placed}
        seen = {
            (px, render(Fonts(), "H", px, bold, (255, 255, 255)).get_bounding_rect(min_alpha=100).height)
            for _, px, bold in written
        }
        assert seen == measured
        assert sum(len(spaced(line)) for line, _, _ in written) == sum(len(spaced(p.words)) for p in painter.placed)


@pytest.mark.parametrize("name", ["orders", "activation", "infinity_turn", "tide_control", "lobby_resume"])
def test_the_rows_of_a_list_have_one_size_of_type_on_every_page(painter: Painter, name: str) -> None:
    scene = replace(every_scene()[name], match=name)
    (prompt, seat) = next(
        (p, p.seat) for p in scene.prompts if isinstance(p, ChooseOne | ChooseSome) and not p.standing
    )
    labels, sizes = {painter.words.say(option.label) for option in prompt.options}, set[int]()
    for cursor in range(len(prompt.options)):
        desks = tuple(
            replace(desk, focus=Focus(prompt.key, cursor)) if seat in (None, desk.seat) else desk
            for desk in scene.desks
        )
        painter.draw(pygame.Surface((800, 480)), replace(scene, desks=(desks[0], desks[1])), 0.0)
        rows = [painter.place_of(touch) for touch in painter.touches if getattr(touch, "prompt", "") == prompt.key]
        inside = [one for one in painter.placed if any(row is not None and row.contains(one.ink) for row in rows)]
        sizes |= {one.px for one in inside if one.words.removeprefix("Hold: ") in labels}
    assert len(sizes) == 1


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_large_type_is_larger_and_hides_nothing(tongues: dict[str, Words], size: tuple[int, int]) -> None:
    """A list shows fewer rows at once, and every line that is there is whole, in its box and not smaller than usual."""
    usual, large, surface = Painter(tongues["en"]), Painter(tongues["en"], type_scale=LARGE), pygame.Surface(size)
    grown = 0
    for name in ("orders", "sealing", "tide_control", "infinity_turn", "tokens_at_end", "lobby_wrong", "legion_end"):
        scene = replace(every_scene()[name], match=name)
        usual.draw(surface, scene, 0.0)
        large.draw(surface, scene, 0.0)
        grown += sum(one.px for one in large.placed) / len(large.placed) > sum(one.px for one in usual.placed) / len(
            usual.placed
        )
        assert too_small(large, name) <= (too_small(usual, name) if size != (800, 480) else set())
        assert [one.words for one in large.placed if not one.whole or not one.box.contains(one.ink)] == []
        assert [(a.words, b.words) for a, b in combinations(large.placed, 2) if a.ink.colliderect(b.ink)] == []
    assert grown == 7


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
