"""Two sessions on a line without faults. Their players do only as they are asked."""

from collections.abc import Mapping
from pathlib import Path

from lab.campaigns.two_tables.bad_line import CALM, Weather, sampled
from lab.campaigns.two_tables.two_sessions import TwoSessions
from lab.headless import HeadlessParts
from lab.systems import all_rule_sets
from table.games.random_play.trial import System
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat
from table.session.far.far_table import SAME, WORDS

HIDDEN_GAME = "legion_2024"


def hidden_game() -> System:
    """Return the game with hidden cards, with the lists of its demo."""
    return sampled(next(each for each in all_rule_sets() if each.game.system == HIDDEN_GAME))


class QuietSessions(TwoSessions):
    """Two tables whose players do nothing by themselves."""

    def __init__(self, parts: Mapping[Seat, HeadlessParts], folder: Path, weather: Weather = CALM) -> None:
        super().__init__(parts, folder, hidden_game(), 1, 0, weather, idle=True)

    def compare(self) -> None:
        """Let both tables pair, and compare the words."""
        self.settle()
        for table in self.tables.values():
            table.step(Answer(table.seat, WORDS, SAME))
        self.settle()

    def play_until_locks(self) -> "QuietSessions":
        """Answer each question with its first answer until both seats are to lock a card."""
        self.compare()
        while not all(self.sealed(seat) for seat in SEATS):
            for seat, table in self.tables.items():
                for prompt in self.asked(seat)[:1]:
                    if not isinstance(prompt, SealedCard):
                        table.step(Answer(seat, prompt.key, prompt.sample(lambda _: 0)))
            self.settle()
        return self

    def settle(self, most_ms: int = 3_000) -> None:
        """Let the line and both programs work for so long."""
        self.waits(most_ms)

    def asked(self, seat: Seat) -> list[AnyPrompt]:
        """Return the questions that a table shows."""
        return [each for each in self.tables[seat].published.prompts if not each.standing]

    def sealed(self, seat: Seat) -> list[AnyPrompt]:
        """Return the question for a card to lock, if it is asked."""
        return [each for each in self.asked(seat) if isinstance(each, SealedCard)]

    def lays(self, seat: Seat, card: str) -> None:
        """Lay a card and lock it, and let everything follow."""
        self.tables[seat].locks(self.sealed(seat)[0], card)
        self.settle()

    def kinds(self, seat: Seat) -> str:
        """Return the journal of a table as text."""
        return b"\n".join(self.tables[seat].journal()).decode()
