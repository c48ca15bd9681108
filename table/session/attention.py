"""A seat's focus follows the questions, and what one seat answers never moves the other's."""

from table.rules.prompts import AnyPrompt
from table.session.focus import SeatFocus
from table.session.seat_state import LeftQuestion, SeatState


def attend(desk: SeatState, prompts: tuple[AnyPrompt, ...], before: tuple[AnyPrompt, ...]) -> SeatFocus:
    """Let the focus follow the prompts that come after those from `before`, and return what the seat can choose.

    A question that makes way while the other seat says something, such as how a unit of its own was lost, may come back
    as it was: so does the focus in it.
    """
    choosing = SeatFocus(desk.seat, prompts)
    asked = _question(desk, before)
    if asked is not None and desk.focus is not None and asked.key not in choosing.asked_keys | {desk.answered}:
        desk.left = LeftQuestion(asked, desk.focus)
    desk.answered = ""
    desk.focus, desk.asked = choosing.attend(desk.focus, desk.asked), choosing.asked_keys
    if desk.left is not None and desk.left.prompt in prompts:
        if desk.focus is not None and desk.focus.prompt == desk.left.prompt.key:
            desk.focus = desk.left.focus
        desk.left = None
    return choosing


def _question(desk: SeatState, prompts: tuple[AnyPrompt, ...]) -> AnyPrompt | None:
    """Return the question of these in which the seat's focus is, or None."""
    if desk.focus is None:
        return None
    mine = (prompt for prompt in prompts if not prompt.standing and prompt.seat in (desk.seat, None))
    return next((prompt for prompt in mine if prompt.key == desk.focus.prompt), None)
