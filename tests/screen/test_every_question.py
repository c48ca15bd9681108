"""Every question of a seat is written: the one in focus whole, the others below it, before a list takes the room."""

from collections.abc import Iterator

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from table.config import Config
from table.devices.setup import Setup
from table.rules.prompts import AnyPrompt, ChooseOne
from table.rules.seats import BLUE
from table.rules.text import text
from table.screen.drawing.typefaces import LARGE, NORMAL
from table.screen.painter import Painter
from table.session.input import Pointed, Touched
from table.view.published import Focus, Published
from table.words import Words
from tests.screen import scenes
from tests.screen.bot_matches import GAMES, looks

SIZES = ((800, 480), (480, 800), (1280, 720))
TYPES = {"usual": NORMAL, "large": LARGE}


def moments(game: str) -> Iterator[Published]:
    """A bot match, with each set of questions once."""
    known = set()
    for now in looks(game):
        asked = frozenset((one.key.split(":")[0], one.ask.key, one.seat) for one in now.prompts if not one.standing)
        if now.view is not None and asked not in known:
            known.add(asked)
            yield now


def unwritten(painter: Painter, now: Published) -> set[str]:
    """Return the questions that stand nowhere in the picture, neither in full nor in the fewer words for a row."""
    words = painter.words
    asked = {one.ask for one in now.prompts if not one.standing}
    sentences = [one.words for one in painter.placed if one.whole]
    sentence = {ask: (words.say(ask), words.say(words.brief(ask))) for ask in asked}
    return {full for full, brief in sentence.values() if not any(full in line or brief in line for line in sentences)}


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_seat_is_written(game: str, language: str) -> None:
    missing = set[tuple[str, tuple[int, int], str]]()
    for name, scale in TYPES.items():
        for size in SIZES:
            painter = Painter(Setup.of(Config()).words(language), rolling=False, type_scale=scale)
            for number, now in enumerate(moments(game)):
                painter.draw(pygame.Surface(size), replace(now, match=f"{number}"), 0.0)
                missing |= {(name, size, ask) for ask in unwritten(painter, now)}
    assert missing == set()


def crowded(count: int) -> Published:
    """A list that is longer than its room, and other questions of the same seat."""
    base = scenes.activation()
    options = scenes.options(scenes.empire(), *range(len(scenes.empire())))
    others = [text(f"screen.hint.{word}") for word in ("lay", "mark", "turn")]
    prompts: list[AnyPrompt] = [
        ChooseOne(key="list", seat=BLUE, ask=text("legion.turn.ask"), rule="R", options=options)
    ]
    prompts += [replace(prompts[0], key=str(place), ask=ask) for place, ask in enumerate(others[:count])]
    blue = replace(base.desks[0], focus=Focus("list", 0))
    return replace(base, prompts=tuple(prompts), desks=(blue, base.desks[1]))


@pytest.fixture(params=TYPES.values(), ids=list(TYPES))
def set_in(words: Words, request: pytest.FixtureRequest) -> Painter:
    return Painter(words, rolling=False, type_scale=request.param)


def rows(painter: Painter) -> list[Rect]:
    answers = (touch for touch in painter.touches if isinstance(touch, Touched) and touch.prompt == "list")
    return [place for touch in answers if (place := painter.place_of(touch)) is not None]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_list_yields_its_rows_to_the_other_questions(set_in: Painter, size: tuple[int, int], count: int) -> None:
    now = crowded(count)
    set_in.draw(pygame.Surface(size), now, 0.0)
    ways = [touch for touch in set_in.touches if isinstance(touch, Pointed) and touch.prompt in "012"]
    others = [place for touch in ways if (place := set_in.place_of(touch)) is not None]
    assert unwritten(set_in, now) == set()
    assert len(others) >= count
    assert rows(set_in), "at least one answer stands"
    assert all(other.collidelist(rows(set_in)) < 0 for other in others)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_both_answers_of_two_stand_before_the_other_questions(
    set_in: Painter, size: tuple[int, int], count: int
) -> None:
    now = crowded(count)
    first, *others = now.prompts
    assert isinstance(first, ChooseOne)
    now = replace(now, prompts=(replace(first, options=first.options[:2]), *others))
    set_in.draw(pygame.Surface(size), now, 0.0)
    assert len(rows(set_in)) == 2
    assert any(isinstance(touch, Pointed) and touch.prompt in "012" for touch in set_in.touches), "and a way to them"


def test_beside_a_single_row_the_pages_are_turned_by_two_buttons_next_to_each_other(painter: Painter) -> None:
    painter.draw(pygame.Surface((480, 800)), crowded(3), 0.0)
    pages = [
        painter.place_of(touch) for touch in painter.touches if isinstance(touch, Pointed) and touch.prompt == "list"
    ]
    assert len(rows(painter)) == 1
    (up, down) = pages
    assert up is not None
    assert down is not None
    assert up.top == down.top
    assert up.right <= down.left
    assert up.height > 30


def test_large_type_becomes_usual_before_a_row_falls_away(words: Words) -> None:
    usual, large = (Painter(words, rolling=False, type_scale=scale) for scale in (NORMAL, LARGE))
    for painter in (usual, large):
        painter.draw(pygame.Surface((800, 480)), crowded(1), 0.0)
    assert rows(large) == rows(usual)
    few = crowded(0)
    short = replace(few.prompts[0], options=few.prompts[0].options[:2])  # type: ignore[union-attr]
    for painter in (usual, large):
        painter.draw(pygame.Surface((800, 480)), replace(few, prompts=(short,), match="few"), 0.0)
    heights = [max(one.capitals for one in painter.placed if one.words == "Darth Vader") for painter in (usual, large)]
    assert heights[0] < heights[1], "where all stands, it is large"
