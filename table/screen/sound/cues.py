"""Which cue goes with what is shown: one for each kind of happening, and the same whatever the card."""

from table.rules.seats import SEATS, Seat
from table.view.published import HandingState, Published

TROUBLES = (HandingState.UNKNOWN, HandingState.FAILED)
"""Of tokens on their way: what a player has to see to."""


class Cues:
    """Main thread only. Compares what is shown with what was shown before."""

    def __init__(self) -> None:
        self._shown: Published | None = None
        self._act: tuple[str, float] | None = None

    def heard(self, published: Published, act: tuple[str, float] | None) -> str:
        """The cue for this picture, or nothing. `act`: what moves, `turn` or `roll`, and since when.

        What was so when the match was opened is not news. While something moves, whose turn it is stays unsaid: the
        screen does not show it yet either.
        """
        last, moved, self._act = self._shown, self._act, act
        if last is None or last.match != published.match:
            self._shown = published
            return ""
        if _troubles(published) > _troubles(last):
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


def _troubles(published: Published) -> int:
    return len(published.faults) + sum(handing.state in TROUBLES for handing in published.handing)


def _asked(published: Published) -> frozenset[Seat]:
    asked = {prompt.seat for prompt in published.prompts if not prompt.standing}
    return frozenset(SEATS) if None in asked else frozenset(seat for seat in SEATS if seat in asked)
