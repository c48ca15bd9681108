"""What moves: a reveal and a roll are shown as events. Everything here is a function of time stamps that are passed in.

While something moves, the picture of before stays behind it: who won the roll must not stand there before the die does.
"""

from dataclasses import dataclass

from table.games.view import Rolled, SeatView, View
from table.published import Published

TURN_S, TURN_REST_S = 0.7, 1.3
"""A reveal: the cards turn, then lie there large."""
ROLL_S, ROLL_REST_S = 1.1, 1.3
"""A roll: the die comes to rest (within 1.2 s), then its face stands large."""


@dataclass(frozen=True, slots=True)
class Turning:
    """Both cards, turning at once. `share` goes from 0 to 1, and stays there while they lie large."""

    seats: tuple[SeatView, SeatView]
    share: float


@dataclass(frozen=True, slots=True)
class Rolling:
    rolled: Rolled
    proof: str
    share: float


@dataclass(frozen=True, slots=True)
class _Act:
    """One thing to show, from `start_s` on."""

    kind: str
    published: Published
    before: Published
    start_s: float

    @property
    def moves_s(self) -> float:
        return TURN_S if self.kind == "turn" else ROLL_S

    @property
    def end_s(self) -> float:
        return self.start_s + self.moves_s + (TURN_REST_S if self.kind == "turn" else ROLL_REST_S)


class Motion:
    def __init__(self) -> None:
        self._last: Published | None = None
        self._acts: tuple[_Act, ...] = ()

    def see(self, published: Published, now_s: float) -> None:
        """Take note of what is published now. What was there when the screen began is not shown again as an event."""
        self._acts = tuple(act for act in self._acts if act.end_s > now_s)
        last, self._last = self._last, published
        if last is None or last is published or last.match != published.match:
            self._acts = () if last is None or last.match != published.match else self._acts
            return
        for kind in _news(last.view, published.view):
            start_s = self._acts[-1].end_s if self._acts else now_s
            before = self._acts[0].before if self._acts else last
            self._acts = (*self._acts, _Act(kind, published, before, start_s))

    def animating(self, now_s: float) -> bool:
        return any(act.end_s > now_s for act in self._acts)

    def skip(self, now_s: float) -> None:
        """The act that runs is over; the next one begins."""
        left = [act for act in self._acts if act.end_s > now_s][1:]
        begun: list[_Act] = []
        for act in left:
            start_s = begun[-1].end_s if begun else now_s
            begun.append(_Act(act.kind, act.published, act.before, start_s))
        self._acts = tuple(begun)

    def behind(self, published: Published, now_s: float) -> Published:
        """What is drawn behind what moves: the picture of before."""
        return next((act.before for act in self._acts if act.end_s > now_s), published)

    def moving(self, now_s: float) -> Turning | Rolling | None:
        act = next((act for act in self._acts if act.end_s > now_s), None)
        if act is None or act.published.view is None:
            return None
        share = min(1.0, max(0.0, (now_s - act.start_s) / act.moves_s))
        if act.kind == "turn":
            return Turning(act.published.view.seats, share)
        rolled = act.published.view.rolled
        return Rolling(rolled, act.published.proof, share) if rolled else None


def _news(before: View | None, after: View | None) -> list[str]:
    if before is None or after is None:
        return []
    news = []
    if after.reveals > before.reveals and any(seat.card for seat in after.seats):
        news.append("turn")
    if after.rolled is not None and (before.rolled is None or before.rolled.question != after.rolled.question):
        news.append("roll")
    return news
