"""The choice of a cue: one for each kind of event, the same for every card."""

from table.rules.seats import SEATS, Seat
from table.view.published import HandingState, Published

TROUBLES = (HandingState.UNKNOWN, HandingState.FAILED)
"""The states of a token job that need a player's attention."""


class Cues:
    """Compares each published view with the one before. Main thread only."""

    def __init__(self) -> None:
        self._shown: Published | None = None
        self._act: tuple[str, float] | None = None

    def heard(self, published: Published, act: tuple[str, float] | None) -> str:
        """Return the cue for this view, or an empty string.

        `act` is the event that moves, `turn` or `roll`, and the second it began. The first view of a match gives no
        cue. While an event is on the screen, no cue announces the next turn, because the screen does not show it yet.
        """
        last, moved, self._act = self._shown, self._act, act
        if last is None or last.match != published.match:
            self._shown = published
            return ""
        if _faults(published) > _faults(last):
            self._shown = published
            return "fault"
        if act is not None:
            return "" if act == moved else {"turn": "reveal", "roll": "die"}[act[0]]
        self._shown = published
        if last is published:
            return ""
        if any(now.locked and not before.locked for before, now in zip(last.desks, published.desks, strict=True)):
            return "locked"
        return "turn" if _asked(published) - _asked(last) else ""


def _faults(published: Published) -> int:
    return len(published.faults) + sum(handing.state in TROUBLES for handing in published.handing)


def _asked(published: Published) -> frozenset[Seat]:
    asked = {prompt.seat for prompt in published.prompts if not prompt.standing}
    return frozenset(SEATS) if None in asked else frozenset(seat for seat in SEATS if seat in asked)
