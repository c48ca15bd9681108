"""Undo (TB-71 to TB-73, TB-94): the last answer no longer counts. One seat proposes it, and the other agrees.

A seat can take back its own last answer without consent, as long as no chance was involved.

The journal keeps all events, followed by `Undone`. The chance need not be undone: the number of its questions is part
of the game's state, so the same question gets the same roll. A revealed card stays shown.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from msgspec.structs import replace

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match import payouts, trays
from table.rules.match.ledger import Ledger
from table.rules.match.state import MatchState, UndoPoint
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option, has_one_answer
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut

TAKE_BACK = "match.take_back"
UNDO = "match.undo"
AGREE = "match.undo.agree"
MOST_MARKS = 20
"""The most answers that can be undone, one after the other."""

Held: TypeAlias = tuple[tuple[Seat, str, int], ...]


def held(ledger: Ledger) -> Held:
    """Return the tokens that the players keep: on the table or being handed out, and not called back."""
    return tuple((seat, kind, n) for (seat, kind), n in sorted(trays.held(ledger).items()) if n)


def marked(state: MatchState[Any], event: ev.Answered) -> MatchState[Any]:
    """Remember the match before an answer. A proposal to undo another answer is void."""
    mark = UndoPoint(state.events - 1, event.seat, state.game, state.ledger, state.lines, state.score)
    return replace(state, marks=(*state.marks, mark)[-MOST_MARKS:], undo=None)


def undone(state: MatchState[Any], to: int) -> MatchState[Any]:
    """Go back to the mark after `to` events. Raises LookupError if there is none."""
    for place, mark in enumerate(state.marks):
        if mark.events == to:
            return replace(state, game=mark.game, score=mark.score, marks=state.marks[:place], undo=None)
    raise LookupError(f"the journal undoes what came after event {to}, and that cannot be undone")


def prompts(state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
    """Return the prompts that propose an undo. Tokens that are being handed out have to arrive first (TB-73)."""
    if not state.marks or state.undo is not None or state.ledger.jobs:
        return ()
    ask = text("match.undo", seat=text(f"seat.{state.marks[-1].seat}"))
    return tuple(
        Confirm(key=UNDO, seat=seat, ask=ask, rule="TB-71", standing=True, hold=True, undoes=True, often=2)
        for seat in SEATS
    )


def taking_back(
    state: MatchState[Any], questions: Callable[[Any], int], asked: Callable[[Any], tuple[AnyPrompt, ...]]
) -> tuple[AnyPrompt, ...]:
    """Return the prompt with which the seat of the last answer takes it back without consent (TB-94).

    A seat that has seen a roll or a draw may not choose again, unless it had no choice. `questions` returns the number
    of rolls and draws of a game state, `asked` its prompts.
    """
    if not state.marks or state.undo is not None or state.ledger.jobs:
        return ()
    mark = state.marks[-1]
    if questions(state.game) != questions(mark.game) and not _had_no_choice(asked(mark.game), mark.seat):
        return ()
    return (
        Confirm(
            key=TAKE_BACK, seat=mark.seat, ask=text(TAKE_BACK), rule="TB-94",
            standing=True, hold=True, undoes=True, often=5,
        ),
    )  # fmt: skip


def _had_no_choice(asked: Iterable[AnyPrompt], seat: Seat) -> bool:
    """True if the seat had only one question, with only one answer."""
    own = [prompt for prompt in asked if prompt.seat in (seat, None) and not prompt.standing]
    return len(own) == 1 and has_one_answer(own[0])


def consent(state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
    """Return the prompt for the other seat's consent. It has to be answered before the game continues."""
    if state.undo is None or state.ledger.jobs or not state.marks:
        return ()
    seat, mark = state.undo, state.marks[-1]
    what = _happened(state, mark)
    args: dict[str, Text] = {"seat": text(f"seat.{seat}"), "whose": text(f"seat.{mark.seat}")}
    ask = text("match.undo.ask", **args) if what is None else text("match.undo.ask_what", **args, what=what)
    options = tuple(Option(word, text(f"match.undo.{word}")) for word in ("no", "yes"))
    return (ChooseOne(key=AGREE, seat=seat.opponent, ask=ask, rule="TB-71", options=options, hold=True),)


def _happened(state: MatchState[Any], mark: UndoPoint) -> Text | None:
    """Return the first line of the story after the mark, if it is kept."""
    since = state.lines - mark.lines
    return state.story[-since] if 0 < since <= len(state.story) else None


def proposed(state: MatchState[Any], seat: Seat) -> tuple[Event, ...]:
    return (ev.UndoProposed(seat, state.marks[-1].events),)


def settled(state: MatchState[Any]) -> tuple[Event, ...]:
    """Return the undo, and the tokens that restore the count at the mark (TB-73).

    Tokens handed out since are called back, or return to their trays; tokens returned since are handed out again.
    """
    mark = state.marks[-1]
    then, now = trays.held(mark.ledger), trays.held(state.ledger)
    waiting = {(token.seat, token.kind): token.count for token in state.ledger.called_back}
    back, kept, out = [], [], []
    for seat, kind in sorted(then.keys() | now.keys()):
        more = now[seat, kind] - then[seat, kind]
        spared = min(max(-more, 0), waiting.get((seat, kind), 0))
        if more > 0:
            back.append(HandBack(seat, kind, more))
        if spared:
            kept.append(HandBack(seat, kind, spared))
        if -more > spared:
            out.append(HandOut(seat, kind, -more - spared))
    return (
        ev.Undone(mark.events),
        *((ev.TokensKept(tuple(kept)),) if kept else ()),
        *trays.laid_aside(state.ledger, mark.ledger.trays, tuple(back)),
        *payouts.owed(state.id, state.ledger, out),
    )
