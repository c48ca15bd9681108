"""Two sessions on a line without faults. Their players do only as the test says."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from lab.campaigns.two_tables.bad_line import CALM, Weather, sampled
from lab.campaigns.two_tables.two_sessions import TwoSessions
from lab.headless import HeadlessParts
from lab.systems import all_rule_sets
from table.games.random_play.trial import System
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat
from table.session.far.far_table import SAME, WORDS


def legion() -> System:
    return sampled(next(each for each in all_rule_sets() if each.game.system == "legion_2024"))


class QuietSessions(TwoSessions):
    """Two tables whose players answer each question with its first answer until both are to lock a card."""

    def __init__(self, parts: Mapping[Seat, HeadlessParts], folder: Path, weather: Weather = CALM) -> None:
        super().__init__(parts, folder, legion(), 1, 0, weather, idle=True)

    def compare(self) -> None:
        """Pair both tables, and compare the words."""
        self.settle()
        for table in self.tables.values():
            table.step(Answer(table.seat, WORDS, SAME))
        self.settle()

    def play_until_locks(self) -> "QuietSessions":
        self.compare()
        while not all(self.sealed(seat) for seat in SEATS):
            for seat, table in self.tables.items():
                for prompt in self.asked(seat)[:1]:
                    if not isinstance(prompt, SealedCard):
                        table.step(Answer(seat, prompt.key, prompt.sample(lambda _: 0)))
            self.settle()
        return self

    def settle(self, most_ms: int = 3_000) -> None:
        self.waits(most_ms)

    def asked(self, seat: Seat) -> list[AnyPrompt]:
        return [each for each in self.tables[seat].published.prompts if not each.standing]

    def sealed(self, seat: Seat) -> list[AnyPrompt]:
        return [each for each in self.asked(seat) if isinstance(each, SealedCard)]

    def lays(self, seat: Seat, card: str) -> None:
        self.tables[seat].locks(self.sealed(seat)[0], card)
        self.settle()

    def kinds(self, seat: Seat) -> str:
        """Return the journal of a table as text."""
        return b"\n".join(self.tables[seat].journal()).decode()


@pytest.fixture(scope="session")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Seat, HeadlessParts]:
    return dict.fromkeys(SEATS, HeadlessParts(tmp_path_factory.mktemp("parts")))


@pytest.fixture
def pair(parts: Mapping[Seat, HeadlessParts], tmp_path: Path) -> QuietSessions:
    """Return two tables that are not paired yet."""
    return QuietSessions(parts, tmp_path)


@pytest.fixture
def tables(pair: QuietSessions) -> QuietSessions:
    """Return two tables at which both seats are to lock a card."""
    return pair.play_until_locks()
