"""Count the taps of a match on two phones: the answers of skilled players, as the page of a phone takes them."""

from pathlib import Path

from lab.headless import HeadlessParts
from lab.presses.skilled import Played, SkilledMatch
from lab.presses.ways import CardLaid, Goal
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseSome, Number, SealedCard, Value
from table.rules.seats import Seat

MENU = 1
"""The taps that open the menu, which has everything that is always possible."""


class PhoneMatch(SkilledMatch):
    """A match of two skilled players with phones. The cards lie on readers, and count as one tap each."""

    def __init__(self, parts: HeadlessParts, folder: Path, played: Played, seed: int) -> None:
        super().__init__(parts, folder, played, seed)
        self.taps = 0

    def _give(self, seat: Seat, goal: Goal, cards: tuple[CardLaid, ...] = ()) -> None:
        self.taps += taps(goal.prompt, goal.value)
        if isinstance(goal.prompt, SealedCard):
            super()._give(seat, goal)
        else:
            self.step(Answer(seat, goal.prompt.key, goal.value))
            self.settle()


def taps(prompt: AnyPrompt, value: Value) -> int:
    """Return the taps and holds of an answer on the page of a phone (`asking.js`)."""
    menu = MENU if prompt.standing and not prompt.ready else 0
    match prompt:
        case SealedCard():
            return menu + 2  # touch the card, hold to lock
        case ChooseSome():
            return menu + 1 + (len(value) if isinstance(value, tuple) else 0)
        case Number():
            return menu + 1 + (abs(value - prompt.first) if isinstance(value, int) else 0)
        case _:
            return menu + 1
