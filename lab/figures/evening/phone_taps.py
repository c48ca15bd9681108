"""Count the taps of a match on two phones: the answers of skilled players, as the page of a phone takes them."""

from collections import Counter
from collections.abc import Container
from pathlib import Path

from lab.headless import HeadlessParts
from lab.presses.skilled import Played, SkilledMatch
from lab.presses.ways import CardLaid, Goal
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, SealedCard, Value
from table.rules.seats import Seat

MENU = 1
"""The taps that open the menu, which has everything that is always possible."""


class PhoneMatch(SkilledMatch):
    """A match of two skilled players with phones. The cards lie on readers, and count as one hold each."""

    def __init__(self, parts: HeadlessParts, folder: Path, played: Played, seed: int) -> None:
        super().__init__(parts, folder, played, seed)
        self.taps = Counter[str]()
        """The taps of both players, by the key of the answered question."""
        self.presses = Counter[str]()
        """The presses that the same answers would take at the seats' panels, with a card laid on a reader as one."""
        self.answers = 0
        self.dearer = list[str]()
        """The answers that take more taps than presses."""

    def _give(self, seat: Seat, goal: Goal, cards: tuple[CardLaid, ...] = ()) -> None:
        view = self.view.view
        chips = {piece.id for side in view.seats if side.seat is seat for piece in side.pieces} if view else ()
        key, laid = goal.prompt.key.partition(":")[0], isinstance(goal.prompt, SealedCard)
        tapped, pressed = taps(goal.prompt, goal.value, chips), len(self.ways(seat, goal)) + laid
        self.answers += 1
        self.taps[key] += tapped
        self.presses[key] += pressed
        if tapped > pressed:
            self.dearer.append(f"{key}: {tapped} taps, {pressed} presses")
        if laid:
            super()._give(seat, goal)
        else:
            self.step(Answer(seat, goal.prompt.key, goal.value))
            self.settle()


def taps(prompt: AnyPrompt, value: Value, chips: Container[str] = ()) -> int:
    """Return the taps and holds of an answer on the page of a phone (`asking.js`, `seat.js`).

    `chips` are the ids of the units below the questions. Holding one reports what happens to units most often.
    """
    menu = MENU if prompt.standing and not prompt.ready else 0
    match prompt:
        case ChooseOne() if menu and prompt.often > 0 and isinstance(value, str) and value in chips:
            return 1
        case ChooseSome():
            return menu + 1 + len({*(value if isinstance(value, tuple) else ())} ^ {*prompt.proposed})
        case Number():
            return menu + 1 + (abs(value - prompt.first) if isinstance(value, int) else 0)
        case _:
            return menu + 1
