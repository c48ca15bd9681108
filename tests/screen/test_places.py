"""Answers, card and units keep their places from one question to the next, so that no finger hits another answer."""

from collections.abc import Iterable

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne, Confirm
from table.rules.seats import BLUE
from table.rules.text import text
from table.screen.painter import Painter
from table.session.input import Pointed, Touched
from table.view.published import Focus
from tests.screen import scenes

SIZES = ((800, 480), (1280, 720), (480, 800))
SHORT, LONG = text("legion.orders.ask", left=2), text("legion.turn.ask")
"""A question of one line, and one of two."""


def asked(*units: int) -> tuple[AnyPrompt, ...]:
    """A list and a confirmation, with a short and with a long question each."""
    options = scenes.options(scenes.empire(), *units)
    lists = (ChooseOne(key="a", seat=BLUE, ask=ask, rule="R", options=options) for ask in (SHORT, LONG))
    ends = (Confirm(key="a", seat=BLUE, ask=ask, rule="R") for ask in (SHORT, LONG))
    return (*lists, *ends)


def drawn(painter: Painter, size: tuple[int, int], prompt: AnyPrompt) -> None:
    base = scenes.activation()
    desks = (replace(base.desks[0], focus=Focus("a", 0)), base.desks[1])
    painter.draw(pygame.Surface(size), replace(base, prompts=(prompt,), desks=desks), 0.0)


def answers(painter: Painter) -> list[Rect]:
    mine = (touch for touch in painter.touches if isinstance(touch, Touched | Pointed) and touch.prompt == "a")
    return [rect for touch in mine if (rect := painter.place_of(touch)) is not None]


def lines(painter: Painter, words: Iterable[str]) -> set[tuple[str, int, int]]:
    return {(one.words, one.ink.x, one.ink.y) for one in painter.placed if one.words in words}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_button_stands_at_one_place_however_long_its_question_is(painter: Painter, size: tuple[int, int]) -> None:
    places = set()
    for prompt in asked(0, 1, 3):
        if isinstance(prompt, Confirm):
            drawn(painter, size, prompt)
            (button,) = answers(painter)
            places.add(tuple(button))
    assert len(places) == 1


@pytest.mark.parametrize("units", [(0, 1), (0, 1, 3)], ids=["two", "three"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_answers_begin_at_one_place_and_card_and_pool_stay_however_long_the_question_is(
    painter: Painter, size: tuple[int, int], units: tuple[int, ...]
) -> None:
    for kind in (ChooseOne, Confirm):
        firsts, beside = set(), set()
        for prompt in asked(*units):
            if isinstance(prompt, kind):
                drawn(painter, size, prompt)
                firsts.add(min(rect.y for rect in answers(painter)))
                beside.add(frozenset(lines(painter, ("Implacable", "4", "1"))))
        assert len(firsts) == 1
        assert len(beside) == 1
