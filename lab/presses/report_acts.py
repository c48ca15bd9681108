"""Count the acts to report a defeated unit or victory points, at many moments of a match."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lab.presses.skilled import SkilledMatch
from lab.presses.ways import Goal, way
from table.rules.commands import Answer
from table.rules.match.match import Match
from table.rules.match.score import NO
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Number, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.session.focus import SeatFocus, always_possible

DEFEAT_EVERY = 20
"""The number of moments from one count to the next: a match has hundreds of similar ones."""


@dataclass
class DefeatActs:
    """Counts acts at regular moments of the observed matches."""

    acts: list[int] = field(default_factory=list)
    _looks: int = 0

    def look(self, played: SkilledMatch) -> None:
        """Count the acts now, by the match's own means (buttons or touch), without a card.

        No unit dies while cards are chosen in secret.
        """
        self._looks += 1
        if self._looks % DEFEAT_EVERY or any(isinstance(prompt, SealedCard) for prompt in played.view.prompts):
            return
        for seat in SEATS:
            prompt = _defeat(played, seat)
            options = () if prompt is None else prompt.options
            for option in {*options[:1], *options[len(options) // 2 :][:1], *options[-1:]}:
                if prompt is not None:
                    self.acts.append(len(played.ways(seat, Goal(prompt, option.id))))


def _defeat(played: SkilledMatch, seat: Seat) -> ChooseOne | None:
    """Return the first standing prompt that lists all of the seat's units."""
    view = played.view.view
    if view is None:
        return None
    pieces = {piece.id for each in view.seats if each.seat is seat for piece in each.pieces}
    mine = (prompt for prompt in played.view.prompts if prompt.seat is seat)
    for prompt in always_possible(mine)[0]:
        if isinstance(prompt, ChooseOne) and pieces >= {option.id for option in prompt.options}:
            return prompt
    return None


POINTS = (1, 2, 3)
"""The reported points: the most frequent ones in a round of any game."""
POINTS_EVERY = 5
"""The number of moments from one count to the next: a match has hundreds of similar ones."""


@dataclass
class PointActs:
    """Counts acts at regular moments of the observed matches."""

    acts: list[int] = field(default_factory=list)
    agreed: list[int] = field(default_factory=list)
    """The other seat's acts to agree."""
    _looks: int = 0

    def look(self, played: SkilledMatch) -> None:
        """Count the acts now, by the match's own means (buttons or touch)."""
        self._looks += 1
        play = played.session.play
        if play is None or self._looks % POINTS_EVERY:
            return
        for seat in SEATS:
            prompt = _score(played.view.prompts, seat)
            for more in POINTS if prompt is not None else ():
                number = prompt.first + more - 1 if prompt is not None else 0
                if prompt is not None and prompt.accepts(number):
                    self.acts.append(len(played.ways(seat, Goal(prompt, number))))
            if prompt is not None:
                self.agreed += _agreement(played, play.match, play.state, Answer(seat, prompt.key, prompt.first))


def _score(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Number | None:
    asked = (p for p in prompts if isinstance(p, Number) and p.score and p.standing and p.seat is seat)
    return next(asked, None)


def _agreement(played: SkilledMatch, match: Match[Any], state: MatchState[Any], report: Answer) -> Iterator[int]:
    """Yield the number of presses with which the other seat agrees to the report, in a copy of the match."""
    events = match.decide(state, report, None)
    if isinstance(events, Refusal) or not events:
        return
    other = report.seat.opponent
    known = frozenset(prompt.key for prompt in played.view.prompts)
    prompts = match.prompts(match.fold(state, events))
    focus = SeatFocus(other, prompts).attend(played.focus(other), known)
    for prompt in prompts:
        if isinstance(prompt, ChooseOne) and prompt.hold and prompt.seat is other and prompt.key not in known:
            yes = next((option.id for option in prompt.options if option.id != NO), "")
            yield len(way(other, prompts, focus, Goal(prompt, yes)))
