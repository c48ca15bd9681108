"""The check whether an act still counts: it answers the question on the screen when it began, and no later one."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import hal.events as hw
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome
from table.rules.seats import Seat
from table.session.focus import SeatFocus
from table.session.ports import InputOnView, PlayerInput
from table.view.published import Focus, Published

Finger: TypeAlias = tuple[str, hw.Button]
"""The panel (or the seat) and the button."""


class ViewsAtPress:
    """The views at the moment when each button went down. One thread only."""

    def __init__(self, shown: Callable[[], Published | None]) -> None:
        self._shown = shown
        self._down: frozenset[Finger] = frozenset()
        self._seen: dict[Finger, Published | None] = {}

    def look(self, down: Iterable[Finger]) -> None:
        """Note which buttons are down now, and the view for those that just went down."""
        now = frozenset(down)
        self._seen.update({finger: self._shown() for finger in now - self._down})
        self._down = now

    def of(self, finger: Finger) -> Published | None:
        """Return the view on screen when this press began. A press whose start was not noted counts as starting now."""
        return self._seen.pop(finger) if finger in self._seen else self._shown()


def counts(made: InputOnView, choosing: SeatFocus, focus: Focus | None, now: Published) -> bool:
    """True if the act counts. `now` was published last; `focus` is the seat's, among the prompts of `choosing`."""
    if made.shown is now:
        return True
    if _happened(made.shown) != _happened(now):
        return False
    key, seat = _meant(made.act, choosing, focus), choosing.seat
    asked = _question(now.prompts, key, seat)
    return asked is not None and asked == _question(made.shown.prompts, key, seat)


def _happened(published: Published) -> tuple[object, ...]:
    """Return the state of the events on the screen. The question behind an event cannot have been read."""
    view = published.view
    return (published.match, None if view is None else (view.reveals, view.rolled))


def _meant(act: PlayerInput, choosing: SeatFocus, focus: Focus | None) -> str:
    """Return the key of the question that the act is for."""
    if not isinstance(act, hw.PanelEvent):
        return act.prompt
    here = choosing.settle(focus)
    return "" if here is None else here.prompt


def _question(prompts: tuple[AnyPrompt, ...], key: str, seat: Seat) -> tuple[object, ...] | None:
    """Return what identifies the question. The words of its options may change, for example with a hopper's content."""
    found = next((p for p in prompts if p.key == key and p.seat in (None, seat)), None)
    if isinstance(found, ChooseOne | ChooseSome):
        count = (found.least, found.most) if isinstance(found, ChooseSome) else ()
        return (type(found), found.ask, found.hold, count, tuple(option.id for option in found.options))
    return None if found is None else (found,)
