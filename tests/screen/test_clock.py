"""The clock stands in the strip at the top, in the place of the phase."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from table.rules.seats import BLUE
from table.screen.painter import Painter
from table.view.published import ClockFace
from table.words import Words
from tests.screen.scenes import every_scene


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (ClockFace(2535, -61, (BLUE,)), "Blue 42:15* · Red -1:01"),
        (ClockFace(60, 60, shared=True), "Time 1:00"),
        (ClockFace(3600, 0, nobody_s=75), "Blue 60:00 · Red 0:00 · 1:15"),
    ],
)
def test_what_is_left_is_shown_with_a_mark_at_the_time_that_runs(face: ClockFace, words: str) -> None:
    painter = Painter(Words("en"))
    scene = next(scene for name, scene in every_scene().items() if scene.view is not None and "over" not in name)
    painter.draw(Surface((1280, 720)), replace(scene, clock=face), 0.0)
    assert words in [one.words for one in painter.placed]
