"""The campaign of the demo, in small."""

import pytest

from lab.campaigns import demo_campaign


@pytest.mark.campaign
def test_every_game_agrees_with_itself_and_bots_that_keep_tokens_are_found() -> None:
    figures = {figure.name: figure for figure in demo_campaign.campaign(1, 1, lambda _: None)}
    assert [figure.ok for figure in figures.values()] == [True, True], figures
    assert figures["demo.disagreements"].n == 4 + 5 + 2 + 5, "after the second round, and each one that the game has"
    assert figures["demo.control"].value > 0


@pytest.mark.slow
@pytest.mark.parametrize("system", demo_campaign.systems())
def test_two_rounds_of_each_game_agree(system: str) -> None:
    counts = demo_campaign.DemoCounts()
    demo_campaign.play(counts, system, 2, last=2)
    assert (counts.matches, counts.looks, counts.wrong) == (1, 1, [])
