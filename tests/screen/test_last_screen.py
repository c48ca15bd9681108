"""The last screen of a match and its result card say who has won, how, in what time, and with how many cards."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from table.config import Config
from table.devices.setup import Setup
from table.rules.result import Result, WonBy
from table.rules.seats import RED
from table.rules.text import text
from table.screen import result_card as card_of
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import Fonts
from table.screen.painter import Painter
from table.screen.parts.match_end import draw_result
from table.words import languages
from tests.screen.bot_matches import GAMES, closed

SIZES = ((800, 480), (1280, 720), (480, 800))
LONG = 3 * 3600 + 7 * 60
OWN = {"legion_2024": ("LA-22", "LA-23", "LA-24"), "tide_of_iron": ("IB-06",)}
"""The rules by which a game itself names the winner."""


def results(game: str) -> tuple[Result, ...]:
    own = tuple(Result(RED, WonBy.RULES, rule) for rule in OWN.get(game, ()))
    stated = (
        Result(RED, WonBy.SAID, "TB-96"),
        Result(RED, WonBy.POINTS, "TB-96"),
        Result(RED, WonBy.CONCEDED, "TB-13"),
    )
    return (*own, *stated)


@pytest.mark.campaign
@pytest.mark.rule("TB-13")
@pytest.mark.rule("TB-96")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_who_has_won_how_the_time_and_the_cards_stand_on_the_last_screen(game: str, size: tuple[int, int]) -> None:
    now = closed(game)
    view = now.view
    assert view is not None
    assert now.chain
    for language in languages():
        words = Setup.of(Config()).words(language)
        painter = Painter(words, rolling=False)
        for number, result in enumerate(results(game)):
            score = replace(now.score, result=result, lasted_s=LONG, cards=(5, 6))
            painter.draw(Surface(size), replace(now, match=f"{number}", score=score), 0.0)
            placed = painter.placed
            by = f"result.by.{result.rule.replace('-', '_')}" if result.by is WonBy.RULES else f"history.by.{result.by}"
            how = words.say(text("screen.result", how=text(by)))
            heads = [one for one in placed if one.words == words.say(view.headline)]
            ways = [one for one in placed if one.words == how]
            assert len(heads) == len(ways) == 1, (language, how)
            assert 0 < ways[0].ink.y - heads[0].ink.bottom < size[1] // 12, "directly under the headline"
            sentence = [one.words for one in placed]
            assert words.say(text("screen.lasted", time="3:07")) in sentence, (language, sentence)
            assert sentence.count(words.say(text("screen.cards_played"))) == 2, (language, sentence)
            assert not [one.words for one in placed if not one.whole], language


@pytest.mark.campaign
def test_the_result_itself_stands_on_the_last_screen() -> None:
    """Nothing is put in here: it is what the match came to."""
    for game in GAMES:
        assert closed(game).score.result is not None, game


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_the_result_card_states_how_and_no_story(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    canvases: list[Canvas] = []

    def kept(*args: object) -> Canvas:
        canvases.append(Canvas(*args))  # type: ignore[arg-type]
        return canvases[-1]

    monkeypatch.setattr(card_of, "Canvas", kept)
    now, words = closed(game), Setup.of(Config()).words("en")
    assert now.view is not None
    score = replace(now.score, result=results(game)[0], lasted_s=LONG, cards=(5, 6))
    assert card_of.result_card(words, now.view, score, now.chain).startswith(b"\x89PNG")
    shown = [one.words for one in canvases[0].placed]
    assert sum(line.startswith("Result: ") for line in shown) == 1
    assert {"Played in 3:07 h", words.say(now.view.headline)} <= set(shown)
    assert shown.count("Cards played") == 2
    assert not {words.say(line) for line in now.view.story} & set(shown)


@pytest.mark.campaign
def test_a_rule_set_from_elsewhere_needs_no_line_of_its_own() -> None:
    canvas = Canvas(Setup.of(Config()).words("en"), Fonts())
    canvas.begin(Surface((400, 300)), 1.0)
    now = closed("infinity")
    assert now.view is not None
    score = replace(now.score, result=Result(RED, WonBy.RULES, "XX-01"))
    draw_result(canvas, canvas.surface.get_rect(), now.view, score)
    assert "Result: by the rules" in {one.words for one in canvas.placed}
