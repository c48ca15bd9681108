"""The campaign in small: whatever is cut, no token is paid twice and none is lost without a word."""

import pytest

from table.bench.payouts import sweep
from table.bench.payouts.campaign import campaign, one
from table.bench.payouts.trial import Trial


def test_a_small_campaign_meets_every_goal_and_its_control_fails() -> None:
    told: list[int] = []
    figures = {figure.name: figure for figure in campaign(300, 3, told.append)}
    assert [name for name, figure in figures.items() if not figure.ok] == []
    assert figures["dispense.resend.control"].value > 0
    assert figures["dispense.double"].n >= 300
    assert max(told) == 300


def test_every_kind_of_moment_is_struck() -> None:
    places = set()
    for moment in range(1, sweep.moments(), 29):
        trial = Trial(sweep.SEED)
        trial.table.arm(moment, "pico", sweep.AWAY_NS)
        trial.payout(0, sweep.TOKENS, cut="pico")
        trial.close()
        places.add(trial.table.steps.place)
        assert trial.tally.wrong == []
    assert {"byte to host", "byte to pico"} <= places
    assert any(place.startswith(("before", "after")) for place in places)


@pytest.mark.parametrize("seed", [1190, 135])
def test_what_the_campaign_once_found_stays_mended(seed: int) -> None:
    assert one(("random", seed, 25)).wrong == []
