"""Find the shortest way from a seat's focus to an answer. Pure, except for the drawing of places.

By buttons an act is a press or a hold; by touch it is a place on the screen.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

import hal.events as hw
from table.rules.commands import Answer
from table.rules.errors import ProgramError
from table.rules.prompts import AnyPrompt, ChooseSome, SealedCard, Value
from table.rules.seats import Seat
from table.session.focus import LockCard, SeatFocus
from table.session.input import ScreenInput
from table.session.intent import Wish, pressed, touched
from table.session.seat_state import SeatState
from table.view.published import Focus


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A tagged card is laid openly on the seat's reader."""

    card: str


Act: TypeAlias = hw.PanelEvent | ScreenInput | CardLaid
Acts: TypeAlias = Callable[[Focus | None], Iterable[Act]]
"""Returns the acts of the seat at a focus."""

PANEL = "panel"
BUTTONS: tuple[hw.PanelEvent, ...] = (
    hw.Pressed(PANEL, hw.Button.CONFIRM),
    hw.Pressed(PANEL, hw.Button.NEXT),
    hw.Pressed(PANEL, hw.Button.PREVIOUS),
    hw.Held(PANEL, hw.Button.CONFIRM),
    hw.Held(PANEL, hw.Button.NEXT),
)
"""All events of three buttons."""
FARTHEST = 20_000
"""The most positions of the focus that are searched for one answer."""


class NoWayError(ProgramError, LookupError):
    """No act of a seat leads to an accepted answer."""


class Goal(NamedTuple):
    prompt: AnyPrompt
    value: Value


def done(seat: Seat, prompts: tuple[AnyPrompt, ...], focus: Focus | None, act: Act) -> tuple[Focus | None, Wish]:
    """Return the focus after an act, and the seat's wish."""
    desk = SeatState(seat, focus=focus)
    choosing = SeatFocus(seat, prompts)
    if isinstance(act, CardLaid):
        if (answer := choosing.by_card(act.card, focus)) is not None:
            return focus, answer
        return choosing.marked_by(act.card, focus) or choosing.at_card(act.card) or focus, None
    wish = pressed(desk, choosing, act) if isinstance(act, hw.PanelEvent) else touched(desk, choosing, act)
    return desk.focus, wish


def reached(wish: Wish, goal: Goal) -> bool:
    """True if this wish is the goal's answer."""
    if isinstance(goal.prompt, SealedCard):
        return isinstance(wish, LockCard) and wish.prompt == goal.prompt.key
    return isinstance(wish, Answer) and (wish.prompt, wish.value) == (goal.prompt.key, goal.value)


def way(
    seat: Seat, prompts: tuple[AnyPrompt, ...], focus: Focus | None, goal: Goal, acts: Acts = lambda _: BUTTONS
) -> tuple[Act, ...]:
    """Return the fewest acts that give the answer. Marks that are not wanted go first.

    Raises NoWayError.
    """
    taken: list[Act] = []
    marked: tuple[str, ...] = ()
    if isinstance(goal.prompt, ChooseSome) and isinstance(goal.value, tuple):
        here = focus is not None and focus.prompt == goal.prompt.key and focus.cursor >= 0
        marked = focus.marked if here and focus is not None else goal.prompt.proposed
        while (option := goal.prompt.next_mark(marked, goal.value)) is not None:
            after = goal.prompt.toggled(marked, option)
            on, focus = _shortest(
                seat, prompts, focus, acts, partial(_has_marked, goal.prompt.key, after), frozenset({marked, after})
            )
            taken, marked = [*taken, *on], after
    last, _ = _shortest(seat, prompts, focus, acts, partial(_answers, goal), frozenset({marked}))
    return (*taken, *last)


def _has_marked(prompt: str, marked: tuple[str, ...], focus: Focus | None, _wish: Wish) -> bool:
    return focus is not None and (focus.prompt, focus.marked) == (prompt, marked)


def _answers(goal: Goal, _focus: Focus | None, wish: Wish) -> bool:
    return reached(wish, goal)


def _shortest(
    seat: Seat,
    prompts: tuple[AnyPrompt, ...],
    focus: Focus | None,
    acts: Acts,
    there: Callable[[Focus | None, Wish], bool],
    marks: frozenset[tuple[str, ...]],
) -> tuple[tuple[Act, ...], Focus | None]:
    """Return the fewest acts to a goal of `there`, and the focus after them. Only these marks may be set on the way."""
    seen: set[Focus | None] = {focus}
    waiting: deque[tuple[Focus | None, tuple[Act, ...]]] = deque([(focus, ())])
    while waiting and len(seen) < FARTHEST:
        here, taken = waiting.popleft()
        for act in acts(here):
            after, wish = done(seat, prompts, here, act)
            if there(after, wish):
                return (*taken, act), after
            if after in seen or isinstance(wish, Answer | LockCard) or (after and after.marked not in {(), *marks}):
                continue
            seen.add(after)
            waiting.append((after, (*taken, act)))
    raise NoWayError(f"{seat} finds no way from {focus} to its answer; asked are {[p.key for p in prompts]}")
