"""Whether a deed still counts: for the question that was on the screen when it was begun, and for no later one.

A press can lie in the inbox while a reveal is written, and a button can be held while the question changes. Whoever
pressed had not seen what is asked since.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import hal.events as hw
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome
from table.rules.seats import Seat
from table.session.focus import Choosing
from table.session.ports import AsShown, Deed
from table.view.published import Focus, Published

Finger: TypeAlias = tuple[str, hw.Button]
"""On which panel (or of which seat), and on which button."""


class Glances:
    """What was shown as each button went down. One thread's own."""

    def __init__(self, shown: Callable[[], Published | None]) -> None:
        self._shown = shown
        self._down: frozenset[Finger] = frozenset()
        self._seen: dict[Finger, Published | None] = {}

    def look(self, down: Iterable[Finger]) -> None:
        """Which buttons are down now."""
        now = frozenset(down)
        self._seen.update({finger: self._shown() for finger in now - self._down})
        self._down = now

    def of(self, finger: Finger) -> Published | None:
        """For the press, or the hold, that ends or ripens now. One that nobody saw begin began just now."""
        return self._seen.pop(finger) if finger in self._seen else self._shown()


def counts(made: AsShown, choosing: Choosing, focus: Focus | None, now: Published) -> bool:
    """`now` is what was published last; `focus` is the seat's, `choosing` among what it is asked now."""
    if made.shown is now:
        return True
    if _happened(made.shown) != _happened(now):
        return False
    key, seat = _meant(made.deed, choosing, focus), choosing.seat
    asked = _question(now.prompts, key, seat)
    return asked is not None and asked == _question(made.shown.prompts, key, seat)


def _happened(published: Published) -> tuple[object, ...]:
    """What is shown as an event: nobody can have read what stands behind it."""
    view = published.view
    return (published.match, None if view is None else (view.reveals, view.rolled))


def _meant(deed: Deed, choosing: Choosing, focus: Focus | None) -> str:
    """The key of the question that the deed is for."""
    if not isinstance(deed, hw.PanelEvent):
        return deed.prompt
    here = choosing.settle(focus)
    return "" if here is None else here.prompt


def _question(prompts: tuple[AnyPrompt, ...], key: str, seat: Seat) -> tuple[object, ...] | None:
    """What makes it this question and no other. How its options are worded may change: a hopper's content does."""
    found = next((p for p in prompts if p.key == key and p.seat in (None, seat)), None)
    if isinstance(found, ChooseOne | ChooseSome):
        count = (found.least, found.most) if isinstance(found, ChooseSome) else ()
        return (type(found), found.ask, found.hold, count, tuple(option.id for option in found.options))
    return None if found is None else (found,)
