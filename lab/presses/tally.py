"""Count the presses of a match."""

from collections import Counter
from dataclasses import dataclass, field

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number
from table.rules.seats import Seat


@dataclass
class PressCount:
    """The presses of both players in one match. A press is any button or touch, held or not."""

    presses: int = 0
    moves: int = 0
    """The number of presses that only moved a focus or opened a list."""
    holds: int = 0
    """The number of held presses."""
    cards: int = 0
    """The number of cards laid on a reader."""
    rounds: int = 0
    questions: int = 0
    """The number of questions with answers to choose from."""
    single: int = 0
    """The number of questions with only one possible answer."""
    losses: list[int] = field(default_factory=list)
    """The number of presses for each lost piece."""
    by_seat: Counter[Seat] = field(default_factory=Counter)
    """The number of presses of each seat."""
    asked: Counter[Seat] = field(default_factory=Counter)
    """The number of each seat's questions that no card asks."""
    by_question: Counter[str] = field(default_factory=Counter)
    """The number of presses by the key of the answered question."""

    @property
    def a_player_a_round(self) -> float:
        return self.presses / 2 / max(1, self.rounds)


def only_answer(prompt: AnyPrompt) -> bool | None:
    """Return whether a list or a dial has one possible answer, or None for other prompts.

    A prompt that only announces something now does not count as a list: it takes one press.
    """
    match prompt:
        case ChooseOne() if prompt.moment and len(prompt.options) == 1:
            return None
        case ChooseOne():
            return len(prompt.options) == 1
        case ChooseSome():
            return prompt.least == prompt.most == len(prompt.options) or prompt.most == 0
        case Number():
            return prompt.least == prompt.most
        case _:
            return None
