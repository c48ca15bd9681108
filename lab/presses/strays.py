"""Try a stray short press: what it changes, and whether its player can undo that alone; and a hold too many. Pure."""

from collections.abc import Iterator
from typing import Any

import hal.events as hw
from lab.presses.ways import PANEL, done
from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match.events import PayoutOutcome
from table.rules.match.match import Match
from table.rules.match.payouts import HAND
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.session.focus import SeatFocus, after_answer
from table.view.published import Focus

HELD = hw.Held(PANEL, hw.Button.CONFIRM)
SHORT = tuple(hw.Pressed(PANEL, button) for button in hw.Button)
STEPS_BACK = 2
"""The most answers to undo a slip: one to start, and one for its kind or reason."""

State = MatchState[Any]


def strays(match: Match[Any], state: State, chance: Chance | None, seat: Seat, focus: Focus | None) -> Iterator[str]:
    """Yield the key of each question that a stray press of this seat answers irreversibly."""
    for act in SHORT:
        _, wish = done(seat, match.prompts(state), focus, act)
        if not isinstance(wish, Answer):
            continue
        after = _after(match, state, wish, chance)
        if after is not None and not _comes_back(match, state, after, seat, chance, STEPS_BACK):
            yield wish.prompt


def hold_too_many(
    match: Match[Any], state: State, chance: Chance | None, seat: Seat, focus: Focus | None, heedless: bool = False
) -> Iterator[str]:
    """Yield the key of a question that one hold too many answers again, with another answer.

    With `heedless` the match asks nothing else after the first hold, and the focus stays in the question: the control,
    in which another hold does harm.
    """
    here, first = done(seat, match.prompts(state), focus, HELD)
    asked = match.prompts(state)
    if not isinstance(first, Answer) or not _spends(asked, first):
        return
    after = _after(match, state, first, chance)
    if after is None:
        return
    then = tuple(prompt for prompt in match.prompts(after) if not heedless or prompt.key == first.prompt)
    if not heedless:
        here = after_answer(here, SeatFocus(seat, asked).prompts.get(first.prompt))
        here = SeatFocus(seat, then).attend(here, SeatFocus(seat, asked).asked_keys, answered=True)
    _, more = done(seat, then, here, HELD)
    if isinstance(more, Answer) and more.prompt == first.prompt and more.value != first.value:
        yield first.prompt


def _spends(asked: tuple[AnyPrompt, ...], answer: Answer) -> bool:
    """True if it answers a question of play by a hold."""
    return any(prompt.key == answer.prompt and prompt.hold and not prompt.standing for prompt in asked)


def _after(match: Match[Any], state: State, command: cmd.MatchCommand, chance: Chance | None) -> State | None:
    """Return the match after a command, with all its tokens handed out, or None if it is refused or changes nothing."""
    events = match.decide(state, command, chance)
    if isinstance(events, Refusal) or not events:
        return None
    return _paid_out(match, _folded(match, state, events), chance)


def _folded(match: Match[Any], state: State, events: tuple[Event, ...]) -> State:
    folded: State = match.fold(state, events)
    return folded


def _paid_out(match: Match[Any], state: State, chance: Chance | None) -> State:
    """Pay out all owed tokens by the dispenser, and take the rest by hand."""
    for job in state.ledger.jobs:
        reports: list[cmd.MatchCommand] = [cmd.TokenPassed(job.id, n) for n in range(1, job.missing + 1)]
        ended = cmd.PayoutEnded(job.id, job.missing, PayoutOutcome.DONE)
        by_hand = Answer(job.seat, HAND + job.id)
        for report in (by_hand,) if job.hopper is None else (*reports, ended):
            events = match.decide(state, report, chance)
            if not isinstance(events, Refusal):
                state = _folded(match, state, events)
    return state


def _comes_back(match: Match[Any], before: State, after: State, seat: Seat, chance: Chance | None, steps: int) -> bool:
    """True if answers of this seat alone restore the earlier state."""
    if _stands(after) == _stands(before):
        return True
    if not steps:
        return False
    for prompt in sorted(match.prompts(after), key=lambda one: not isinstance(one, Confirm)):
        follows = prompt.seat in (seat, None) and (steps == STEPS_BACK or not prompt.standing)
        for value in _values(prompt) if follows else ():
            back = _after(match, after, Answer(seat, prompt.key, value), chance)
            if back is not None and _comes_back(match, before, back, seat, chance, steps - 1):
                return True
    return False


def _stands(state: State) -> tuple[object, ...]:
    """Return the parts of a state that players would have to put right; numbers for chance are left out."""
    return (state.game, state.seals, state.proposal, state.ended, state.judged)


def _values(prompt: AnyPrompt) -> tuple[str | None, ...]:
    match prompt:
        case ChooseOne():
            return tuple(option.id for option in prompt.options)
        case Confirm():
            return (None,)
        case _:
            return ()
