"""The clock of the hall's round, below both halves."""

import pygame
import pytest
from msgspec.structs import replace

from table.screen.drawing import palette
from table.screen.painter import Painter
from table.view.published import RoundTime
from table.words import Words
from tests.screen import scenes


def shown(time: RoundTime | None) -> list[tuple[str, tuple[int, int, int]]]:
    painter = Painter(Words("en"))
    painter.draw(pygame.Surface((800, 480)), replace(scenes.sealing(), round_time=time), 0.0)
    return [(one.words, one.colour) for one in painter.placed if "hall" in one.words]


@pytest.mark.rule("TB-124")
@pytest.mark.parametrize(
    ("time", "words", "colour"),
    [
        (RoundTime(2, 4992, runs=True), "Round 2 of the hall: 83:12*", palette.INK),
        (RoundTime(2, 4992, runs=False), "Round 2 of the hall: 83:12", palette.INK),
        (RoundTime(3, -61, runs=True), "Round 3 of the hall: -1:01*", palette.ALERT),
    ],
)
def test_it_reports_what_is_left_whether_it_runs_and_that_it_is_over(
    time: RoundTime, words: str, colour: tuple[int, int, int]
) -> None:
    assert shown(time) == [(words, colour)]


@pytest.mark.rule("TB-124")
def test_without_one_nothing_is_reported() -> None:
    assert shown(None) == []


@pytest.mark.rule("TB-124")
def test_beside_phones_it_is_short() -> None:
    painter = Painter(Words("en"))
    painter.draw(pygame.Surface((480, 800)), scenes.SCENES["hall_round_over"](), 0.0)
    assert "Hall 12: -83:12*" in [one.words for one in painter.placed]
