"""Through whole matches of every game nobody reads a key, a name of the program, or a hole that nothing filled.

What a page makes of this in a browser is read there: `tests/network/web/browser/test_nothing_raw.py`.
"""

import random
from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from lab.figures.pages.bot_matches import bots_match
from lab.raw_lines import raw
from lab.systems import systems
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.network.web.pages import WORDS_OF_PAGES
from table.rules.text import Text
from table.rules.view import View
from table.screen.painter import Painter
from table.screen.speech.spoken import SpokenLines
from table.words import Words, languages
from tests.emulation.shown_texts import texts
from tests.whole_matches import GAMES, moments, phone_messages

WORDS = {language: Words(language) for language in languages()}
SHOWN = ("ask", "headline", "label", "name", "notice", "status")
"""The fields of a phone's message that are shown as they come."""
SYSTEMS = {system.game.system: system for system in systems()}


@pytest.mark.parametrize(
    "line",
    [
        "1 rank.commander, 2 rank.corps",
        "{seat}'s turn",
        "Round undefined",
        "red_defense",
        "legion.ask",
        "A short notice LA-50",
        "[object Text]",
    ],
)
def test_it_would_be_found(line: str) -> None:
    assert raw([line]) == [line]


@pytest.mark.parametrize(
    "line", ["Red: AT-RT 2 acts.", "http://table.local:7500", "1.5 s", "z.B. Boba Fett", "{", "a. b"]
)
def test_words_are_not_raw(line: str) -> None:
    assert raw([line]) == []


def test_each_game_is_played() -> None:
    assert set(GAMES) <= set(SYSTEMS)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_match_by_chance_shows_has_words_in_every_language(game: str) -> None:
    shown = set[Text]()
    for seed in range(3):
        for view, prompts in random_match(SYSTEMS[game], seed):
            shown |= {*texts(view), *texts(prompts), *named_by_a_page(view)}
    assert {text.key for text in shown if text.key not in WORDS["en"]} == set()
    for words in WORDS.values():
        assert raw(map(words.say, shown)) == []
        assert raw(words.say(words.brief(text)) for text in shown) == []


def random_match(system: System, seed: int) -> Iterator[tuple[View, Any]]:
    """Yield all views and prompts of a match in which either seat also answers what it need not."""
    match = RandomMatch(system.game, system.sides(random.Random(seed)), (), seed, restless=4)
    going = True
    while going:
        view = match.match.view(match.state)
        assert view is not None
        yield view, match.match.prompts(match.state)
        going = match.turn()


def named_by_a_page(view: View) -> Iterator[Text]:
    """Yield the words for what a view names by an icon or a face alone: a page has them by these keys."""
    kinds = {kind for seat in view.seats for pool in seat.pools for kind, _ in pool.counts}
    named = [f"token.{kind.rpartition('.')[2]}" for kind in sorted(kinds)]
    named += [f"page.state.{piece.state}" for seat in view.seats for piece in seat.pieces if piece.state]
    if view.rolled is not None and not view.rolled.face.isdecimal():
        named.append(f"screen.die.{view.rolled.face}")
    assert all(key.startswith(WORDS_OF_PAGES) for key in named)
    return map(Text, named)


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_screen_spoken_or_reported_to_a_phone_is_raw(game: str) -> None:
    for language in languages():
        for where, read in (("screen", on_the_screen), ("speech", spoken), ("phone", on_phones)):
            shown = set(read(game, language))
            assert len(shown) > 90, (language, where)
            assert raw(shown) == [], (language, where)


def on_the_screen(game: str, language: str) -> Iterator[str]:
    painter = Painter(WORDS[language], rolling=False)
    for number, look in enumerate(moments(game)):
        painter.draw(pygame.Surface((1280, 720)), replace(look.published, match=f"{number}"), 0.0)
        yield from (placed.words for placed in painter.placed)


def spoken(game: str, language: str) -> Iterator[str]:
    voice = SpokenLines()
    for look in bots_match(game).looks:
        yield from map(WORDS[language].say, voice.heard(look.published, None))


def on_phones(game: str, language: str) -> Iterator[str]:
    for message in phone_messages(game, language):
        yield from lines(message)


def lines(message: Any, field: str = "") -> Iterator[str]:
    """Yield what a phone shows of a message as it comes."""
    if isinstance(message, dict):
        for name, value in message.items():
            yield from lines(value, name)
    elif isinstance(message, list):
        for value in message:
            yield from lines(value, field)
    elif isinstance(message, str) and (field in SHOWN or field in ("faces", "faults", "hoppers", "spent", "story")):
        yield message
