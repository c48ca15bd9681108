"""The help over the table's screen: F1 shows it wherever one is, a press ends it, and all of it can be read."""

from itertools import combinations

import pygame
import pytest

from table.screen.drawing.typefaces import TYPE_SCALES
from table.screen.motion import Motion, PanelMotion
from table.screen.painter import Painter
from table.view.published import Published
from table.words import Words, languages
from tests.screen import scenes

HELP = ("help",)


@pytest.mark.parametrize("scene", [scenes.lobby(), scenes.sealing(), scenes.over()], ids=["lobby", "match", "end"])
def test_it_stands_over_whatever_is_shown_until_a_press(scene: Published) -> None:
    motion = Motion()
    motion.see(scene, 0.0)
    motion.recall(HELP, 1.0)
    assert isinstance(motion.moving(1.0), PanelMotion)
    assert motion.animating(100.0), "long enough to be read"
    assert motion.act(1.0) is None, "it is no event of the match, and makes no sound"
    motion.skip(1.2)
    assert motion.moving(1.2) is None
    assert not motion.animating(1.2)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("type_size", TYPE_SCALES)
def test_all_of_it_can_be_read(tongues: dict[str, Words], language: str, size: tuple[int, int], type_size: str) -> None:
    painter, surface = Painter(tongues[language], type_scale=TYPE_SCALES[type_size]), pygame.Surface(size)
    painter.draw(surface, scenes.lobby(), 0.0)
    painter.recall(HELP, 1.0)
    painter.draw(surface, scenes.lobby(), 1.0)
    assert len(painter.placed) == 8
    assert [one.words for one in painter.placed if not one.whole or one.capitals < 15] == []
    assert not any(a.ink.colliderect(b.ink) for a, b in combinations(painter.placed, 2))
