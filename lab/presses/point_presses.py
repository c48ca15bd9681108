"""The acts that it takes to say victory points, and the other seat's to agree, wherever a match stands."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lab.presses.skilled import SkilledMatch
from lab.presses.ways import Goal, way
from table.rules.commands import Answer
from table.rules.match.match import Match
from table.rules.match.score import NO
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Number
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.session.focus import SeatFocus

SAID = (1, 2, 3)
"""The points that are said: those that a round of any of the games brings most often."""
EVERY = 5
"""Moments are looked at as seldom as this: a match has hundreds, and they are much alike."""


@dataclass
class PointsSaid:
    """The acts that were counted, at every few moments of the matches that were looked at."""

    acts: list[int] = field(default_factory=list)
    agreed: list[int] = field(default_factory=list)
    """The other seat's acts to agree."""
    _looks: int = 0

    def look(self, played: SkilledMatch) -> None:
        """Count what it would take now, by the means that the match is played with."""
        self._looks += 1
        play = played.session.play
        if play is None or self._looks % EVERY:
            return
        for seat in SEATS:
            prompt = _score(played.view.prompts, seat)
            for more in SAID if prompt is not None else ():
                number = prompt.first + more - 1 if prompt is not None else 0
                if prompt is not None and prompt.accepts(number):
                    self.acts.append(len(played.ways(seat, Goal(prompt, number))))
            if prompt is not None:
                self.agreed += _agreement(played, play.match, play.state, Answer(seat, prompt.key, prompt.first))


def _score(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Number | None:
    asked = (p for p in prompts if isinstance(p, Number) and p.score and p.standing and p.seat is seat)
    return next(asked, None)


def _agreement(played: SkilledMatch, match: Match[Any], state: MatchState[Any], said: Answer) -> Iterator[int]:
    """Yield the presses with which the other seat agrees to what is said, in a copy of the match."""
    events = match.decide(state, said, None)
    if isinstance(events, Refusal) or not events:
        return
    other = said.seat.opponent
    known = frozenset(prompt.key for prompt in played.view.prompts)
    prompts = match.prompts(match.fold(state, events))
    focus = SeatFocus(other, prompts).attend(played.focus(other), known)
    for prompt in prompts:
        if isinstance(prompt, ChooseOne) and prompt.hold and prompt.seat is other and prompt.key not in known:
            yes = next((option.id for option in prompt.options if option.id != NO), "")
            yield len(way(other, prompts, focus, Goal(prompt, yes)))
