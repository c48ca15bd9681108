"""The button of a question states what happens, where its words have a label for it."""

import pygame
import pytest

from lab.raw_lines import raw
from table.rules.text import text
from table.screen.painter import Painter
from table.words import Words, languages
from tests.screen import scenes


def drawn(words: Words, scene: str) -> list[str]:
    painter = Painter(words, rolling=False)
    painter.draw(pygame.Surface((1280, 720)), scenes.every_scene()[scene], 0.0)
    return [placed.words for placed in painter.placed]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("scene", "key"),
    [("legion_active", "legion.turn.end"), ("tide_action", "tide.action.ask"), ("tide_over", "match.close")],
)
def test_a_button_reports_what_happens(tongues: dict[str, Words], language: str, scene: str, key: str) -> None:
    words = tongues[language]
    (ask,) = {prompt.ask for prompt in scenes.every_scene()[scene].prompts if prompt.ask.key == key}
    label = words.button(ask)
    assert label is not None
    assert words.say(ask).endswith("?")
    assert any(words.say(label) in line for line in drawn(words, scene))


def test_a_question_without_a_label_of_its_own_is_confirmed(tongues: dict[str, Words]) -> None:
    assert tongues["en"].button(text("match.take", count=2, kind="corps")) is None


def test_no_rule_id_is_on_the_screen(tongues: dict[str, Words]) -> None:
    for scene in scenes.every_scene():
        assert raw(drawn(tongues["en"], scene)) == [], scene
