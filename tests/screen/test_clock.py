"""The clock is in the strip at the top, in the place of the phase."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from pygame import Surface

from table.rules.seats import BLUE, RED
from table.screen.drawing.typefaces import LARGE
from table.screen.painter import Painter
from table.view.published import ClockFace
from table.words import Words
from tests.screen.scenes import every_scene

WIDE, UPRIGHT = (1280, 720), (480, 800)


def shown(face: ClockFace, size: tuple[int, int]) -> list[str]:
    painter = Painter(Words("en"))
    scene = next(scene for name, scene in every_scene().items() if scene.view is not None and "over" not in name)
    painter.draw(Surface(size), replace(scene, clock=face), 0.0)
    assert all(one.whole for one in painter.placed)
    return [one.words for one in painter.placed]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("face", "times"),
    [
        (ClockFace(2535, -61, (BLUE,)), ["42:15*", "-1:01"]),
        (ClockFace(60, 60, shared=True), ["1:00"]),
        (ClockFace(3600, 0, nobody_s=75), ["60:00", "0:00", "1:15"]),
    ],
)
def test_what_is_left_is_shown_with_a_mark_at_the_time_that_runs(face: ClockFace, times: list[str]) -> None:
    words = shown(face, WIDE)
    assert [each for each in words if ":" in each and each.strip("-*").replace(":", "").isdigit()] == times


@pytest.mark.slow
def test_where_there_is_little_room_both_times_are_whole() -> None:
    words = shown(ClockFace(7535, -361, (BLUE,), nobody_s=600), UPRIGHT)
    assert {"125:35*", "-6:01"} <= set(words)
    assert "10:00" not in words


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("name", ["tide_setup", "activation"])
def test_in_large_type_no_time_runs_into_the_name_of_the_step(
    tongues: dict[str, Words], language: str, name: str
) -> None:
    painter = Painter(tongues[language], type_scale=LARGE)
    scene = every_scene()[name]
    painter.draw(Surface(UPRIGHT), replace(scene, clock=ClockFace(2535, 3600, (BLUE, RED))), 0.0)
    line = [one for one in painter.placed if one.ink.bottom <= painter.placed[0].box.bottom]
    assert {"42:15*", "60:00*"} <= {one.words for one in line}
    assert all(one.whole for one in line)
    places = sorted((one.ink for one in line), key=lambda ink: ink.x)
    assert all(left.right <= right.left for left, right in pairwise(places))
