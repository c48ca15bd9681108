"""Two sides on a line without faults, with the demo's armies of Legion."""

from collections.abc import Iterator

import pytest

from lab.campaigns.two_tables.bad_line import CALM, Player, TwoTables, Weather, sampled
from lab.systems import all_rule_sets
from table.games.random_play.trial import System
from table.records.two_tables.peer import TwoTablesPeer
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat

STEPS = 60


class QuietTables(TwoTables):
    """Two tables whose players do only as the test says."""

    def __init__(self, system: System, weather: Weather = CALM) -> None:
        super().__init__(system, 1, 0, weather)
        self.players = {seat: _NoPlayer(seat, 1, 0) for seat in SEATS}
        self.settle()

    def settle(self, steps: int = STEPS) -> None:
        for _ in range(steps):
            self.step()

    def prompt(self, seat: Seat, key: str) -> AnyPrompt:
        return next(each for each in self.peer(seat).prompts if each.key == key)

    def locks(self, seat: Seat, card: str) -> None:
        prompt = next(each for each in self.peer(seat).prompts if isinstance(each, SealedCard))
        assert self.peer(seat).lay(prompt, card) is None

    def begins(self) -> None:
        """Answer everything before the first cards are to be locked."""
        while not any(isinstance(each, SealedCard) for seat in SEATS for each in self.peer(seat).prompts):
            seat, prompt = next(self._asked())
            self.peer(seat).answer(prompt, Answer(seat, prompt.key, prompt.sample(lambda _: 0)))
            self.settle()

    def _asked(self) -> Iterator[tuple[Seat, AnyPrompt]]:
        for seat in SEATS:
            yield from ((seat, each) for each in self.peer(seat).prompts if not each.standing)


class _NoPlayer(Player):
    def plays(self, peer: TwoTablesPeer) -> None:
        pass


def legion() -> System:
    return sampled(next(each for each in all_rule_sets() if each.game.system == "legion_2024"))


@pytest.fixture
def tables() -> QuietTables:
    tables = QuietTables(legion())
    tables.begins()
    return tables
