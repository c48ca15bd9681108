"""The screen in a match with another table."""

import pygame
import pytest
from msgspec.structs import replace

from table.rules.text import text
from table.screen.motion import ROLL_S
from table.screen.painter import Painter
from table.view.published import Published, ReaderState
from tests.screen import scenes

SIZE = (800, 480)


def words_on(painter: Painter, *shown: tuple[Published, float]) -> set[str]:
    """Return the words on the screen after these views, each drawn at its time."""
    for published, now_s in shown:
        painter.draw(pygame.Surface(SIZE), published, now_s)
    return {str(one.words) for one in painter.placed}


@pytest.mark.rule("TB-131")
def test_a_roll_of_both_tables_has_no_short_code_and_is_not_called_one_by_hand(painter: Painter) -> None:
    rolled = replace(scenes.rolled(), proof="")
    shown = words_on(painter, (scenes.tie(), 0.0), (rolled, 1.0), (rolled, 1.0 + ROLL_S + 0.1))
    assert "Roll 3" in shown
    assert not any("by hand" in words for words in shown)


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("sent", [False, True])
def test_a_card_whose_lock_is_on_its_way_is_not_called_unneeded(painter: Painter, sent: bool) -> None:
    scene = scenes.tie()
    blue, red = scene.desks
    waits = text("far.sent") if sent else None
    lying = replace(scene, prompts=(), askings=(), desks=(replace(blue, reader=ReaderState.CARD, waits=waits), red))
    if lying.view is not None:
        lying = replace(
            lying, view=replace(lying.view, seats=tuple(replace(each, card=None) for each in lying.view.seats))
        )
    shown = words_on(painter, (lying, 0.0))
    assert ("This card is not needed now" in shown) is not sent
