"""One hold too many of a finger at the same place spends nothing else."""

from pathlib import Path

import pytest

from lab.headless import HeadlessParts
from lab.presses.fingers import FingerMatch
from lab.presses.skilled import Played
from lab.trials.game_trials import game_trials


@pytest.mark.campaign
@pytest.mark.rule("TB-118")
def test_where_a_finger_spent_an_order_one_hold_more_spends_no_other_and_the_control_does(tmp_path: Path) -> None:
    parts = HeadlessParts(tmp_path)
    trials = game_trials("infinity")
    assert trials.evening is not None
    match = FingerMatch(parts, tmp_path, Played(parts.games["infinity"], trials.evening(), by_touch=True), 1)
    match.play()
    assert match.held > 40
    assert match.slips.total() == 0
    assert match.unguarded["order"] > 10, "the row of the next order moves to where the finger was"
