"""The campaign of the demo, in small."""

import pytest

from lab.campaigns import demo_campaign


@pytest.mark.slow
@pytest.mark.parametrize("system", demo_campaign.systems())
def test_two_rounds_of_each_game_agree(system: str) -> None:
    counts = demo_campaign.DemoCounts()
    demo_campaign.play(counts, system, 2, last=2)
    assert (counts.matches, counts.looks, counts.wrong) == (1, 1, [])
