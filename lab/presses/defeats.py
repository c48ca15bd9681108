"""The acts that it takes to say that a unit is defeated, for any unit, wherever a match stands."""

from dataclasses import dataclass, field

from lab.presses.skilled import SkilledMatch
from lab.presses.ways import Goal
from table.rules.prompts import ChooseOne, SealedCard
from table.rules.seats import SEATS, Seat
from table.session.focus import always_possible

EVERY = 20
"""Moments are looked at as seldom as this: a match has hundreds, and they are much alike."""


@dataclass
class DefeatsSaid:
    """The acts that were counted, at every few moments of the matches that were looked at."""

    acts: list[int] = field(default_factory=list)
    _looks: int = 0

    def look(self, played: SkilledMatch) -> None:
        """Count what it would take now, by buttons or touch as the match is played: not every unit has a card.

        No unit dies while cards are chosen in secret.
        """
        self._looks += 1
        if self._looks % EVERY or any(isinstance(prompt, SealedCard) for prompt in played.view.prompts):
            return
        for seat in SEATS:
            prompt = _defeat(played, seat)
            options = () if prompt is None else prompt.options
            for option in {*options[:1], *options[len(options) // 2 :][:1], *options[-1:]}:
                if prompt is not None:
                    self.acts.append(len(played.ways(seat, Goal(prompt, option.id))))


def _defeat(played: SkilledMatch, seat: Seat) -> ChooseOne | None:
    """Return the commonest thing that can always be said of any of the seat's units."""
    view = played.view.view
    if view is None:
        return None
    pieces = {piece.id for each in view.seats if each.seat is seat for piece in each.pieces}
    mine = (prompt for prompt in played.view.prompts if prompt.seat is seat)
    for prompt in always_possible(mine)[0]:
        if isinstance(prompt, ChooseOne) and pieces >= {option.id for option in prompt.options}:
            return prompt
    return None
