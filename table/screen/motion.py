"""The events on the screen: a reveal and a roll. Everything here depends only on time stamps that are passed in.

While an event moves, the earlier view stays behind it, so that the winner of a roll is not shown before the die rests.
"""

from msgspec import Struct
from msgspec.structs import replace

from table.rules.view import Rolled, SeatView, View
from table.view.published import Published

TURN_S, TURN_REST_S = 0.7, 3.3
"""The seconds in which the cards turn, and in which they are then shown large: enough to read a dozen words."""
ROLL_S, ROLL_REST_S = 1.1, 1.3
"""The seconds in which the die comes to rest (within 1.2 s), and in which its face is then shown large."""
RESUMED_S = 30.0
"""The seconds for which the panel after a power cut is shown, if no button is pressed."""
SEEN_S = 0.5
"""The least seconds for which a result is seen, even if a button is pressed."""
CODES_S = 90.0
"""The seconds for which the codes are shown for copying, if nothing is pressed."""
HELP_S = 120.0
"""The seconds for which the help stays, if nothing is pressed."""
RECALL_S = 6.0
"""The seconds for which the last reveal or roll stays when it is shown again."""


class RevealMotion(Struct, frozen=True):
    """Both cards of a reveal. `share` goes from 0 to 1 as they turn, and stays at 1 while they are shown large."""

    seats: tuple[SeatView, SeatView]
    share: float


class DieMotion(Struct, frozen=True):
    rolled: Rolled
    proof: str
    share: float


class PanelMotion(Struct, frozen=True):
    """A panel over the table, of one of the kinds in `PANELS`."""

    kind: str
    published: Published


PANELS = ("resumed", "codes", "help")
"""The panels: after a power cut, the codes for checking the table, the help.

Nothing in them moves, and they are not events of the match.
"""


class _Act(Struct, frozen=True):
    """An event that moves on the screen from `start_s` on."""

    kind: str
    published: Published
    before: Published
    start_s: float
    still: bool = False
    """True if it does not move, and only its result is shown."""
    recalled: bool = False

    @property
    def moves_s(self) -> float:
        return 0.0 if self.still else MOVES_S[self.kind]

    @property
    def end_s(self) -> float:
        if self.recalled:
            return self.start_s + RECALLS_S.get(self.kind, RECALL_S)
        return self.start_s + self.moves_s + RESTS_S[self.kind]

    def share(self, now_s: float) -> float:
        moved_s = now_s - self.start_s + 1e-9
        return min(1.0, max(0.0, moved_s / self.moves_s)) if self.moves_s else 1.0


MOVES_S = {"turn": TURN_S, "roll": ROLL_S, "resumed": 0.0, "codes": 0.0, "help": 0.0}
RESTS_S = {"turn": TURN_REST_S, "roll": ROLL_REST_S, "resumed": RESUMED_S, "codes": 0.0, "help": 0.0}
RECALLS_S = {"codes": CODES_S, "help": HELP_S}


class Motion:
    """The queue of events on the screen. `rolling`: a die is thrown; without it only its face is shown."""

    def __init__(self, *, rolling: bool = True) -> None:
        self._rolling = rolling
        self._last: Published | None = None
        self._acts: tuple[_Act, ...] = ()
        self._happened: dict[str, Published] = {}
        """The views in which the last reveal (`turn`) and the last roll (`roll`) were published."""

    def see(self, published: Published, now_s: float) -> None:
        """Take the published view, and queue its new events. The first view of a match has none."""
        self._acts = tuple(self._left(now_s))
        always = {"help": published} | ({} if published.view is None else {"codes": published})
        self._happened = {**self._happened, **always}
        last, self._last = self._last, published
        if last is None or last is published or last.match != published.match:
            if last is None or last.match != published.match:
                self._acts, self._happened = (), {**_found(published), **always}
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
        if published.recalled > last.recalled:
            self.recall(("codes",), now_s)

    def recall(self, kinds: tuple[str, ...], now_s: float) -> None:
        """Show these events once more, one after the other, without motion.

        It replaces an earlier recall and never an event.
        """
        if any(not act.recalled for act in self._left(now_s)):
            return
        acts: list[_Act] = []
        for kind in kinds:
            if (published := self._happened.get(kind)) is not None:
                start_s = acts[-1].end_s if acts else now_s
                acts.append(_Act(kind, published, published, start_s, still=True, recalled=True))
        self._acts = tuple(acts)

    def recalling(self, now_s: float) -> bool:
        return any(act.recalled for act in self._left(now_s))

    def act(self, now_s: float) -> tuple[str, float] | None:
        """Return the event that is on the screen now, `turn` or `roll`, and the second it began.

        Recalled events do not count.
        """
        act = next((act for act in self._left(now_s) if not act.recalled), None)
        return None if act is None or act.kind in PANELS else (act.kind, act.start_s)

    def due_s(self, now_s: float) -> float | None:
        """Return the time of the next picture: now while something moves, the end of a resting event, or None."""
        if (act := self._current(now_s)) is None:
            return None
        return act.end_s if act.share(now_s) >= 1.0 else now_s

    def animating(self, now_s: float) -> bool:
        return bool(self._left(now_s))

    def skip(self, now_s: float) -> None:
        """Bring a moving event to rest, or end a resting one that was visible long enough, and begin the next.

        So an unrelated press never hides a result.
        """
        if not (acts := self._left(now_s)):
            return
        rests_s = acts[0].start_s + acts[0].moves_s
        if acts[0].share(now_s) < 1.0:
            acts[0] = replace(acts[0], start_s=now_s - acts[0].moves_s)
        elif acts[0].recalled or now_s - rests_s >= SEEN_S - 1e-9:
            acts = [replace(act, start_s=now_s) for act in acts[1:]]
        self._acts = _in_a_row(acts)

    def behind(self, published: Published, now_s: float) -> Published:
        """Return the view to draw behind the event: the one before it."""
        act = self._current(now_s)
        return published if act is None or act.recalled else act.before

    def moving(self, now_s: float) -> RevealMotion | DieMotion | PanelMotion | None:
        if (act := self._current(now_s)) is None or act.kind in PANELS:
            return None if act is None else PanelMotion(act.kind, act.published)
        view, share = act.published.view, act.share(now_s)
        if view is not None and act.kind == "turn":
            return RevealMotion(view.seats, share)
        return DieMotion(view.rolled, act.published.proof, share) if view is not None and view.rolled else None

    def _left(self, now_s: float) -> list[_Act]:
        """Return the events that are not over."""
        return [act for act in self._acts if act.end_s > now_s]

    def _current(self, now_s: float) -> _Act | None:
        """Return the event that is on the screen."""
        return next(iter(self._left(now_s)), None)


def _in_a_row(acts: list[_Act]) -> tuple[_Act, ...]:
    """Return the events one after the other without gaps."""
    row: list[_Act] = []
    for act in acts:
        row.append(replace(act, start_s=row[-1].end_s) if row else act)
    return tuple(row)


def _found(published: Published) -> dict[str, Published]:
    """Return the last reveal and roll in the first view of a match."""
    if (view := published.view) is None:
        return {}
    found = {"turn": published} if view.reveals and any(seat.card for seat in view.seats) else {}
    return found | ({"roll": published} if view.rolled is not None else {})


def news(before: View | None, after: View | None) -> list[str]:
    """Return the events between the two views: a reveal (`turn`), a roll."""
    if before is None or after is None:
        return []
    happened = []
    if after.reveals > before.reveals and any(seat.card for seat in after.seats):
        happened.append("turn")
    if after.rolled is not None and (before.rolled is None or before.rolled.question != after.rolled.question):
        happened.append("roll")
    return happened
