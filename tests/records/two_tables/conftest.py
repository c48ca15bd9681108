"""Two sides on a line without faults, with the demo's armies of Legion."""

import pytest

from lab.campaigns.two_tables.bad_line import CALM, TwoTables, Weather, sampled
from lab.systems import all_rule_sets
from table.games.random_play.trial import System
from table.rules.prompts import SealedCard
from table.rules.seats import Seat

STEPS = 60


class QuietTables(TwoTables):
    """Two tables whose players do only as the test states."""

    def __init__(self, system: System, weather: Weather = CALM) -> None:
        super().__init__(system, 1, 0, weather)
        self.plays_until_locks()

    def settle(self, steps: int = STEPS) -> None:
        for _ in range(steps):
            self.step()

    def prompt(self, seat: Seat) -> SealedCard:
        return next(each for each in self.peer(seat).prompts if isinstance(each, SealedCard))

    def lays(self, seat: Seat, card: str) -> None:
        assert self.peer(seat).lay(self.prompt(seat), card) is None


def legion() -> System:
    return sampled(next(each for each in all_rule_sets() if each.game.system == "legion_2024"))


@pytest.fixture
def tables() -> QuietTables:
    return QuietTables(legion())
