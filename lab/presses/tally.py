"""A tally counts what happens while a match is played press for press."""

from collections import Counter
from dataclasses import dataclass, field

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number


@dataclass
class PressCount:
    """The presses of both players of one match. A press is any button or touch, held or not."""

    presses: int = 0
    moves: int = 0
    """The presses that only moved a focus, or opened a list."""
    holds: int = 0
    """The presses that were held."""
    cards: int = 0
    """The cards that were laid on a reader."""
    rounds: int = 0
    questions: int = 0
    """The questions with answers to choose from."""
    single: int = 0
    """The questions that had one possible answer."""
    losses: list[int] = field(default_factory=list)
    """The presses for each piece that was lost."""
    by_question: Counter[str] = field(default_factory=Counter)
    """The presses by the key of the question that they answered."""

    @property
    def a_player_a_round(self) -> float:
        return self.presses / 2 / max(1, self.rounds)


def only_answer(prompt: AnyPrompt) -> bool | None:
    """Return whether a list or a dial has one possible answer; None for what is no list and no dial.

    What only says that something happens now is no list: one press does it.
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
