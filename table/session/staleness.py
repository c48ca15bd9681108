"""Check whether an act still counts: it answers only the question that was on the screen when it began.

A question that is repeated in the same words is a new one, because the first was answered meanwhile.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec.structs import replace

import hal.events as hw
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome
from table.rules.seats import Seat
from table.rules.view import Rolled
from table.session.focus import AT_REST, SeatFocus
from table.session.ports import InputOnView
from table.view.published import Focus, Published

Finger: TypeAlias = tuple[str, hw.Button]
"""The panel (or the seat) and the button."""


class Askings:
    """The running number of each question. A question that is repeated after its answer has a new number."""

    def __init__(self) -> None:
        self._last = 0
        self._of: dict[tuple[str, Seat | None], int] = {}

    def answered(self, key: str, seat: Seat) -> None:
        """Note that this seat answered the question: a prompt with this key is a new question from now on."""
        self._of.pop((key, seat), None)
        self._of.pop((key, None), None)

    def of(self, prompts: tuple[AnyPrompt, ...]) -> tuple[int, ...]:
        """Return the number of each of these prompts, which are all the open ones."""
        stood, self._of = self._of, {}
        for prompt in prompts:
            asked = (prompt.key, prompt.seat)
            if asked not in stood:
                self._last += 1
            self._of[asked] = stood.get(asked, self._last)
        return tuple(self._of[prompt.key, prompt.seat] for prompt in prompts)


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
    if _came_between(made.shown, now):
        return False
    seat = choosing.seat
    if not isinstance(made.act, hw.PanelEvent):
        return stands(made.act.prompt, seat, made.shown, now)
    here, began = choosing.settle(focus), _focus(made.shown, seat)
    if here is None or began is None or (here.cursor == AT_REST and here.prompt != began.prompt):
        return False
    # The table may have moved the focus since: a press at a question that is gone is not meant for another one.
    return all(stands(key, seat, made.shown, now) for key in {began.prompt, here.prompt})


def _came_between(shown: Published, now: Published) -> bool:
    """True if a match, a reveal or a roll began since. A question hidden behind an event cannot have been read."""
    before, after = shown.view, now.view
    if shown.match != now.match or before is None or after is None:
        return (shown.match, before is None) != (now.match, after is None)
    return before.reveals != after.reveals or _roll(after.rolled) not in (None, _roll(before.rolled))


def _roll(rolled: Rolled | None) -> Rolled | None:
    """Return the roll without its mark that the screen no longer shows it."""
    return None if rolled is None else replace(rolled, past=False)


def _focus(published: Published, seat: Seat) -> Focus | None:
    return next(desk.focus for desk in published.desks if desk.seat is seat)


def stands(key: str, seat: Seat, shown: Published, now: Published) -> bool:
    """True if `shown` and `now` ask the same question."""
    asked = _question(now, key, seat)
    return asked is not None and asked == _question(shown, key, seat)


def _question(published: Published, key: str, seat: Seat) -> tuple[object, ...] | None:
    """Return the identity of the question with its running number; None if it is not open."""
    for at, found in enumerate(published.prompts):
        if found.key == key and found.seat in (None, seat):
            return (published.askings[at : at + 1], *identity(found))
    return None


def identity(prompt: AnyPrompt) -> tuple[object, ...]:
    """Return the identity of a question. The words of its options may change, for example with a hopper's content."""
    if not isinstance(prompt, ChooseOne | ChooseSome):
        return (prompt,)
    count = (prompt.least, prompt.most) if isinstance(prompt, ChooseSome) else ()
    return (type(prompt), prompt.key, prompt.ask, prompt.hold, count, tuple(option.id for option in prompt.options))
