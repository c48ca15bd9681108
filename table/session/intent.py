"""The intent of a seat behind its act: a face-up card, a button, a finger.

It moves the seat's focus, and returns the rest as a wish, which the session carries out. Nothing here knows the
journal.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec import Struct

import hal.events as hw
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.match.judge import CARD as JUDGES_CARD
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt
from table.rules.seats import SEATS
from table.session.focus import Chosen, LockCard, NeedsHold, SeatFocus
from table.session.input import LetGo, Marked, Pointed, ScreenInput, Touched
from table.session.seat_state import SeatState
from table.view.published import Focus


class FocusMoved(Struct, frozen=True):
    """A button was pressed that only moves the focus. The seat's notice counts as read."""


class NotAsked(Struct, frozen=True):
    """A face-up card was laid that no question asks for."""


InPlay: TypeAlias = tuple[Match[Any], MatchState[Any]]
"""The match in play and its state."""
Wish: TypeAlias = Answer | LockCard | NeedsHold | CallJudge | FocusMoved | NotAsked | None


def laid_open(desk: SeatState, choosing: SeatFocus, card: KnownCard, play: InPlay | None) -> Wish:
    """Return the wish of a face-up card: to answer a question, or to call the judge.

    In a choice of several options, its option is marked. Without a question, the focus moves to a standing prompt about
    it.
    """
    if card.id == JUDGES_CARD:
        return CallJudge(CalledBy.CARD, desk.seat)
    if (answer := choosing.by_card(card.id, desk.focus)) is not None:
        return answer
    focus = choosing.marked_by(card.id, desk.focus)
    if focus is None and (answer := _meant(card.id, choosing, play)) is not None:
        return answer
    focus = focus or choosing.at_card(card.id)
    if focus is None:
        return NotAsked()
    desk.focus = focus
    return FocusMoved()


def opened(prompts: Iterable[AnyPrompt], answer: Answer) -> AnyPrompt | None:
    """Return the open prompt that this answers, or None."""
    return next((one for one in prompts if one.key == answer.prompt and one.seat in (None, answer.seat)), None)


def _meant(card: str, choosing: SeatFocus, play: InPlay | None) -> Answer | None:
    """Return the answer that a face-up card would give if it were offered.

    So the game can refuse it with its own reason.
    """
    if play is None or play[1].game is None:
        return None
    match, state = play
    for one in match.game.belongings(state.game, choosing.seat):
        if one.card == card and one.option and (prompt := one.prompt or choosing.for_cards()):
            return Answer(choosing.seat, prompt, one.option)
    return None


def pressed(desk: SeatState, choosing: SeatFocus, event: hw.PanelEvent) -> Wish:
    chosen: Chosen
    if isinstance(event, hw.Held) and event.button is hw.Button.NEXT:
        _goes(desk, choosing, choosing.across(desk.focus))
        chosen = None
    elif isinstance(event, hw.Held):
        desk.focus, chosen = choosing.hold(desk.focus)
    elif event.button is hw.Button.CONFIRM:
        desk.focus, chosen = choosing.press(desk.focus)
    else:
        step = 1 if event.button is hw.Button.NEXT else -1
        _goes(desk, choosing, choosing.move(desk.focus, step))
        chosen = None
    return chosen or FocusMoved()


def _goes(desk: SeatState, choosing: SeatFocus, focus: Focus | None) -> None:
    """Return the wish to move the focus. The marks of a question are kept until the focus returns to it."""
    here = desk.focus
    if here is not None and here.marked and (focus is None or focus.prompt != here.prompt):
        prompt = choosing.prompts.get(here.prompt)
        if prompt is not None:
            desk.leave(prompt, here)
    desk.focus = desk.taken_up(focus)


def touched(desk: SeatState, choosing: SeatFocus, touch: ScreenInput) -> Wish:
    """Return the wish of a touch on the screen. Focus and answers are the same as the buttons'."""
    match touch:
        case Pointed():
            _goes(desk, choosing, choosing.point(desk.focus, touch.prompt, touch.cursor))
            return None
        case Marked():
            if desk.focus is None or desk.focus.prompt != touch.prompt:
                _goes(desk, choosing, choosing.point(desk.focus, touch.prompt, 0))
            desk.focus = choosing.mark(desk.focus, touch.prompt, touch.option)
            return None
        case Touched() | LetGo() if touch.seat is None and desk.seat is not SEATS[0]:
            return None  # both seats are asked, and one answer is enough
        case LetGo():
            desk.focus = choosing.point_at(desk.focus, touch.prompt, touch.value)
            return NeedsHold()
        case Touched():
            sealed = choosing.sealed_card()
            if sealed is not None and sealed.key == touch.prompt:
                return LockCard(touch.prompt)
            return Answer(desk.seat, touch.prompt, touch.value)
