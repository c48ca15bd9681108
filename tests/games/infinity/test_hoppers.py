"""Which of Infinity's tokens come out of a hopper, and which the players take."""

import random
from pathlib import Path

import pytest

from lab.trials.infinity.infinity_trial import sides
from table.config import Config, load
from table.devices.configured.device_settings import hopper_entries
from table.games.infinity.rules.game import Infinity
from table.games.random_play.match import RandomMatch
from table.rules.game import Event
from table.rules.match.events import TokensOwed, TokensTakenByHand

EXAMPLE = load(Path(__file__).parents[3] / "examples" / "infinity.toml").config


@pytest.mark.rule("TB-09")
@pytest.mark.rule("TB-116")
@pytest.mark.parametrize(
    ("config", "paid"), [(Config(), {"command", "regular"}), (EXAMPLE, {"command", "regular", "speedball"})]
)
@pytest.mark.slow
def test_a_kind_without_a_hopper_is_taken_by_hand(config: Config, paid: set[str]) -> None:
    events = [event for seed in range(4) for event in _played(config, seed)]
    owed = [event for event in events if isinstance(event, TokensOwed)]
    assert {job.kind for job in owed} == {"command", "regular", "speedball"}
    assert {job.kind for job in owed if job.hopper is not None} == paid
    taken = {event.job for event in events if isinstance(event, TokensTakenByHand)}
    assert {job.job for job in owed if job.hopper is None} & taken or paid == {"command", "regular", "speedball"}


def _played(config: Config, seed: int) -> list[Event]:
    match = RandomMatch(Infinity(rounds=1), sides(random.Random(seed)), hopper_entries(config), seed, restless=40)
    while match.turn():
        pass
    return match.events
