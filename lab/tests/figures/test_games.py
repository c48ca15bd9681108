"""The goals for the speed of random play: each game's own number, with its margin."""

import random

import pytest

from lab.figures.game_figures import random_play
from lab.systems import systems
from table.games.random_play.trial import Trial

ASKED = {"legion_2024": ">= 2000", "legion_classic": ">= 2000", "infinity": ">= 2500", "tide_of_iron": ">= 2000"}
MARGINS = {"legion_2024": ">= 1.25", "legion_classic": ">= 1.25"}


def test_each_game_has_its_own_goal_and_legion_a_margin() -> None:
    reported = [figure for each in systems() for figure in random_play(each.game.system, each.trial, (9_999.0,))]
    assert {figure.name: figure.goal for figure in reported} == {
        **{f"games.random_play.{system}": goal for system, goal in ASKED.items()},
        **{f"games.random_play.{system}.margin": goal for system, goal in MARGINS.items()},
    }
    assert all(figure.ok for figure in reported)


@pytest.mark.parametrize(
    ("speed", "met"), [(1_999.0, (False, False)), (2_450.0, (True, False)), (2_500.0, (True, True))]
)
def test_a_speed_is_held_against_the_goal_and_against_the_margin(speed: float, met: tuple[bool, bool]) -> None:
    trial = Trial(lambda _: {}, margin=1.25)
    figures = list(random_play("game", trial, (speed, speed, 0.0 + speed)))
    assert tuple(figure.ok for figure in figures) == met


def test_the_margin_is_that_of_the_median() -> None:
    rng = random.Random(1)
    taken = [2_000.0, 2_600.0, 3_000.0]
    rng.shuffle(taken)
    _, margin = random_play("game", Trial(lambda _: {}, margin=1.25), taken)
    assert (margin.value, margin.unit) == (1.3, "times")
