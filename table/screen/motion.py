"""What moves: a reveal and a roll are shown as events. Everything here is a function of time stamps that are passed in.

While something moves, the picture of before stays behind it: who won the roll must not stand there before the die does.
"""

from dataclasses import dataclass, replace

from table.rules.view import Rolled, SeatView, View
from table.view.published import Published

TURN_S, TURN_REST_S = 0.7, 1.3
"""A reveal: the cards turn, then lie there large."""
ROLL_S, ROLL_REST_S = 1.1, 1.3
"""A roll: the die comes to rest (within 1.2 s), then its face stands large."""
RESUMED_S = 30.0
"""How long it is said that a match goes on, if nobody presses anything."""
SEEN_S = 0.5
"""What came to rest is seen for so long at least, whatever is pressed."""
RECALL_S = 6.0
"""How long the last reveal or roll stays when it is called up again."""


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
class GoesOn:
    """The match was taken up again: what stands, and what does not."""

    published: Published


@dataclass(frozen=True, slots=True)
class _Act:
    """One thing to show, from `start_s` on."""

    kind: str
    published: Published
    before: Published
    start_s: float
    still: bool = False
    """It rests from its start."""
    recalled: bool = False

    @property
    def moves_s(self) -> float:
        return 0.0 if self.still else MOVES_S[self.kind]

    @property
    def end_s(self) -> float:
        if self.recalled:
            return self.start_s + RECALL_S
        return self.start_s + self.moves_s + RESTS_S[self.kind]

    def share(self, now_s: float) -> float:
        moved_s = now_s - self.start_s + 1e-9
        return min(1.0, max(0.0, moved_s / self.moves_s)) if self.moves_s else 1.0


MOVES_S = {"turn": TURN_S, "roll": ROLL_S, "resumed": 0.0}
RESTS_S = {"turn": TURN_REST_S, "roll": ROLL_REST_S, "resumed": RESUMED_S}


class Motion:
    """`rolling`: a die is thrown; without it, only its face is shown."""

    def __init__(self, *, rolling: bool = True) -> None:
        self._rolling = rolling
        self._last: Published | None = None
        self._acts: tuple[_Act, ...] = ()
        self._happened: dict[str, Published] = {}
        """The last reveal (`turn`) and the last roll (`roll`), as they were published."""

    def see(self, published: Published, now_s: float) -> None:
        """Take note of what is published now. What was there when the screen began is not shown again as an event."""
        self._acts = tuple(act for act in self._acts if act.end_s > now_s)
        last, self._last = self._last, published
        if last is None or last is published or last.match != published.match:
            if last is None or last.match != published.match:
                self._acts, self._happened = (), _found(published)
                if published.resumed is not None:
                    self._acts = (_Act("resumed", published, published, now_s, still=True),)
            return
        for kind in news(last.view, published.view):
            self._acts = tuple(act for act in self._acts if not act.recalled)
            start_s = self._acts[-1].end_s if self._acts else now_s
            before = self._acts[0].before if self._acts else last
            still = kind == "roll" and not self._rolling
            self._acts = (*self._acts, _Act(kind, published, before, start_s, still))
            self._happened[kind] = published

    def recall(self, kinds: tuple[str, ...], now_s: float) -> None:
        """Show these once more, one after the other, at rest. Ends what was called up before; disturbs no event."""
        if any(act.end_s > now_s and not act.recalled for act in self._acts):
            return
        acts: list[_Act] = []
        for kind in kinds:
            published = self._happened.get(kind)
            if published is not None:
                start_s = acts[-1].end_s if acts else now_s
                acts.append(_Act(kind, published, published, start_s, still=True, recalled=True))
        self._acts = tuple(acts)

    def recalling(self, now_s: float) -> bool:
        return any(act.end_s > now_s and act.recalled for act in self._acts)

    def act(self, now_s: float) -> tuple[str, float] | None:
        """What happens now, `turn` or `roll`, and since when. What was only called up again is not happening."""
        act = next((act for act in self._acts if act.end_s > now_s and not act.recalled), None)
        return None if act is None or act.kind == "resumed" else (act.kind, act.start_s)

    def due_s(self, now_s: float) -> float | None:
        """When the next picture is wanted: now while something moves, when what rests is over, or never."""
        act = next((act for act in self._acts if act.end_s > now_s), None)
        if act is None:
            return None
        return act.end_s if act.share(now_s) >= 1.0 else now_s

    def animating(self, now_s: float) -> bool:
        return any(act.end_s > now_s for act in self._acts)

    def skip(self, now_s: float) -> None:
        """What moves comes to rest; what rests, and was seen, is over, and the next one begins.

        So a press that was meant for something else never hides what came.
        """
        acts = [act for act in self._acts if act.end_s > now_s]
        if not acts:
            return
        rests_s = acts[0].start_s + acts[0].moves_s
        if acts[0].share(now_s) < 1.0:
            acts[0] = replace(acts[0], start_s=now_s - acts[0].moves_s)
        elif acts[0].recalled or now_s - rests_s >= SEEN_S - 1e-9:
            acts = [replace(act, start_s=now_s) for act in acts[1:]]
        self._acts = _in_a_row(acts)

    def behind(self, published: Published, now_s: float) -> Published:
        """What is drawn behind what moves: the picture of before."""
        act = next((act for act in self._acts if act.end_s > now_s), None)
        return published if act is None or act.recalled else act.before

    def moving(self, now_s: float) -> Turning | Rolling | GoesOn | None:
        act = next((act for act in self._acts if act.end_s > now_s), None)
        if act is None or act.published.view is None:
            return None
        if act.kind == "resumed":
            return GoesOn(act.published)
        share = act.share(now_s)
        if act.kind == "turn":
            return Turning(act.published.view.seats, share)
        rolled = act.published.view.rolled
        return Rolling(rolled, act.published.proof, share) if rolled else None


def _in_a_row(acts: list[_Act]) -> tuple[_Act, ...]:
    """Each begins when the one before it is over."""
    row: list[_Act] = []
    for act in acts:
        row.append(replace(act, start_s=row[-1].end_s) if row else act)
    return tuple(row)


def _found(published: Published) -> dict[str, Published]:
    """What had happened when the screen began, or took up another match."""
    view = published.view
    if view is None:
        return {}
    found = {"turn": published} if view.reveals and any(seat.card for seat in view.seats) else {}
    return found | ({"roll": published} if view.rolled is not None else {})


def news(before: View | None, after: View | None) -> list[str]:
    """What happened between the two: a reveal (`turn`), a roll."""
    if before is None or after is None:
        return []
    happened = []
    if after.reveals > before.reveals and any(seat.card for seat in after.seats):
        happened.append("turn")
    if after.rolled is not None and (before.rolled is None or before.rolled.question != after.rolled.question):
        happened.append("roll")
    return happened
