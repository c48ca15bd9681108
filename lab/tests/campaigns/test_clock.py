"""The campaign of the clock, in small."""

import pytest

from lab.campaigns import clock_campaign
from lab.systems import systems
from table.rules.match.events import TokensTakenByHand


@pytest.mark.campaign
def test_every_millisecond_stands_with_its_seat_and_a_screen_would_lose_some() -> None:
    figures = {figure.name: figure for figure in clock_campaign.campaign(40, 1, lambda _: None)}
    assert [figure.ok for figure in figures.values()] == 4 * [True], figures
    assert figures["clock.error"].value == 0
    assert figures["clock.error"].n == 2 * 40
    assert figures["clock.control"].value > 1000
    assert figures["clock.first"].value == 0
    assert figures["clock.first"].n == 2 * 40
    assert figures["clock.first.control"].value > 1000


@pytest.mark.slow
def test_what_is_taken_by_hand_stops_nobodys_clock() -> None:
    match = clock_campaign.TimedMatch(next(system for system in systems() if system.game.system == "infinity"), 5)
    for _ in range(40):
        match.turn()
        assert not match.state.ledger.jobs
    assert any(isinstance(event, TokensTakenByHand) for event in match.events)


@pytest.mark.slow
def test_a_second_that_is_missing_is_an_error() -> None:
    counts = clock_campaign.ClockCounts()
    match = clock_campaign.TimedMatch(next(systems()), 5)
    for _ in range(6):
        match.think()
        match.turn()
    right = {
        "ok": True,
        "clock": {
            **{str(seat): {"charged": ms, "not": match.now_ms - ms} for seat, ms in match.charged_ms.items()},
            "match": match.now_ms,
        },
    }
    clock_campaign._judge(counts, match, right)
    assert counts.errors_ms == [0, 0]
    right["clock"]["blue"]["not"] -= 1  # type: ignore[index]
    clock_campaign._judge(counts, match, right)
    clock_campaign._judge(counts, match, {"ok": False})
    assert counts.errors_ms == [0, 0, 1, 0, match.now_ms + 1, match.now_ms + 1]
