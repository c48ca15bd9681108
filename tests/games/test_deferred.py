"""A deferred game is made at its first use, and then is the game that it stands for."""

import copy

from examples.skirmish import Skirmish
from table.games.deferred import deferred

GAME = Skirmish()


def test_it_is_made_once_and_at_its_first_use() -> None:
    made = list[str]()

    def make() -> Skirmish:
        made.append("skirmish")
        return GAME

    game = deferred("skirmish", make)
    assert game.system == "skirmish"
    assert not made
    assert (game.revision, game.events) == (GAME.revision, GAME.events)
    assert made == ["skirmish"]


def test_it_equals_the_game_that_it_makes() -> None:
    game = deferred("skirmish", lambda: GAME)
    assert game == GAME
    assert game == copy.copy(game)
    assert hash(game) == hash(GAME)
