"""The presses to enter points or a defeated unit are counted at any moment of a match."""

from pathlib import Path

import pytest

from lab.headless import HeadlessParts
from lab.presses.report_acts import DefeatActs, PointActs
from lab.presses.skilled import Played, SkilledMatch
from lab.trials.game_trials import game_trials

pytestmark = pytest.mark.campaign


def counted(folder: Path, *, by_touch: bool) -> tuple[PointActs, DefeatActs]:
    parts, points, defeats = HeadlessParts(folder), PointActs(), DefeatActs()
    evening = game_trials("infinity").evening
    assert evening is not None

    def look(played: SkilledMatch) -> None:
        points.look(played)
        defeats.look(played)

    SkilledMatch(parts, folder, Played(parts.games["infinity"], evening(), by_touch), 1, look).play()
    return points, defeats


@pytest.mark.rule("TB-95")
def test_points_take_two_touches_and_any_units_defeat_three_at_the_most(tmp_path: Path) -> None:
    points, defeats = counted(tmp_path, by_touch=True)
    assert set(points.acts) == {2}
    assert defeats.acts
    assert max(defeats.acts) <= 3


def test_the_buttons_need_more_for_a_higher_number_and_a_unit_further_down(tmp_path: Path) -> None:
    points, defeats = counted(tmp_path, by_touch=False)
    assert min(points.acts) >= 3
    assert max(points.acts) > min(points.acts)
    assert max(defeats.acts) > min(defeats.acts) >= 3
    assert set(points.agreed) == {2}, "from the answer that declines to the other one, and a hold"
