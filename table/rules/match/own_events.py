"""The state of a match after one of its own events: chance, seals, tokens, undo, the end. Pure."""

from typing import TypeVar

from msgspec.structs import replace

from table.rules.game import Event
from table.rules.match import clock, ending, ledger, score, undo
from table.rules.match import events as ev
from table.rules.match.state import MatchState
from table.rules.seats import BLUE

S = TypeVar("S")


def evolve(state: MatchState[S], event: Event) -> MatchState[S]:
    """Return the state after an event of the match itself; what is not named here is the ledger's."""
    if isinstance(event, ev.ClockSet):
        return replace(state, clock=clock.begun(event))
    if isinstance(event, score.EVENTS):
        return replace(state, score=score.evolve(state.score, event))
    if isinstance(event, ending.EVENTS):
        return ending.evolve(state, event)
    match event:
        case ev.RulesRevised():
            return replace(state, version=event.version)
        case ev.NumbersAwaited():
            return replace(state, awaiting=True)
        case ev.NumberDialled():
            return replace(state, numbers=(*state.numbers, (event.seat, event.number)))
        case ev.JudgeCalled() | ev.JudgeLeft():
            return replace(state, judged=isinstance(event, ev.JudgeCalled))
        case ev.CardSealed():
            return replace(state, seals=(*state.seals, (event.seat, event.commitment)))
        case ev.Answered():
            return undo.marked(state, event)
        case ev.UndoProposed():
            return replace(state, undo=event.seat)
        case ev.UndoDeclined() | ev.AnsweredByTable():
            return replace(state, undo=None)
        case ev.Undone():
            return undo.undone(state, event.to)
        case ev.SealOpened():
            hidden = tuple(item for item in state.seals if item[0] is not event.seat)
            blue, red = state.opened
            opened = (blue + (event.seat is BLUE), red + (event.seat is not BLUE))
            return replace(state, seals=hidden, opened=opened, marks=(), undo=None)
        case ev.SealWithdrawn() | ev.SealBroken() | ev.SealVoided():
            return replace(state, seals=tuple(item for item in state.seals if item[0] is not event.seat))
        case ev.SecretDisclosed():
            return replace(state, secret=event.secret)
        case _:
            return replace(state, ledger=ledger.record(state.ledger, event))
