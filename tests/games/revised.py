"""Three revisions of a game of one's own, made of the example by `table.extending` alone."""

from typing import Any

from examples.skirmish import RULE_SET, RoundEnded, Skirmish, State
from table import extending as tx

__all__ = ["RULE_SET", "Drawn", "First", "Second", "Third"]

First = Skirmish
"""Revision 1, which reports nothing of revisions: a coin breaks a tie."""


class Drawn(tx.Event, frozen=True, tag=True):
    """Nobody wins this round."""


class Second(Skirmish):
    """Revision 2: a tie is nobody's, and the next round begins."""

    revision = 2
    events = (*Skirmish.events, Drawn)  # type: ignore[assignment]

    def __init__(self, *, with_first: bool = False) -> None:
        self._with_first = with_first

    def at(self, revision: int) -> tx.Game[Any] | None:
        return First() if revision == 1 and self._with_first else super().at(revision)

    def _revealed(self, state: State, cards: tuple[tuple[tx.Seat, str], ...]) -> tuple[tx.Event, ...]:
        played, *rest = super()._revealed(state, cards)
        return (played, *(rest or [Drawn()]))

    def evolve(self, state: State | None, event: tx.Event) -> State:
        return super().evolve(state, RoundEnded() if isinstance(event, Drawn) else event)


class Third(Skirmish):
    """Revision 3, which reads no round of before."""

    revision = 3
    events = (Drawn,)  # type: ignore[assignment]
