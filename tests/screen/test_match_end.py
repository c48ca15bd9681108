"""The end of a match on the screen: points by round, cards, time."""

import pytest
from msgspec.structs import replace
from pygame import Rect, Surface

from table.rules.match.ending import WINNER, WINNERS
from table.rules.prompts import ChooseOne, Confirm
from table.rules.result import RoundPoints
from table.rules.seats import SEATS
from table.rules.text import text
from table.rules.view import View
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import LARGE, NORMAL, Fonts, TypeScale
from table.screen.painter import Painter
from table.screen.parts.match_end import draw_match_end
from table.session.input import Touched
from table.view.published import PublishedScore
from table.words import Words, languages
from tests.screen.scenes import every_scene


def shown(score: PublishedScore, scene: str = "infinity_over", height: int = 500) -> list[str]:
    view = every_scene()[scene].view
    assert isinstance(view, View)
    canvas = Canvas(Words("en"), Fonts())
    canvas.begin(Surface((900, height)), 1.0)
    draw_match_end(canvas, Rect(0, 0, 900, height), replace(view, round=3), score, "")
    return [one.words for one in canvas.placed]


def test_points_by_round_cards_and_time_are_reported() -> None:
    rounds = (RoundPoints(1, 2, 0), RoundPoints(3, 1, 4))
    words = shown(PublishedScore(rounds, counts=True, cards=(5, 6), lasted_s=2 * 3600 + 14 * 60 + 59))
    for line in ("Points by round: 2, 0, 1", "Points by round: 0, 0, 4", "3", "4", "5", "6", "Played in 2:14 h"):
        assert line in words, line
    assert words.count("Cards played") == 2


def test_what_nobody_knows_or_counts_is_left_out() -> None:
    words = shown(PublishedScore())
    assert not any(line.startswith(("Points", "Played", "Cards played")) for line in words)


def test_where_there_is_little_room_both_sides_are_named_and_their_counters_are_left_out() -> None:
    rounds = (RoundPoints(3, 1, 4),)
    whole = shown(PublishedScore(rounds, counts=True, cards=(5, 6)), "over", height=600)
    short = shown(PublishedScore(rounds, counts=True, cards=(5, 6)), "over", height=250)
    for words in (whole, short):
        assert words.count("Cards played") == 2, "the loser's, too"
        assert {"Points by round: 0, 0, 1", "Points by round: 0, 0, 4"} <= set(words)
    assert whole.count("Discarded") == 2
    assert short.count("Discarded") == 0
    least = shown(PublishedScore(rounds, counts=True, cards=(5, 6)), "over", height=190)
    assert {"Points by round: 0, 0, 1", "Points by round: 0, 0, 4"} <= set(least)
    assert "Cards played" not in least


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_who_has_won_is_asked_with_all_three_answers(
    tongues: dict[str, Words], language: str, size: tuple[int, int]
) -> None:
    over = every_scene()["infinity_over"]
    ask = text("match.won.ask", blue=0, red=0, called=text("points.objective"))
    asked = ChooseOne(key=WINNER, seat=None, ask=ask, rule="TB-96", options=WINNERS, hold=True)
    beside = tuple(
        Confirm(key=f"match.tokens_back.{seat}", seat=seat, ask=text("match.take_back"), rule="R", standing=True)
        for seat in SEATS
    )
    painter = Painter(tongues[language], rolling=False)
    painter.draw(Surface(size), replace(over, prompts=(asked, *beside)), 0.0)
    places = [painter.place_of(Touched(None, WINNER, option.id, hold=True)) for option in WINNERS]
    assert all(place is not None and place.height > 30 for place in places)


@pytest.mark.parametrize("type_scale", [NORMAL, LARGE], ids=["usual", "large"])
@pytest.mark.parametrize("language", languages())
def test_whatever_is_counted_is_named(tongues: dict[str, Words], language: str, type_scale: TypeScale) -> None:
    """Where there is no room for all words, in fewer."""
    scene, words = every_scene()["tide_over"], tongues[language]
    painter = Painter(words, type_scale=type_scale)
    painter.draw(Surface((480, 800)), scene, 0.0)
    assert scene.view is not None
    reported = [one.words for one in painter.placed]
    for counter in (counter for seat in scene.view.seats for counter in seat.counters):
        names = {words.say(counter.label), words.say(words.brief(counter.label))}
        both = sum(each.label == counter.label for seat in scene.view.seats for each in seat.counters)
        assert sum(reported.count(name) for name in names) == both, counter.label
