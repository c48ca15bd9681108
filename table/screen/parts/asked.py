"""The prompts of a seat, its focus and the answers, computed before anything is drawn."""

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, OpenCard, Roll, Value, takes_hold
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.screen.drawing.die import face_words
from table.screen.drawing.icons import ICONS
from table.session.focus import CLOSED, DEEPER, acts_at_rest, entered, is_closed
from table.session.input import Pointed
from table.view.published import Desk, Focus


def asked_of(prompts: tuple[AnyPrompt, ...], seat: Seat) -> tuple[AnyPrompt, ...]:
    return tuple(prompt for prompt in prompts if prompt.seat in (seat, None))


def resting_on(prompts: tuple[AnyPrompt, ...], desk: Desk) -> AnyPrompt | None:
    """Return the standing prompt whose closed line has the seat's focus, or None."""
    if desk.focus is None or not is_closed(desk.focus):
        return None
    key = desk.focus.prompt
    return next((prompt for prompt in asked_of(prompts, desk.seat) if prompt.standing and prompt.key == key), None)


def stands_at(closed: AnyPrompt, desk: Desk) -> bool:
    """True if CONFIRM acts on this closed prompt now. A seat at rest has to move the focus to it first."""
    return acts_at_rest(closed) or (desk.focus is not None and desk.focus.cursor in (CLOSED, DEEPER))


def shown_prompt(prompts: tuple[AnyPrompt, ...], desk: Desk) -> AnyPrompt | None:
    """Return the prompt with the seat's focus, or else the first one that waits for an answer."""
    mine = asked_of(prompts, desk.seat)
    if desk.focus is not None and resting_on(prompts, desk) is None:
        for prompt in mine:
            if prompt.key == desk.focus.prompt:
                return prompt
    return next((prompt for prompt in mine if not prompt.standing), None)


def pointed_at(prompt: AnyPrompt, seat: Seat | None) -> Pointed:
    """Return the touch that moves the focus into this prompt, to its first answer."""
    return Pointed(seat, prompt.key, prompt.first if isinstance(prompt, Number) else 0)


def focus_on(prompt: AnyPrompt, desk: Desk) -> Focus:
    if desk.focus is not None and desk.focus.prompt == prompt.key:
        return desk.focus
    if isinstance(prompt, Number):
        return Focus(prompt.key, prompt.first)
    return entered(prompt, 0 if desk.focus is None or prompt.seat is None else CLOSED)


def options_of(prompt: AnyPrompt) -> tuple[tuple[Value, Text, str], ...]:
    """Return answer, label and icon of every option, in the order of the focus.

    The label shows which of them take a hold.
    """
    if isinstance(prompt, ChooseSome):
        return tuple((option.id, option.label, option.icon) for option in prompt.options)
    return tuple(
        (value, text("screen.hold", action=label) if takes_hold(prompt, value) else label, icon)
        for value, label, icon in unheld_of(prompt)
    )


def unheld_of(prompt: AnyPrompt) -> tuple[tuple[Value, Text, str], ...]:
    """Return answer, label and icon of each option of a choice, without a note about holding."""
    if isinstance(prompt, ChooseOne | OpenCard):
        return tuple((option.id, option.label, option.icon) for option in prompt.options)
    if isinstance(prompt, Roll):
        by_hand = tuple(
            (face, text("screen.roll.by_hand", face=face_words(face)), f"die.{face}" if f"die.{face}" in ICONS else "")
            for face in prompt.faces
        )
        return ((None, text("screen.roll.table"), ""), *by_hand)
    return ()
