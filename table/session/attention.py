"""Update a seat's focus to new questions. An answer of one seat never moves the other seat's focus.

A question disappears while the other seat has something to answer, or proposes an undo. If it returns in the same step
with the same words, the focus and the marks are restored.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome
from table.rules.view import StepState, View
from table.session.focus import AT_REST, SeatFocus, is_closed, seeks_consent
from table.session.seat_state import LeftQuestion, Moment, SeatState
from table.session.staleness import identity
from table.view.published import Focus

ByKey: TypeAlias = Mapping[str, AnyPrompt]


def moment_of(match: str, view: View | None) -> Moment:
    """Return the step of the match in this view. Without a view it is the lobby, or the very beginning of a match."""
    if view is None:
        return Moment(match)
    return Moment(match, view.round, tuple(step.id for step in view.steps if step.state == StepState.NOW))


def attend(desk: SeatState, prompts: tuple[AnyPrompt, ...], before: tuple[AnyPrompt, ...], moment: Moment) -> SeatFocus:
    """Let the focus follow the prompts that replace `before`, and return the seat's prompts."""
    choosing = SeatFocus(desk.seat, prompts)
    now, were = choosing.prompts, {prompt.key: prompt for prompt in before if prompt.seat in (desk.seat, None)}
    stood = None if desk.focus is None else _on_its_option(desk.focus, were, now, desk.answered)
    left = _left(desk, were, now, moment)
    known = desk.asked | left.keys()
    goes_on = not choosing.asked_keys <= known
    if goes_on or desk.answered:  # a standing question does not open by itself a second time
        left = {key: one for key, one in left.items() if one.prompt.ready or not one.prompt.standing}
    taken_up = None if goes_on else _taken_up(desk, stood, left.values(), were, now)
    focus = choosing.attend(stood, known, answered=bool(desk.answered)) if taken_up is None else taken_up
    if stood is not None and stood.cursor != AT_REST and stood.prompt in now.keys() - desk.answered:
        left[stood.prompt] = LeftQuestion(now[stood.prompt], stood)  # another question is more urgent, if it is left
    if focus != desk.focus:
        desk.brought = focus
    desk.left = tuple(one for key, one in left.items() if focus is None or key != focus.prompt)
    desk.focus, desk.asked, desk.answered, desk.moment = focus, choosing.asked_keys, frozenset(), moment
    return choosing


def _on_its_option(focus: Focus, were: ByKey, now: ByKey, answered: frozenset[str]) -> Focus:
    """Return the focus on the same option of a changed list, with the remaining marks."""
    was, asked = were.get(focus.prompt), now.get(focus.prompt)
    chosen = ChooseOne | ChooseSome
    if focus.cursor < 0 or focus.prompt in answered or not (isinstance(was, chosen) and isinstance(asked, chosen)):
        return focus
    ids = [option.id for option in asked.options]
    stood = was.options[focus.cursor].id if focus.cursor < len(was.options) else ""
    cursor = ids.index(stood) if stood in ids else focus.cursor
    return replace(focus, cursor=cursor, marked=tuple(option for option in focus.marked if option in ids))


def _left(desk: SeatState, were: ByKey, now: ByKey, moment: Moment) -> dict[str, LeftQuestion]:
    """Return the unanswered questions that disappeared in this step and kept their words, the latest last."""
    left: dict[str, LeftQuestion] = {}
    for one in desk.left if moment == desk.moment else ():
        key = one.prompt.key
        if key not in desk.answered and (key not in now or identity(now[key]) == identity(one.prompt)):
            left[key] = one
    focus = None if desk.focus is None or desk.focus.cursor == AT_REST else desk.focus
    for key in [key for key in were if key not in now and key not in desk.answered]:
        if focus is not None and focus.prompt == key:
            left.pop(key, None)
            left[key] = LeftQuestion(were[key], focus)
        elif not were[key].standing:
            left.setdefault(key, LeftQuestion(were[key], None))
    return left


def _taken_up(
    desk: SeatState, stood: Focus | None, left: Iterable[LeftQuestion], were: ByKey, now: ByKey
) -> Focus | None:
    """Return the focus in an earlier question that it returns to, or None if it does not return.

    It returns if its own question is gone. Otherwise it returns only to a question that has just reappeared, and never
    from a question to which the player has moved it, or whose answer the other seat waits for.
    """
    if stood is None or stood.prompt not in now or stood.cursor == AT_REST:
        back = {*now}
    elif is_closed(stood) or (stood == desk.brought and not seeks_consent(now[stood.prompt])):
        back = now.keys() - were.keys()
    else:
        return None
    return next((one.focus for one in reversed([*left]) if one.focus is not None and one.prompt.key in back), None)
